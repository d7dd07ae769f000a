import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {recordingService} from './recording-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** How a command asks on a terminal: not at all, for a yes, or for a word. */
type Question = 'none' | 'yes' | {word: string};
type Changing = {argv: string[]; requests?: number; asks: Question; protected: Question};

const playerId = '0002ab';
const onPlayer = (verb: string) => ['player', verb, playerId, '--server', 'two'];

/** Every command that changes something on the service; `none`: it can harm neither players nor data. */
const changing: Record<string, Changing> = {
	'start of one': {argv: ['start', 'one'], asks: 'none', protected: 'yes'},
	'start of two': {argv: ['start', 'one', 'two'], requests: 2, asks: {word: '2'}, protected: {word: '2'}},
	'stop with players': {argv: ['stop', 'one'], asks: {word: 'one'}, protected: {word: 'one'}},
	'stop without players': {argv: ['stop', 'two'], asks: 'yes', protected: {word: 'two'}},
	'stop by force': {argv: ['stop', 'two', '--force'], asks: {word: 'two'}, protected: {word: 'two'}},
	'stop of all': {argv: ['stop', '--all'], requests: 2, asks: {word: '2'}, protected: {word: '2'}},
	'restart with a warning': {
		argv: ['restart', 'one', '--delay', '5m', '--message', 'Soon'],
		asks: 'yes',
		protected: {word: 'one'},
	},
	'restart of two': {argv: ['restart', 'one', 'two'], requests: 2, asks: {word: '2'}, protected: {word: '2'}},
	'broadcast to one': {argv: ['broadcast', 'one', '--', 'hi'], asks: 'yes', protected: 'yes'},
	'broadcast to all': {
		argv: ['broadcast', '--all', '--', 'hi'],
		requests: 2,
		asks: {word: '2'},
		protected: {word: '2'},
	},
	'message to a player': {argv: [...onPlayer('message'), '--', 'hi'], asks: 'none', protected: 'yes'},
	'kick of a player': {argv: onPlayer('kick'), asks: 'yes', protected: {word: 'two'}},
	'ban of a player': {argv: onPlayer('ban'), asks: 'yes', protected: {word: 'two'}},
	'unban of a player': {argv: onPlayer('unban'), asks: 'none', protected: 'yes'},
	create: {
		argv: ['create', '--node', 'eu-1', '--name', 'new', '--game', 'CS2', '--map', 'de_nuke'],
		asks: 'none',
		protected: 'yes',
	},
	rename: {argv: ['rename', 'one', 'other'], asks: 'none', protected: 'yes'},
	'backup create': {argv: ['backup', 'create', 'one'], asks: 'none', protected: 'yes'},
	move: {argv: ['move', 'one', '/srv/other'], asks: 'yes', protected: {word: 'one'}},
	'team invite': {argv: ['team', 'invite', 'a@example.org'], asks: 'none', protected: 'yes'},
	'team kick': {argv: ['team', 'kick', 'Mia'], asks: {word: 'Mia'}, protected: {word: 'Mia'}},
	'team icon': {argv: ['team', 'icon', 'ICON'], asks: 'none', protected: 'yes'},
	'automation trigger, players gone': {
		argv: ['automation', 'trigger', 'nightly'],
		asks: {word: 'nightly'},
		protected: {word: 'nightly'},
	},
	'automation trigger': {argv: ['automation', 'trigger', 'greeting'], asks: 'none', protected: 'yes'},
	'automation create': {
		argv: ['automation', 'create', '-d', '{"name": "new"}'],
		asks: 'none',
		protected: 'yes',
	},
	'automation edit': {
		argv: ['automation', 'edit', 'greeting', '-d', '{"enabled": false}'],
		asks: 'none',
		protected: 'yes',
	},
	'task cancel': {argv: ['task', 'cancel', 'k'], asks: 'yes', protected: 'yes'},
	'api POST': {argv: ['api', 'POST', '/server/a/update'], asks: 'yes', protected: {word: '/server/a/update'}},
	'api delete': {argv: ['api', 'delete', '/server/a'], asks: 'yes', protected: {word: '/server/a'}},
	'rcon to several': {
		argv: ['rcon', 'one', 'two', '--', 'status'],
		requests: 2,
		asks: 'yes',
		protected: 'yes',
	},
	'rcon to a selector': {
		argv: ['rcon', '--game', 'CS2', '--', 'status'],
		asks: 'yes',
		protected: {word: 'one'},
	},
	'destructive rcon': {argv: ['rcon', 'one', '--', 'say x; quit'], asks: 'yes', protected: {word: 'one'}},
	'destructive rcon without waiting': {
		argv: ['rcon', 'two', '--no-await', '--', 'cheat DoExit'],
		asks: 'yes',
		protected: {word: 'two'},
	},
	'destructive rcon to all': {
		argv: ['rcon', '--all', '--', 'quit'],
		requests: 2,
		asks: {word: '2'},
		protected: {word: '2'},
	},
};

/** The same with the icon as a separate file. */
function typed({argv}: Changing): string[] {
	const file = path.join(tempFolder(), 'icon.png');
	writeFileSync(file, png);
	return argv.map(word => (word === 'ICON' ? file : word));
}

/** The options come before `--`, as in a shell. */
function withYes(argv: readonly string[]): string[] {
	const dashes = argv.indexOf('--');
	return dashes === -1 ? [...argv, '--yes'] : argv.toSpliced(dashes, 0, '--yes');
}

describe.each(Object.entries(changing))('%s', (_, command) => {
	const {requests = 1} = command;

	test('needs --yes without a terminal where it can do harm', async () => {
		const {env, changes} = await recordingService();
		const {code, err} = await runCli(typed(command), {env});
		const isHarmless = command.asks === 'none';
		expect({code, sent: changes.length}).toEqual(
			isHarmless ? {code: 0, sent: requests} : {code: 11, sent: 0},
		);
		const refusal = /Nothing was sent\. Without a terminal, .+ needs --yes\./;
		expect(refusal.test(err)).toBe(!isHarmless);
	});

	test('sends with --yes, before or after the command', async () => {
		const argv = typed(command);
		for (const words of [withYes(argv), ['--yes', ...argv], ['-y', ...argv]]) {
			const {env, changes} = await recordingService();
			const {code, err} = await runCli(words, {env});
			expect({code, err: code === 0 ? '' : err, sent: changes.length}).toEqual({
				code: 0,
				err: '',
				sent: requests,
			});
		}
	});

	test('is rejected in a read-only session', async () => {
		const {env, changes} = await recordingService();
		const {code, err} = await runCli(['--read-only', ...typed(command)], {env});
		expect({code, changes}).toEqual({code: 11, changes: []});
		expect(err).toContain('read-only');
	});
});

/** Every command on a terminal, with an unprotected and with a protected profile. */
const onTerminal = Object.entries(changing).flatMap(([name, command]) => [
	{name, command, protect: 'normal', asks: command.asks},
	{name, command, protect: 'high', asks: command.protected},
]);
const isAsked = ({asks}: {asks: Question}) => asks !== 'none';

async function openTerminal(command: Changing, protect: string) {
	const folder = tempFolder();
	const {env, changes} = await recordingService();
	const file = `[profiles.p]\nurl = "${env.RCONDECK_URL}"\nprotect = "${protect}"\n`;
	writeFileSync(path.join(folder, 'config.toml'), file);
	const profileEnv = {...env, RCONDECK_PROFILE: 'p', RCONDECK_CONFIG_DIR: folder};
	const argv = typed(command);
	const run = (answer: string) => runCli(argv, {env: profileEnv, isTTY: true, stdin: `${answer}\n`});
	return {run, changes};
}

test.each(onTerminal.filter(one => !isAsked(one)))(
	'$name asks nothing on a terminal, with protection $protect',
	async ({command, protect}) => {
		const {run, changes} = await openTerminal(command, protect);
		expect((await run('')).code).toBe(0);
		expect(changes).toHaveLength(command.requests ?? 1);
	},
);

test.each(onTerminal.filter(isAsked))(
	'$name asks on a terminal, with protection $protect, like its dialog',
	async ({command, protect, asks}) => {
		const [question, right, wrong] =
			typeof asks === 'object' ? [`? Type ${asks.word} to confirm: `, asks.word, 'y'] : ['? [y/N] ', 'y', ''];
		const {run, changes} = await openTerminal(command, protect);
		const refused = await run(wrong);
		expect(refused.err).toContain(question);
		expect({code: refused.code, changes}).toEqual({code: 11, changes: []});
		expect((await run(right)).code).toBe(0);
		expect(changes).toHaveLength(command.requests ?? 1);
	},
);

test.each([
	[['rcon', 'one', '--', 'status']],
	[['watch', 'one', '--budget', '1', '--', 'status']],
	[['api', 'get', '/team/my']],
	[['stop', '--all', '--dry-run']],
	[['rcon', '--all', '--dry-run', '--', 'quit']],
])('%j needs no --yes', async argv => {
	const {env} = await recordingService();
	expect((await runCli(argv, {env})).code).toBe(0);
});
