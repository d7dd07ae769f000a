import {expect, test} from 'vitest';
import type {Alert, TriggerPort} from '../../src/app/kernel/state/services.ts';
import {alertText} from '../../src/app/alerts/payloads.ts';
import {TriggerTable} from '../../src/config/schema.ts';
import {openApp} from '../helpers/open-app.ts';
import {anEconGame} from './econ-game.ts';

/** A port of a session that acts, or of one beside it that does not. */
function aPort({isOurs = true, quiet = false} = {}) {
	const sent: [text: string, only: string | undefined][] = [];
	const rules = {forMs: 0, maxPerHour: 5, quietHours: quiet ? {from: 0, to: 1439} : undefined};
	const openTriggers = async (): Promise<TriggerPort> => ({
		claim: async () => isOurs,
		release: () => {},
		alerts: {
			rules,
			send: async (alert: Alert, only) => {
				sent.push([alertText(alert), only]);
				return [{target: 'webhook', problem: undefined}];
			},
		},
	});
	return {sent, openTriggers};
}

const triggersOf = (...tables: object[]) => ({
	triggers: tables.map((table, index) => TriggerTable.parse({name: `t${index}`, ...table})),
});
const said = (text: string, player = 'Ann') => `0:-2:${player}: ${text}`;

async function open(settings: object, port = aPort()) {
	const screen = await openApp({columns: 120, rows: 40, settings, openTriggers: port.openTriggers});
	const game = await anEconGame(screen.demo);
	await screen.sees('feed LIVE').comes('Tee').press('9').sees('CHAT');
	return {screen, game, ...port};
}

test('a text in chat sends an alert, and counts further matches within the interval', async () => {
	const {screen, game, sent} = await open(triggersOf({name: 'cheats', pattern: 'aim ?bot'}));
	game.print('chat', said('is that an AimBot?'));
	await screen.comes('Tee: Trigger cheats: Ann: is that an AimBot?');
	expect(sent).toEqual([['[demo] cheats: Tee: Ann: is that an AimBot?', undefined]]);
	game.print('chat', said('aimbot!'));
	await screen.comes('Trigger cheats on Tee matched again; it acts once every 1m.');
	for (let count = 0; count < 30; count++) game.print('chat', said(`aimbot ${count}`));
	await screen.waits(70_000);
	expect(sent).toHaveLength(1);
	game.print('chat', said('aimbot again'));
	await screen.comes('Ann: aimbot again (31 more matches since the last)');
	expect(sent).toHaveLength(2);
});

test('a command answers a player on the server of the line, and its echo triggers nothing', async () => {
	const settings = triggersOf(
		{name: 'help', pattern: 'hello', act: 'command', command: 'say hello {player}, see {text}', every: 10},
		{name: 'echo', pattern: 'hello', where: 'output', act: 'command', command: 'say output hello', every: 10},
	);
	const {screen, game} = await open({triggers: [settings.triggers[0]]});
	game.print('chat', said('hello; "quit\u001b[2J', 'A "b";quit'));
	await screen.comes(/\(server\) +hello A b quit, see hello quit\^\[\[2J/);
	await screen.waits(60_000);
	const says = game.heard.filter(line => line.startsWith('say'));
	expect(says).toEqual(['say hello A b quit, see hello quit^[[2J']);
	game.print('chat', `*** ${says[0]?.slice(4)}`);
	game.print('chat', said(`${says[0]?.slice(4)}`, 'Mirror'));
	await screen.comes('Mirror').waits(30_000);
	expect(game.heard.filter(line => line.startsWith('say'))).toHaveLength(1);
});

test('a trigger on output does not act on the output of its own command, however often it comes', async () => {
	const settings = triggersOf({
		pattern: 'hello',
		where: 'output',
		act: 'command',
		command: 'say hello all',
		every: 10,
	});
	const {screen, game} = await open(settings);
	game.print('game', 'hello');
	await screen.comes(/\(server\) +hello all/);
	for (let count = 0; count < 5; count++) {
		await screen.waits(20_000);
		game.print('chat', '*** hello all');
	}
	await screen.waits(5000);
	expect(game.heard.filter(line => line.startsWith('say'))).toEqual(['say hello all']);
});

test.each([
	['a read-only session sends no command', {readOnly: true}, aPort(), 'this session is read-only'],
	['a session beside the one that acts does nothing', {}, aPort({isOurs: false}), undefined],
])('%s', async (_, more, port, notice) => {
	const settings = {...triggersOf({pattern: 'hello', act: 'command', command: 'say hi'}), ...more};
	const {screen, game} = await open(settings, port);
	game.print('chat', said('hello'));
	await screen.comes(/Ann +hello/);
	if (notice !== undefined) await screen.comes(notice);
	await screen.waits(20_000);
	expect(game.heard.filter(line => line.startsWith('say'))).toEqual([]);
});

test('quiet hours delay the alert, not the notice, and a trigger with a webhook alerts only the webhook', async () => {
	const loud = await open(triggersOf({pattern: 'hello', act: 'webhook'}));
	loud.game.print('chat', said('hello'));
	await loud.screen.comes('Trigger t0: Ann: hello');
	expect(loud.sent).toEqual([['[demo] t0: Tee: Ann: hello', 'webhook']]);
	const quiet = await open(triggersOf({pattern: 'hello'}), aPort({quiet: true}));
	quiet.game.print('chat', said('hello'));
	await quiet.screen.comes('Trigger t0: Ann: hello');
	expect(quiet.sent).toEqual([]);
});

test('triggers search the answers to typed commands, on the servers of their filter', async () => {
	const settings = triggersOf(
		{name: 'found', pattern: 'did status', where: 'answers'},
		{name: 'elsewhere', pattern: 'did status', where: 'answers', servers: 'game:rust'},
	);
	const {screen, sent} = await open(settings);
	await screen.press('1', '/').type('Tee').press('enter', 'i').type('status').press('enter');
	await screen.comes('Trigger found: did status').waits(5000);
	expect(sent).toEqual([['[demo] found: Tee: did status', undefined]]);
});
