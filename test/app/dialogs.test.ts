import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp();
});

test('R opens the restart dialog, which reviews the exact request, then waits in the undo window, then sends', async () => {
	await app.openDialog('R');
	app.type('10');
	app.press('tab');
	app.type('save now');
	app.press('enter');
	await app.settle();
	expect(app.view()?.step).toBe('review');
	expect(app.view()?.review?.rows.find(({label}) => label === 'Request')?.lines).toEqual([
		'POST /server/a/restart',
		'{"delayMinutes":10,"delayedRestartMessage":"save now"}',
	]);
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toEqual([
		{method: 'restart', input: {serverId: 'a', delayMinutes: 10, delayedRestartMessage: 'save now'}},
	]);
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toBe('name-a: restart in 10m accepted.');
});

test('the default of every review is to do nothing', async () => {
	await app.openDialog('X');
	app.press('enter');
	await app.settle();
	app.press('enter');
	expect(app.sent).toEqual([]);
	expect(app.state().dialog).toBeUndefined();
});

test.each([
	['-1', 'Invalid duration'],
	['1.5', 'Invalid duration'],
	['soon', 'Invalid duration'],
	['1e3', 'Invalid duration'],
	['99999', '"99999" is out of range. Use at most 7d.'],
])('rejects a delay of %s in its field, and loses nothing', async (delay, problem) => {
	await app.openDialog('R');
	app.type(delay);
	app.press('enter');
	expect(app.view()?.step).toBe('edit');
	expect(app.view()?.fields[0]).toMatchObject({focused: true, value: {text: delay}});
	expect(app.view()?.fields[0]?.problem).toContain(problem);
});

test('rejects a message without a delay in its field', async () => {
	await app.openDialog('R');
	app.press('tab');
	app.type('bye');
	app.press('enter');
	expect(app.view()?.fields[1]).toMatchObject({focused: true, value: {text: 'bye'}});
	expect(app.view()?.fields[1]?.problem).toMatch(/would not see it without a delay/);
});

test('keys pressed while the dialog opens fill it in, but never send it', async () => {
	app.press('R', '1', '0', 'enter', 'tab', 'enter', 'enter');
	expect(app.view()).toMatchObject({step: 'review'});
	expect(app.view()?.fields[0]?.value.text).toBe('10');
	await app.passUndoWindow();
	expect(app.sent).toEqual([]);
});

test('an Enter that arrives with text, as in a paste, never presses the button', async () => {
	await app.openDialog('R');
	handleKey(app.services, 'enter', 'text');
	await app.settle();
	expect(app.view()?.step).toBe('review');
	app.press('tab');
	handleKey(app.services, 'enter', 'text');
	await app.settle();
	expect(app.view()?.step).toBe('review');
	expect(app.sent).toEqual([]);
});

test('Tab and Enter in one read work like two keys once the review has been visible', async () => {
	app = openHeadlessApp([server('b', 'OFFLINE')], 'b');
	await app.openDialog('S');
	await app.settle();
	handleKey(app.services, 'tab', 'keys');
	handleKey(app.services, 'enter', 'keys');
	await app.settle();
	expect(app.sent).toEqual([{method: 'start', input: {serverId: 'b'}}]);
});

test('a rejection stays in the dialog with the typed text, and shows its key', async () => {
	await app.openDialog('X');
	app.press('enter');
	await app.settle();
	app.refuse(
		new ApiError('no', {
			reason: 'refused',
			request: 'POST /server/{serverId}/stop',
			status: 409,
			key: 'server.timed_shutdown_already_scheduled',
		}),
	);
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.view()).toMatchObject({
		step: 'review',
		failure: {key: 'server.timed_shutdown_already_scheduled'},
	});
	expect(app.view()?.review?.buttons.find(({focused}) => focused)?.id).toBe('nothing');
});

test('with players online an immediate stop requires the name', async () => {
	app = openHeadlessApp([server('a', 'ONLINE', {onlinePlayers: 41})]);
	await app.openDialog('X');
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.confirm).toMatchObject({focused: true, matches: false});
	app.press('tab', 'tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	// The dialog says it below the button.
	expect(app.view()?.review?.buttons[1]).toMatchObject({blocked: 'Type the confirmation first.'});
	expect(app.lastNotice()).toBe('');
	app.press('shift+tab', 'shift+tab');
	app.type('name-b');
	app.press('enter');
	expect(app.lastNotice()).toBe('"name-b" does not match. Type it exactly as shown.');
	app.press('ctrl+u');
	app.type('name-a');
	app.press('enter', 'enter');
	await app.settle();
	expect(app.sent).toEqual([]);
	await app.passUndoWindow();
	expect(app.sent).toEqual([{method: 'stop', input: {serverId: 'a'}}]);
});

test('players who joined since the last poll are counted before the review asks', async () => {
	app.answerWith(server('a', 'ONLINE', {onlinePlayers: 5}));
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
});

test('offers a forced stop during a transition, and says why a graceful one is blocked', async () => {
	app = openHeadlessApp([server('a', 'STOPPING')]);
	await app.openDialog('X');
	app.press('enter');
	expect(app.view()?.fields.find(({name}) => name === 'force')?.problem).toMatch(/STOPPING/);
	app.press('right', 'enter');
	await app.settle();
	app.type('name-a');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toEqual([{method: 'stop', input: {serverId: 'a', forceStop: true}}]);
});

test('X stops a server gracefully that the service cannot kill', async () => {
	const blocked = [{operation: 'force-stop', reason: 'It cannot be killed.'}];
	app = openHeadlessApp([server('a', 'ONLINE', {blocked})]);
	await app.openDialog('X');
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.rows.flatMap(({lines}) => lines)).not.toContain('It cannot be killed.');
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toEqual([{method: 'stop', input: {serverId: 'a'}}]);
});

test('X says why a server cannot be stopped', () => {
	const blocked = [
		{operation: 'stop', reason: 'It cannot be stopped.'},
		{operation: 'force-stop', reason: 'It cannot be killed.'},
	];
	app = openHeadlessApp([server('a', 'ONLINE', {blocked})]);
	app.press('X');
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toBe('It cannot be stopped.');
});

test('the dialog keeps its server when the list changes behind it', async () => {
	await app.openDialog('R');
	app.services.store.dispatch({type: 'view/changed', change: {currentId: 'b'}});
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toEqual([{method: 'restart', input: {serverId: 'a'}}]);
});

const delayOf = () => app.view()?.fields[0]?.value.text;

test('Right and Left cycle through the delay presets, and typing replaces a preset', async () => {
	await app.openDialog('R');
	const seen = ['right', 'right', 'right', 'left'].map(key => {
		app.press(key);
		return delayOf();
	});
	expect(seen).toEqual(['1m', '5m', '10m', '5m']);
	expect(app.view()?.fields[0]?.presets.filter(({current}) => current)).toEqual([
		{label: '5m', current: true},
	]);
	app.type('20');
	expect(delayOf()).toBe('20');
	app.press('ctrl+u', 'left');
	expect(delayOf()).toBe('30m');
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.rows.flatMap(({lines}) => lines)).toContain('{"delayMinutes":30}');
});

test('in a typed delay Left and Right move the cursor', async () => {
	await app.openDialog('R');
	app.type('30');
	app.press('left', 'left');
	app.type('1');
	expect(delayOf()).toBe('130');
	app.press('right', 'backspace');
	expect(delayOf()).toBe('10');
});

test('a preset can be edited, and Up and Down still change the field', async () => {
	await app.openDialog('X');
	app.press('right', 'right', 'backspace', 'backspace');
	app.type('45m');
	expect(delayOf()).toBe('45m');
	app.press('down');
	expect(app.view()?.fields[1]?.focused).toBe(true);
	app.press('up', 'up');
	expect(app.view()?.fields[2]?.focused).toBe(true);
});

test('keys that arrive together still work after a preset', async () => {
	await app.openDialog('R');
	app.press('right', 'right', 'tab');
	app.type('in {minutes} minutes');
	expect(app.view()?.fields[1]?.preview).toBe('The service may replace {minutes}: in 5 minutes');
	app.press('enter');
	await app.settle();
	const rows = app.view()?.review?.rows ?? [];
	expect(rows.find(({label}) => label === 'Players see')?.lines).toEqual([
		'5m left: in 5 minutes',
		'1m left: in 1 minute',
		'The service may replace {minutes}',
		'The node may repeat it; some nodes write "1 minutes"',
	]);
});

test('the review says that the server is being read only until it is', async () => {
	const app = openHeadlessApp([server('a', 'ONLINE', {onlinePlayers: 3})]);
	const read = Promise.withResolvers<ReturnType<typeof server>>();
	Object.assign(app.services.api, {getServer: () => read.promise});
	await app.openDialog('R');
	app.press('enter', 'enter', 'enter');
	app.type('name-a');
	app.press('enter');
	expect(app.lastNotice()).toBe('Refreshing the server. Wait a moment.');
	read.resolve(server('a', 'ONLINE', {onlinePlayers: 3}));
	await app.settle();
	expect(app.lastNotice()).toBe('');
});
