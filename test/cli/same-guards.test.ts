import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {recordingService} from './recording-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';

/** The three front ends must reject the same input: each case is tried in all of them. */
type Case = {
	name: string;
	/** Field by field in the dialog that this key opens, and the problem that it shows. */
	tui: {key: string; typed: readonly string[]; problem: RegExp};
	/** A line of line mode with the answers to its questions. */
	stream: {lines: readonly string[]; problem: RegExp};
	oneShot: {argv: string[]; code: number; problem: RegExp};
};

const cases: Case[] = [
	{
		name: 'a delay of more than a week',
		tui: {key: 'R', typed: ['10081m'], problem: /"10081m" is out of range. Use at most 7d/},
		stream: {lines: [':restart Alpha in 10081m', ''], problem: /"10081m" is out of range. Use at most 7d/},
		oneShot: {
			argv: ['restart', 'one', '--delay', '10081m'],
			code: 2,
			problem: /"10081m" is out of range. Use at most 7d/,
		},
	},
	{
		name: 'a message without a delay',
		tui: {key: 'X', typed: ['', 'Bye'], problem: /without a delay/},
		stream: {lines: [':stop Alpha saying Bye', '', '', ''], problem: /without a delay/},
		oneShot: {argv: ['stop', 'one', '--message', 'Bye'], code: 2, problem: /without a delay/},
	},
	{
		name: 'the name of another server',
		tui: {key: 'C', typed: ['name-b', '', '', 'de_nuke'], problem: /A server named name-b already exists/},
		stream: {
			lines: [':create', 'Bravo', '', '', 'de_nuke', '', ''],
			problem: /A server named Bravo already exists/,
		},
		oneShot: {
			argv: ['create', '--node', 'n', '--name', 'two', '--game', 'CS2', '--map', 'de_nuke'],
			code: 7,
			problem: /A server named two already exists.*server\.display_name_already_exists/,
		},
	},
	{
		name: 'a watch interval below 10s',
		tui: {key: 'w', typed: ['status', '9'], problem: /Use 10s to 10m/},
		stream: {lines: [':use Alpha', ':watch status every 9', '', '', ''], problem: /Use 10s to 10m/},
		oneShot: {argv: ['watch', 'one', '--every', '9', '--', 'status'], code: 2, problem: /Use 10s to 10m/},
	},
	{
		name: 'a watch of a destructive command',
		tui: {key: 'w', typed: ['slay Bob'], problem: /cannot be watched. slay is on your list/},
		stream: {
			lines: [':use Alpha', ':watch slay Bob', ''],
			problem: /cannot be watched. slay is on your list/,
		},
		oneShot: {
			argv: ['watch', 'one', '--', 'slay', 'Bob'],
			code: 11,
			problem: /cannot be watched. slay is on your list/,
		},
	},
];

const dangerous = ['slay', '-say'];

async function oneShot(argv: string[], given: {stdin?: string} = {}) {
	const folder = tempFolder();
	mkdirSync(path.join(folder, 'config'));
	writeFileSync(path.join(folder, 'config', 'config.toml'), `dangerous = ${JSON.stringify(dangerous)}\n`);
	const {env, changes} = await recordingService();
	const ran = await runCli(argv, {env: {...env, RCONDECK_CONFIG_DIR: path.join(folder, 'config')}, ...given});
	return {...ran, changes};
}

describe.each(cases)('$name', ({tui, stream: lineByLine, oneShot: {argv, code, problem}}) => {
	test('is rejected by the TUI', async () => {
		const app = openHeadlessApp(
			[server('a', 'ONLINE', {gameType: 'CS2', nodeId: 'n', nodeName: 'eu-1'}), server('b')],
			'a',
			{settings: {dangerous}},
		);
		await app.openDialog(tui.key);
		for (const text of tui.typed) {
			app.press('ctrl+u');
			app.type(text);
			app.press('tab');
		}
		app.press('enter');
		await app.settle();
		expect(
			app
				.view()
				?.fields.map(field => renderWithKeys(field.problem ?? '', usualKeymap))
				.join('\n'),
		).toMatch(tui.problem);
		expect(app.sent).toEqual([]);
	});

	test('is rejected by line mode', async () => {
		const stream = await openLineModeApp({settings: {dangerous}});
		await stream.comes('feed LIVE');
		let output = '';
		for (const line of lineByLine.lines) output += await stream.line(line);
		expect(output).toMatch(lineByLine.problem);
		expect([...stream.posts(), ...stream.asked('/rcon')]).toEqual([]);
	});

	test('is rejected by a one-shot command, also with --yes', async () => {
		const ran = await oneShot(['--yes', ...argv]);
		expect(ran.err).toMatch(problem);
		expect({code: ran.code, out: ran.out, changes: ran.changes}).toEqual({code, out: '', changes: []});
	});
});

describe.each([
	{line: 'quit', reason: /quit: /},
	{line: 'status; quit', reason: /quit: /},
	{line: 'slay Bob', reason: /slay is on your list/},
	{line: 'say hello', reason: undefined},
	{line: 'status', reason: undefined},
])('$line is confirmed, or not, before it is sent', ({line, reason}) => {
	const isAsked = reason !== undefined;
	/** A line that goes to several servers is always confirmed. */
	const confirmed = (isSeveral: boolean) => ({
		isSent: !isAsked && !isSeveral,
		asks: isAsked || isSeveral,
		isSaid: isAsked,
	});
	const saidIn = (text: string) => ({
		asks: /Enter again|needs --yes/.test(text),
		isSaid: reason?.test(text) === true,
	});

	test.each([
		['one server', ['a']],
		['several servers', ['a', 'b']],
	])('in the TUI, to %s', async (_, ids) => {
		const online = ['a', 'b'].map(id => server(id, 'ONLINE', {gameType: 'CS2'}));
		const app = openHeadlessApp(online, 'a', {settings: {dangerous}});
		if (ids.length > 1) app.press('*');
		app.press('i');
		app.type(line);
		app.press('enter');
		await app.settle();
		expect({isSent: app.sent.length > 0, ...saidIn(app.lastNotice())}).toEqual(confirmed(ids.length > 1));
	});

	test.each([
		['one server', [':use Alpha']],
		['several servers', [':select all', ':use selected']],
	])('in line mode, to %s', async (_, chooses) => {
		const stream = await openLineModeApp({settings: {dangerous}});
		await stream.comes('feed LIVE');
		for (const choice of chooses) await stream.line(choice);
		const output = await stream.line(line);
		expect({isSent: stream.asked('/rcon').length > 0, ...saidIn(output)}).toEqual(
			confirmed(chooses.length > 1),
		);
	});

	test.each([
		['one server', ['one']],
		['several servers', ['one', 'two']],
	])('in a one-shot command, to %s', async (_, names) => {
		const ran = await oneShot(['rcon', ...names, '--', ...line.split(' ')]);
		expect({isSent: ran.changes.length > 0, ...saidIn(ran.err)}).toEqual(confirmed(names.length > 1));
		const dry = await oneShot(['rcon', '--dry-run', '--json', ...names, '--', ...line.split(' ')]);
		const agreed = await oneShot(['rcon', '--yes', ...names, '--', ...line.split(' ')]);
		const {requests} = JSON.parse(dry.out) as {requests: unknown};
		expect({dry: dry.changes, agreed: agreed.changes}).toEqual({dry: [], agreed: requests});
	});
});

describe('one-shot commands', () => {
	test('ask about lines that the settings list as destructive, and not about exempt ones', async () => {
		expect((await oneShot(['rcon', 'one', '--', 'slay', 'Bob'])).code).toBe(11);
		expect((await oneShot(['rcon', 'one', '--', 'say', 'hello'])).code).toBe(0);
	});

	test('check every line of a file before the first one is sent', async () => {
		const ran = await oneShot(['rcon', 'one', '-f', '-'], {stdin: 'status\nusers\nquit\n'});
		expect({code: ran.code, changes: ran.changes}).toEqual({code: 11, changes: []});
		expect(ran.err).toMatch(/destructive.*quit/);
		const agreed = await oneShot(['rcon', 'one', '--yes', '-f', '-'], {stdin: 'status\nquit\n'});
		expect(agreed.changes.map(({body}) => body)).toEqual([{command: 'status'}, {command: 'quit'}]);
	});

	test('do not rename a server to the name of another one', async () => {
		const ran = await oneShot(['rename', 'one', 'two', '--yes']);
		expect({code: ran.code, changes: ran.changes}).toEqual({code: 7, changes: []});
		expect(ran.err).toContain('A server named two already exists.');
	});

	test('leave the name of a new server to the service when the list is unreadable', async () => {
		const {env, changes} = await recordingService({hides: '/server/by-team'});
		const argv = ['create', '--node', 'n', '--name', 'two', '--game', 'CS2', '--map', 'de_nuke', '--yes'];
		expect((await runCli(argv, {env})).code).toBe(0);
		expect(changes).toMatchObject([{path: '/server/create', body: {name: 'two'}}]);
	});

	test('a watch ends when its commands are used up, or when the response matches', async () => {
		const used = await oneShot(['watch', 'one', '--budget', '1', '--', 'status']);
		expect(used).toMatchObject({code: 0, err: expect.stringContaining('it reached its limit of 1 command')});
		expect(used.changes).toHaveLength(1);
		const matched = await oneShot(['watch', 'one', '--stop-when', '^ok', '--', 'status']);
		expect(matched).toMatchObject({code: 0, err: expect.stringContaining('the answer matches /^ok/')});
		expect((await oneShot(['watch', 'one', '--stop-when', '(', '--', 'status'])).code).toBe(2);
		expect((await oneShot(['watch', 'one', '--budget', '5001', '--', 'status'])).code).toBe(2);
	});

	test('an empty option value does not mean the default', async () => {
		for (const argv of [
			['restart', 'one', '--yes', '--delay', ''],
			['restart', 'one', '--yes', '--rolling', ''],
		]) {
			const ran = await oneShot(argv);
			expect({code: ran.code, changes: ran.changes}).toEqual({code: 2, changes: []});
			expect(ran.err).toContain('needs a value');
		}
	});
});
