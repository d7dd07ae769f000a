import {beforeEach, expect, test} from 'vitest';
import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {countedPlayers, playersText, powerRisk} from '../../src/actions/risk.ts';
import {ApiError} from '../../src/contract/errors.ts';
import {expectServerState} from '../../src/app/servers/expect-state.ts';
import {aCommand} from '../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp();
});
const row = (label: string) =>
	app
		.view()
		?.review?.rows.find(given => given.label === label)
		?.lines.map(line => renderWithKeys(line, usualKeymap));
const refusal = (key: string) =>
	new ApiError('no', {reason: 'refused', request: 'POST /server/{serverId}/stop', status: 409, key});

/** Goes from a new dialog to its review, typing the given texts into the fields. */
async function review(key: string, ...filledIn: string[]): Promise<void> {
	await app.openDialog(key);
	for (const text of filledIn) {
		app.type(text);
		app.press('tab');
	}
	if (app.view()?.step === 'edit') app.press('enter');
	await app.settle();
}

test('a start is sent when its button is pressed, without an undo window', async () => {
	app = openHeadlessApp([server('a', 'OFFLINE')]);
	await review('S');
	expect(row('CLI')).toEqual(['rcondeck start --yes name-a']);
	expect(row('Undo')).toBeUndefined();
	app.press('tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'start', input: {serverId: 'a'}}]);
});

test('a stop with no players online waits three seconds, and `u` undoes it', async () => {
	await review('X');
	expect(row('Undo')).toEqual(['Waits 3s before it is sent; u undoes it.']);
	app.press('tab', 'enter');
	await app.services.clock.advance(2900);
	expect(app.state()).toMatchObject({dialog: undefined, undoWindow: [{text: 'Stop name-a'}]});
	app.press('u');
	expect(app.lastNotice()).toBe('Undone: Stop name-a. Nothing was sent.');
	await app.passUndoWindow();
	expect(app.sent).toEqual([]);
	await review('X');
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toEqual([{method: 'stop', input: {serverId: 'a'}}]);
	expect(app.state().undoWindow).toEqual([]);
});

test('quitting during an undo window asks first', async () => {
	await review('X');
	app.press('tab', 'enter', 'q');
	expect(app.services.asked).not.toContain('quit');
	expect(app.lastNotice()).toContain('It will not be sent if you quit now. Press');
	app.press('q');
	expect(app.services.asked).toContain('quit');
});

test('Ctrl-C undoes an action in its undo window', async () => {
	await review('R');
	app.press('tab', 'enter', 'ctrl+c');
	await app.passUndoWindow();
	expect(app.sent).toEqual([]);
	expect(app.services.asked).not.toContain('quit');
});

test('a restart has an undo window, and requires the name when players are disconnected without warning', async () => {
	app = openHeadlessApp([server('a', 'ONLINE', {onlinePlayers: 3})]);
	await review('R', '10', 'Restart in {minutes} min');
	expect(app.view()?.review?.confirm).toBeUndefined();
	expect(row('Undo')).toBeDefined();
	app.press('esc');
	await review('R', '10');
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	app.press('esc');
	await review('R');
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	expect(row('Undo')).toBeDefined();
});

test.each([
	['X', 'stop'],
	['R', 'restart'],
])('an unknown player count is not zero: %s requires the name', async key => {
	app = openHeadlessApp([server('a', 'RUNNING', {onlinePlayers: undefined})]);
	await review(key);
	expect(row('Now')?.[0]).toContain('players unknown');
	expect(row('Effect')?.[0]).toContain('Everyone online will be disconnected (number unknown).');
	expect(app.view()?.review?.confirm).toMatchObject({prompt: 'Type name-a to confirm:'});
	app.press('esc');
});

test('an offline server has no player count', async () => {
	const offline = server('a', 'OFFLINE', {onlinePlayers: undefined});
	expect(powerRisk('stop', [offline], {})).toBe('hold');
	expect(playersText([offline])).toBe('0 players');
	const uncounted = server('b', 'RUNNING', {onlinePlayers: undefined});
	expect(powerRisk('stop', [uncounted], {delay: 5, message: 'bye'})).toBe('hold');
	expect([countedPlayers([offline]), countedPlayers([offline, uncounted])]).toEqual([0, undefined]);
	expect(playersText([uncounted, uncounted])).toBe('players unknown');
	expect(playersText([offline, uncounted, server('c', 'RUNNING', {onlinePlayers: 3})])).toBe(
		'3 players and an unknown number on 1 server',
	);
});

test('a protected profile raises the confirmation by one level', async () => {
	const settings = {protect: 'high' as const};
	app = openHeadlessApp([server('a', 'OFFLINE')], 'a', {settings});
	await review('S');
	expect(row('Undo')).toBeDefined();
	app = openHeadlessApp([server('a')], 'a', {settings});
	await review('X');
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	expect(row('Undo')).toBeUndefined();
	app = openHeadlessApp([server('a', 'ONLINE', {onlinePlayers: 3})], 'a', {settings});
	await review('X');
	expect(app.view()?.review?.confirm).toBeDefined();
	expect(row('Undo')).toBeDefined();
});

test('previews the message as players see it and warns about characters that RCON cannot carry', async () => {
	await review('R', '10', 'Neustart in {minutes} Minuten, bitte raus für kurz');
	expect(row('Players see')).toEqual([
		'10m left: Neustart in 10 Minuten, bitte raus für kurz',
		'5m left: Neustart in 5 Minuten, bitte raus für kurz',
		'1m left: Neustart in 1 Minuten, bitte raus für kurz',
		'The service may replace {minutes}',
		'The node may repeat it',
	]);
	expect(row('Warning')?.[0]).toContain('raus f?r kurz');
	expect(row('CLI')).toEqual([
		"rcondeck restart --delay 10m --message 'Neustart in {minutes} Minuten, bitte raus für kurz' --yes name-a",
	]);
});

test('Ctrl-R cycles through the configured messages', async () => {
	app = openHeadlessApp([server('a')], 'a', {settings: {messages: ['Save now', 'Back in 5']}});
	await app.openDialog('R');
	app.press('tab', 'ctrl+r');
	expect(app.view()?.fields[1]).toMatchObject({value: {text: 'Save now'}});
	app.press('ctrl+r');
	expect(app.view()?.fields[1]).toMatchObject({value: {text: 'Back in 5'}});
});

test('the review shows recent activity of other users on this server', async () => {
	const {store, clock} = app.services;
	const commands = [aCommand({command: 'Broadcast restart in 10', timestamp: clock.now()})];
	store.dispatch({type: 'rcon/received', serverId: 'a', at: clock.now(), via: 'feed', commands});
	await clock.advance(9000);
	await review('X');
	expect(row('Recent')).toEqual(['Someone else ran "Broadcast restart in 10" here 9s ago.']);
	app.press('esc');
	await clock.advance(60_000);
	store.dispatch({
		type: 'fleet/received',
		at: clock.now(),
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	await clock.advance(5000);
	await review('S');
	expect(row('Recent')).toEqual(['Changed to OFFLINE 5s ago, but not by this session.']);
});

test('the review of several servers names each once in their recent activity', async () => {
	app = openHeadlessApp([server('a', 'ONLINE'), server('b', 'ONLINE')]);
	const {store, clock} = app.services;
	await clock.advance(5000);
	const changes = [{serverId: 'a', change: {state: 'OFFLINE'}}];
	store.dispatch({type: 'fleet/received', at: clock.now(), changes});
	store.dispatch({
		type: 'fleet/received',
		at: clock.now(),
		changes: [{serverId: 'b', change: {state: 'OFFLINE'}}],
	});
	await clock.advance(5000);
	app.press('*');
	await review('S');
	expect(row('Recent')).toEqual(
		['a', 'b'].map(id => `name-${id}: Changed to OFFLINE 5s ago, but not by this session.`),
	);
});

test('the notice that an action was sent ends with the answer', async () => {
	await review('X');
	app.refuse(refusal('server.is_not_online'));
	app.press('tab', 'enter');
	await app.passUndoWindow();
	await app.settle();
	expect(app.sent).toHaveLength(1);
	expect(app.state().notices.map(({text}) => text)).not.toContainEqual(expect.stringContaining('waiting'));
});

test.each([5, -5])(
	'a clock skew of %i min neither hides recent activity nor makes old activity recent',
	async min => {
		const {store, clock} = app.services;
		const skewMs = min * 60_000;
		store.dispatch({type: 'access/skewRead', skewMs});
		const receiveCommand = (command: string, agoMs: number, serverId = 'a'): void => {
			const timestamp = clock.now() + skewMs - agoMs;
			const commands = [aCommand({command, timestamp, commandId: command})];
			store.dispatch({type: 'rcon/received', serverId, at: clock.now(), via: 'poll', commands});
		};
		receiveCommand('SaveWorld', 120_000);
		await review('X');
		expect(row('Recent')).toBeUndefined();
		app.press('esc', 'esc');
		receiveCommand('Broadcast restart in 10', 20_000);
		await clock.advance(9000);
		await review('X');
		expect(row('Recent')).toEqual(['Someone else ran "Broadcast restart in 10" here 29s ago.']);
	},
);

test('does not report our own action as recent activity', async () => {
	const {store, clock} = app.services;
	store.dispatch({type: 'fleet/sent', serverIds: ['a'], at: clock.now()});
	await clock.advance(5000);
	store.dispatch({
		type: 'fleet/received',
		at: clock.now(),
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	await review('S');
	expect(row('Recent')).toBeUndefined();
});

test('does not report a state change that was scheduled here once it is due, but does before', async () => {
	const {store, clock} = app.services;
	const becomes = async (state: string) => {
		store.dispatch({type: 'fleet/received', at: clock.now(), changes: [{serverId: 'a', change: {state}}]});
		await clock.advance(5000);
		await review(state === 'ONLINE' ? 'X' : 'S', ...(state === 'ONLINE' ? ['30'] : []));
		const recent = row('Recent')?.[0];
		app.press('esc', 'esc', 'esc');
		return recent;
	};
	await review('X', '30');
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(app.sent).toHaveLength(1);
	await clock.advance(60_000);
	expect(await becomes('OFFLINE')).toContain('Changed to OFFLINE 5s ago, but not by this session.');
	await clock.advance(60_000);
	expect(await becomes('ONLINE')).toContain('Changed to ONLINE 5s ago');
	await clock.advance(28 * 60_000);
	expect(await becomes('OFFLINE')).toBeUndefined();
});

test('does not expect a state that the feed reported before the response to our action', async () => {
	const {clock} = app.services;
	const expects = {state: 'STOPPING', withinMs: 5000};
	const sentAt = clock.now();
	const hears = (state: string) =>
		app.services.store.dispatch({
			type: 'fleet/received',
			at: clock.now(),
			changes: [{serverId: 'a', change: {state}}],
		});
	await clock.advance(10);
	for (const state of ['STOPPING', 'OFFLINE']) {
		hears(state);
		expectServerState(app.services, 'a', expects, sentAt);
		expect(app.state().fleet.expected).toEqual(new Map());
	}
	await clock.advance(10);
	expectServerState(app.services, 'a', expects, clock.now());
	expect(app.state().fleet.expected.get('a')).toMatchObject({state: 'STOPPING', from: 'OFFLINE'});
	await clock.advance(5000);
	expect(app.state().fleet.expected).toEqual(new Map());
	expect(app.lastNotice()).toBe('name-a should be STOPPING by now, but is still OFFLINE.');
});

test('a rejected graceful stop offers a forced stop, which requires the name', async () => {
	await review('X');
	app.refuse(refusal('server.stop_normal_invalid_state'));
	app.press('tab', 'enter');
	await app.passUndoWindow();
	await app.services.clock.advance(400);
	expect(app.view()?.review?.buttons.map(({label}) => label)).toEqual(['Do nothing', 'Stop', 'Force stop']);
	app.press('tab', 'tab', 'enter');
	await app.services.clock.advance(400);
	expect(row('Request')).toEqual(['POST /server/a/stop', '{"forceStop":true}']);
	expect(app.view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
	expect(app.sent).toHaveLength(1);
});

test('a rejection after the undo window does not open a dialog while the user types', async () => {
	await review('X');
	app.refuse(refusal('server.stop_normal_invalid_state'));
	app.press('tab', 'enter', 'i');
	app.type('List');
	await app.passUndoWindow();
	expect(app.state().dialog).toBeUndefined();
	expect(app.lastNotice()).toBe('Stop: Only an online server can be stopped gracefully.');
});
