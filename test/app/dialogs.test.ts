import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openDesk, server, type Desk} from '../helpers/desk.ts';

let desk: Desk;
beforeEach(() => {
	desk = openDesk();
});

test('R opens the restart dialog; what was filled in is reviewed as the exact request, then held, then sent', async () => {
	await desk.openDialog('R');
	desk.type('10');
	desk.press('tab');
	desk.type('save now');
	desk.press('enter');
	await desk.settle();
	expect(desk.view()?.step).toBe('review');
	expect(desk.view()?.review?.rows.find(({label}) => label === 'Request')?.lines).toEqual([
		'POST /server/a/restart',
		'{"delayMinutes":10,"delayedRestartMessage":"save now"}',
	]);
	desk.press('tab', 'enter');
	await desk.held();
	expect(desk.sent).toEqual([
		{method: 'restart', input: {serverId: 'a', delayMinutes: 10, delayedRestartMessage: 'save now'}},
	]);
	expect(desk.state().dialog).toBeUndefined();
	expect(desk.lastNotice()).toBe('Restart of name-a in 10m accepted.');
});

test('the default of every review is to do nothing', async () => {
	await desk.openDialog('X');
	desk.press('enter');
	await desk.settle();
	desk.press('enter');
	expect(desk.sent).toEqual([]);
	expect(desk.state().dialog).toBeUndefined();
});

test.each(['-1', '1.5', 'soon', '1e3', '99999'])(
	'a delay of %s is refused in its field, and nothing is lost',
	async delay => {
		await desk.openDialog('R');
		desk.type(delay);
		desk.press('enter');
		expect(desk.view()?.step).toBe('edit');
		expect(desk.view()?.fields[0]).toMatchObject({focused: true, value: {text: delay}});
		expect(desk.view()?.fields[0]?.problem).toMatch(/^Invalid duration /);
	},
);

test('a message without a delay is refused in its field', async () => {
	await desk.openDialog('R');
	desk.press('tab');
	desk.type('bye');
	desk.press('enter');
	expect(desk.view()?.fields[1]).toMatchObject({focused: true, value: {text: 'bye'}});
	expect(desk.view()?.fields[1]?.problem).toMatch(/would not see it without a delay/);
});

test('keys that arrive as the dialog opens never reach it', async () => {
	desk.press('R', '1', 'enter', 'tab', 'enter');
	expect(desk.view()).toMatchObject({step: 'edit'});
	expect(desk.view()?.fields[0]?.value.text).toBe('');
	await desk.services.clock.advance(399);
	desk.press('5');
	expect(desk.view()?.fields[0]?.value.text).toBe('');
});

test('an Enter that came with text, as in a paste, never presses the verb', async () => {
	await desk.openDialog('R');
	handleKey(desk.services, 'enter', 'text');
	await desk.settle();
	expect(desk.view()?.step).toBe('review');
	desk.press('tab');
	handleKey(desk.services, 'enter', 'text');
	await desk.settle();
	expect(desk.view()?.step).toBe('review');
	expect(desk.sent).toEqual([]);
});

test('Tab and Enter that a slow line joins are pressed like two keys, once the review has been read', async () => {
	desk = openDesk([server('b', 'OFFLINE')], 'b');
	await desk.openDialog('S');
	await desk.settle();
	handleKey(desk.services, 'tab', 'keys');
	handleKey(desk.services, 'enter', 'keys');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'start', input: {serverId: 'b'}}]);
});

test('a refusal stays in the dialog with what was typed, and shows its key', async () => {
	await desk.openDialog('X');
	desk.press('enter');
	await desk.settle();
	desk.refuse(
		new ApiError('no', {
			reason: 'refused',
			request: 'POST /server/{serverId}/stop',
			status: 409,
			key: 'server.timed_shutdown_already_scheduled',
		}),
	);
	desk.press('tab', 'enter');
	await desk.held();
	expect(desk.view()).toMatchObject({
		step: 'review',
		failure: {key: 'server.timed_shutdown_already_scheduled'},
	});
	expect(desk.view()?.review?.buttons.find(({focused}) => focused)?.id).toBe('nothing');
});

test('with players online the name must be typed before a stop at once', async () => {
	desk = openDesk([server('a', 'ONLINE', {onlinePlayers: 41})]);
	await desk.openDialog('X');
	desk.press('enter');
	await desk.settle();
	expect(desk.view()?.review?.confirm).toMatchObject({focused: true, matches: false});
	desk.press('tab', 'tab', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([]);
	expect(desk.lastNotice()).toBe('Type name-a to confirm.');
	desk.press('shift+tab', 'shift+tab');
	desk.type('name-a');
	desk.press('enter', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'stop', input: {serverId: 'a'}}]);
});

test('players who came since the last poll are seen before the review asks', async () => {
	desk.reads(server('a', 'ONLINE', {onlinePlayers: 5}));
	await desk.openDialog('R');
	desk.press('enter');
	await desk.settle();
	expect(desk.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
});

test('a forced stop is offered while a server hangs in between, a graceful one is explained', async () => {
	desk = openDesk([server('a', 'STOPPING')]);
	await desk.openDialog('X');
	desk.press('enter');
	expect(desk.view()?.fields.find(({name}) => name === 'force')?.problem).toMatch(/STOPPING/);
	desk.press('right', 'enter');
	await desk.settle();
	desk.type('name-a');
	desk.press('enter', 'enter');
	await desk.settle();
	expect(desk.sent).toEqual([{method: 'stop', input: {serverId: 'a', forceStop: true}}]);
});

test('the dialog stays with its server when the list changes underneath', async () => {
	await desk.openDialog('R');
	desk.services.store.dispatch({type: 'view/changed', change: {currentId: 'b'}});
	desk.press('enter');
	await desk.settle();
	desk.press('tab', 'enter');
	await desk.held();
	expect(desk.sent).toEqual([{method: 'restart', input: {serverId: 'a'}}]);
});

const delayOf = () => desk.view()?.fields[0]?.value.text;

test('Right and Left step through the presets of the delay; what is typed replaces a preset', async () => {
	await desk.openDialog('R');
	const seen = ['right', 'right', 'right', 'left'].map(key => {
		desk.press(key);
		return delayOf();
	});
	expect(seen).toEqual(['1m', '5m', '10m', '5m']);
	expect(desk.view()?.fields[0]?.presets.filter(({current}) => current)).toEqual([
		{label: '5m', current: true},
	]);
	desk.type('20');
	expect(delayOf()).toBe('20');
	desk.press('ctrl+u', 'left');
	expect(delayOf()).toBe('30m');
	desk.press('enter');
	await desk.settle();
	expect(desk.view()?.review?.rows.flatMap(({lines}) => lines)).toContain('{"delayMinutes":30}');
});

test('in a typed delay Left and Right move the cursor', async () => {
	await desk.openDialog('R');
	desk.type('30');
	desk.press('left', 'left');
	desk.type('1');
	expect(delayOf()).toBe('130');
	desk.press('right', 'backspace');
	expect(delayOf()).toBe('10');
});

test('a preset can be edited, and Up and Down still change the field', async () => {
	await desk.openDialog('X');
	desk.press('right', 'right', 'backspace', 'backspace');
	desk.type('45m');
	expect(delayOf()).toBe('45m');
	desk.press('down');
	expect(desk.view()?.fields[1]?.focused).toBe(true);
	desk.press('up', 'up');
	expect(desk.view()?.fields[2]?.focused).toBe(true);
});

test('keys that arrive together go on working after a preset', async () => {
	await desk.openDialog('R');
	desk.press('right', 'right', 'tab');
	desk.type('in {minutes} minutes');
	expect(desk.view()?.fields[1]?.preview).toBe('Players see: in 5 minutes');
	desk.press('enter');
	await desk.settle();
	const rows = desk.view()?.review?.rows ?? [];
	expect(rows.find(({label}) => label === 'Players see')?.lines).toEqual([
		'5m left: in 5 minutes',
		'1m left: in 1 minute',
		'Repeats are up to the node; some write "1 minutes"',
	]);
});
