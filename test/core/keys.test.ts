import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {GameServer} from '../../src/contract/models/server.ts';
import {formView} from '../../src/core/forms/form-view.ts';
import {handleKey, handlePaste} from '../../src/core/keys.ts';
import type {State} from '../../src/core/state/index.ts';
import {fakeServices, type FakeServices} from '../helpers/fake-services.ts';

const server = (id: string, state = 'ONLINE', over: object = {}) =>
	GameServer.parse({id, displayName: `name-${id}`, state, onlinePlayers: 0, maxPlayers: 70, ...over});

let sent: {method: string; input: unknown}[];
let refusal: ApiError | undefined;
let services: FakeServices;
let fresh: GameServer;

function open(servers = [server('a'), server('b', 'OFFLINE')], selectedId = 'a'): void {
	sent = [];
	refusal = undefined;
	fresh = servers.find(({id}) => id === selectedId) ?? server('a');
	const post = (method: string) => async (input: unknown) => {
		sent.push({method, input});
		if (refusal) throw refusal;
	};
	services = fakeServices({
		api: {
			getServer: async () => fresh,
			startServer: post('start'),
			stopServer: post('stop'),
			restartServer: post('restart'),
			sendRcon: post('rcon'),
			awaitRcon: async input => {
				await post('await')(input);
				const command = {command: input.command, response: 'ok', commandId: 'c', timestamp: 5};
				return {serverId: input.serverId, command};
			},
		},
	});
	const at = services.clock.now();
	services.store.dispatch({type: 'fleet/polled', at, latencyMs: 1, servers, unreadable: []});
	services.store.dispatch({type: 'view/changed', change: {selectedId}});
}

beforeEach(() => open());

const state = (): State => services.store.getState();
const view = () => formView(state(), services.settings, services.clock.now());
const lastNotice = () => state().notices.at(-1)?.text ?? '';
const press = (...chords: string[]) => chords.forEach(chord => handleKey(services, chord));
const type = (text: string) => press(...text);
/** Opens a dialog and lets the moment pass in which keys are not meant for it. */
const openDialog = async (key: string) => {
	press(key);
	await services.clock.advance(400);
};

test('R opens the restart dialog; what was filled in is reviewed as the exact request, then sent', async () => {
	await openDialog('R');
	type('10');
	press('tab');
	type('save now');
	press('enter');
	await services.clock.advance(1);
	expect(view()?.step).toBe('review');
	expect(view()?.review?.rows.find(({label}) => label === 'Will send')?.lines).toEqual([
		'POST /server/a/restart',
		'{"delayMinutes":10,"delayedRestartMessage":"save now"}',
	]);
	press('tab', 'enter');
	await services.clock.advance(1);
	expect(sent).toEqual([
		{method: 'restart', input: {serverId: 'a', delayMinutes: 10, delayedRestartMessage: 'save now'}},
	]);
	expect(state().dialog).toBeUndefined();
	expect(lastNotice()).toBe('Restart of name-a in 10 min accepted.');
});

test('the default of every review is to do nothing', async () => {
	await openDialog('X');
	press('enter');
	await services.clock.advance(1);
	press('enter');
	expect(sent).toEqual([]);
	expect(state().dialog).toBeUndefined();
});

test.each(['-1', '1.5', 'soon', '1e3', '99999'])(
	'a delay of %s is refused in its field, and nothing is lost',
	async delay => {
		await openDialog('R');
		type(delay);
		press('enter');
		expect(view()?.step).toBe('edit');
		expect(view()?.fields[0]).toMatchObject({focused: true, value: {text: delay}});
		expect(view()?.fields[0]?.problem).toMatch(/minutes/);
	},
);

test('a message without a delay is refused in its field', async () => {
	await openDialog('R');
	press('tab');
	type('bye');
	press('enter');
	expect(view()?.fields[1]).toMatchObject({focused: true, value: {text: 'bye'}});
	expect(view()?.fields[1]?.problem).toMatch(/nobody would hear/);
});

test('keys that arrive as the dialog opens never reach it', async () => {
	press('R', '1', 'enter', 'tab', 'enter');
	expect(view()).toMatchObject({step: 'edit'});
	expect(view()?.fields[0]?.value.text).toBe('');
	await services.clock.advance(399);
	press('5');
	expect(view()?.fields[0]?.value.text).toBe('');
});

test('an Enter in a burst of keys never presses anything in a dialog', async () => {
	await openDialog('R');
	handleKey(services, 'enter', true);
	expect(view()?.step).toBe('edit');
});

test('a refusal stays in the dialog with what was typed, and shows its key', async () => {
	await openDialog('X');
	press('enter');
	await services.clock.advance(1);
	refusal = new ApiError('no', {
		reason: 'refused',
		request: 'POST /server/{serverId}/stop',
		status: 409,
		key: 'server.timed_shutdown_already_scheduled',
	});
	press('tab', 'enter');
	await services.clock.advance(1);
	expect(view()).toMatchObject({step: 'review', failure: {key: 'server.timed_shutdown_already_scheduled'}});
	expect(view()?.review?.buttons.find(({focused}) => focused)?.id).toBe('nothing');
});

test('with players online the name must be typed before a stop at once', async () => {
	open([server('a', 'ONLINE', {onlinePlayers: 41})]);
	await openDialog('X');
	press('enter');
	await services.clock.advance(1);
	expect(view()?.review?.confirm).toMatchObject({focused: true, matches: false});
	press('tab', 'tab', 'enter');
	await services.clock.advance(1);
	expect(sent).toEqual([]);
	expect(lastNotice()).toBe('Type name-a to confirm.');
	press('shift+tab', 'shift+tab');
	type('name-a');
	press('enter', 'enter');
	await services.clock.advance(1);
	expect(sent).toEqual([{method: 'stop', input: {serverId: 'a'}}]);
});

test('players who came since the last poll are seen before the review asks', async () => {
	fresh = server('a', 'ONLINE', {onlinePlayers: 5});
	await openDialog('R');
	press('enter');
	await services.clock.advance(1);
	expect(view()?.review?.confirm?.prompt).toBe('Type name-a to confirm:');
});

test('a forced stop is offered while a server hangs in between, a graceful one is explained', async () => {
	open([server('a', 'STOPPING')]);
	await openDialog('X');
	press('enter');
	expect(view()?.fields.find(({name}) => name === 'force')?.problem).toMatch(/STOPPING/);
	press('right', 'enter');
	await services.clock.advance(1);
	type('name-a');
	press('enter', 'enter');
	await services.clock.advance(1);
	expect(sent).toEqual([{method: 'stop', input: {serverId: 'a', forceStop: true}}]);
});

test('a key that cannot work says why, and no dialog opens', () => {
	press('S');
	expect(state().dialog).toBeUndefined();
	expect(lastNotice()).toContain('name-a is ONLINE already');
});

test('an unbound key says so', () => {
	press('Z');
	expect(lastNotice()).toBe('Z does nothing here; ? shows every key.');
});

test('Enter sends, the input stays open and empty, and the line is pending at once', () => {
	press('i');
	type('ListPlayers');
	press('enter');
	expect(state().console['a']?.lines).toMatchObject([{command: 'ListPlayers', status: 'pending'}]);
	expect(state().view).toMatchObject({input: true, drafts: {a: {text: ''}}});
});

test('"& " sends without waiting', async () => {
	press('i');
	type('& SaveWorld');
	press('enter');
	await services.clock.advance(1);
	expect(sent).toEqual([{method: 'rcon', input: {serverId: 'a', command: 'SaveWorld'}}]);
	expect(state().console['a']?.lines).toMatchObject([{command: 'SaveWorld', status: 'sent'}]);
});

test.each(['', '   ', '&', '&  '])('a blank command (%j) is not sent', async text => {
	press('i');
	type(text);
	press('enter');
	await services.clock.advance(1);
	expect(sent).toEqual([]);
	expect(lastNotice()).toContain('Nothing to send');
});

test('a draft survives switching servers', () => {
	press('i');
	type('half');
	press('esc', 'k', 'i');
	type('other');
	press('esc', 'j', 'i');
	expect(state().view.drafts).toMatchObject({a: {text: 'half'}, b: {text: 'other'}});
});

test('Up and Down walk the history and bring back what was being typed', () => {
	press('i');
	for (const command of ['one', 'two']) {
		type(command);
		press('enter');
	}
	type('dra');
	press('up', 'up', 'up');
	expect(state().view.drafts['a']?.text).toBe('one');
	press('down', 'down');
	expect(state().view.drafts['a']?.text).toBe('dra');
});

test('a paste never submits, in whatever shape', async () => {
	press('i');
	handlePaste(services, 'quit\nDoExit\r\n');
	await services.clock.advance(1);
	expect(sent).toEqual([]);
	expect(state().view.drafts['a']?.text).toBe('quit DoExit');
});

test('Ctrl-C clears the text, then stops waiting, then asks, then quits', async () => {
	press('i');
	type('abc');
	press('ctrl+c');
	expect(state().view.drafts['a']?.text).toBe('');
	let stopped = false;
	services.waits.set('w', {
		serverId: 'a',
		stop: () => {
			stopped = true;
			services.waits.delete('w');
		},
	});
	press('ctrl+c');
	expect(stopped).toBe(true);
	press('ctrl+c');
	expect(lastNotice()).toBe('Press Ctrl-C again to quit.');
	expect(services.asked).toEqual([]);
	press('ctrl+c');
	expect(services.asked).toEqual(['quit']);
});

test('any other key disarms the quit', () => {
	press('ctrl+c', 'j', 'ctrl+c');
	expect(services.asked).toEqual([]);
});

test('Esc never quits, q at the top does', () => {
	press('2', 'esc', 'esc', 'esc');
	expect(services.asked).toEqual([]);
	press('2', 'q');
	expect(services.asked).toEqual([]);
	press('q');
	expect(services.asked).toEqual(['quit']);
});

test('a read-only session sends nothing and says so', () => {
	services.settings.readOnly = true;
	press('R', 'i');
	expect(state().dialog).toBeUndefined();
	expect(state().view.input).toBe(false);
	expect(lastNotice()).toContain('read-only');
});

test('the dialog stays with its server when the list changes underneath', async () => {
	await openDialog('R');
	services.store.dispatch({type: 'view/changed', change: {selectedId: 'b'}});
	press('enter');
	await services.clock.advance(1);
	press('tab', 'enter');
	await services.clock.advance(1);
	expect(sent).toEqual([{method: 'restart', input: {serverId: 'a'}}]);
});
