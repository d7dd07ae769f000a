import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {openAttachedServer} from '../../../src/service/attached/attached-server.ts';
import type {AttachedRecord} from '../../../src/service/attached/attached-record.ts';
import {markOf, type ProcessMark} from '../../../src/service/power/process-mark.ts';
import {systemClock} from '../../../src/lib/clock.ts';
import {reservePort} from '../../../src/demo/games/reserve-port.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';

/** A script as a server, in its own folder; `{port}` in it is the port of its console. */
async function aScript(text: string, more: Partial<AttachedRecord> = {}, env: NodeJS.ProcessEnv = {}) {
	return opened(await prepared(text, more), env);
}

async function prepared(text: string, more: Partial<AttachedRecord>) {
	const directory = mkdtempSync(path.join(tmpdir(), 'attached-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const port = await reservePort();
	writeFileSync(path.join(directory, 'server.mjs'), text.replaceAll('{port}', String(port)));
	writeFileSync(path.join(directory, 'password'), 'secret\n');
	const attached: AttachedRecord = {
		command: [process.execPath, 'server.mjs'],
		console: {kind: 'source', host: '127.0.0.1', port, password: {file: path.join(directory, 'password')}},
		sayCommand: 'say {text}',
		probeCommand: 'status',
		stopMs: 10_000,
		readyMs: 60_000,
		...more,
	};
	return {directory, port, attached};
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Starts the script, or takes over the process that runs it. */
async function opened(given: Prepared, env: NodeJS.ProcessEnv = {}, running?: ProcessMark) {
	const {directory, attached} = given;
	const game = await openAttachedServer({
		gameType: 'TEEWORLDS',
		directory,
		attached,
		logFile: path.join(directory, 'log'),
		clock: systemClock,
		env: {...process.env, ...env},
		running,
	});
	onTestFinished(() => game.kill());
	const exit = new Promise<string>(resolve => game.onExit(resolve));
	const says = (text: string) =>
		vi.waitFor(() => expect(game.log().join('\n')).toContain(text), {timeout: 5000, interval: 5});
	return {...given, game, exit, says};
}

const lasting = 'setInterval(() => {}, 1000); console.log("up");';
/** A child that never exits and prints its process ID. */
const withChild = `
	import {spawn} from 'node:child_process';
	const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
	console.log('child ' + child.pid + ' up');
	setInterval(() => {}, 1000);
`;
const childIn = (log: readonly string[]) => Number(/child (\d+)/.exec(log.join('\n'))?.[1]);

test('a forced stop ends everything that the server has started', async () => {
	const {game, exit, says} = await aScript(withChild);
	await says('up');
	const child = childIn(game.log());
	expect(markOf(child)).toBeDefined();
	await game.kill();
	expect(await exit).toBe('killed');
	await vi.waitFor(() => expect(markOf(child)).toBeUndefined());
});

test('a server that dies leaves no processes behind', async () => {
	const {game, exit, says} = await aScript(withChild);
	await says('up');
	const child = childIn(game.log());
	process.kill(game.pid ?? 0, 'SIGKILL');
	expect(await exit).toBe('crashed');
	expect(game.log().at(-1)).toBe('rcondeck: ended by SIGKILL');
	await vi.waitFor(() => expect(markOf(child)).toBeUndefined());
});

test('a server that ignores the signal is killed after its timeout', async () => {
	const {game, exit, says} = await aScript(`process.on('SIGTERM', () => console.log('no')); ${lasting}`, {
		stopMs: 100,
	});
	await says('up');
	await game.close();
	expect(await exit).toBe('closed');
	expect(game.log()).toContain('no');
});

test('a signal replaces a stop command that cannot be delivered', async () => {
	const {game, exit, says} = await aScript(lasting, {stopCommand: 'quit'});
	await says('up');
	await game.close();
	expect(await exit).toBe('closed');
	expect(game.log().at(-1)).toBe('rcondeck: ended by SIGTERM');
});

test('a real Source RCON console accepts commands and player messages', async () => {
	const heard: string[] = [];
	const {game, says, port} = await aScript(lasting);
	await says('up');
	const console = await openRconServer({
		password: 'secret',
		port,
		answer: command => {
			heard.push(command);
			return `did ${command}`;
		},
	});
	onTestFinished(() => console.close());
	expect(await game.run('status')).toBe('did status');
	expect(await game.say('two\nlines $&')).toBe(true);
	expect(heard).toEqual(['status', 'say two lines $&']);
});

test('no shell reads the command', async () => {
	const {exit, says, directory} = await aScript('console.log(JSON.stringify(process.argv.slice(2)));', {
		command: [process.execPath, 'server.mjs', '$(touch owned)', '; touch owned', '*'],
	});
	await says('["$(touch owned)","; touch owned","*"]');
	expect(await exit).toBe('quit');
	expect(existsSync(path.join(directory, 'owned'))).toBe(false);
});

test('a server does not inherit the credentials of rcondeck', async () => {
	const {game, says} = await aScript(
		'console.log(process.env.RCONDECK_TOKEN, process.env.WORLD);',
		{},
		{
			RCONDECK_TOKEN: 'secret',
			WORLD: 'big',
		},
	);
	await says('undefined');
	expect(game.log()[0]).toBe('undefined big');
});

test.each([
	[{command: ['/no/such/program']}, 'not started: /no/such/program or the directory'],
	[{password: {env: 'NO_SUCH_NAME'}}, 'NO_SUCH_NAME has no console password'],
	[{password: {file: '/no/such/file'}}, '/no/such/file cannot be read: no such file.'],
])('a server that cannot be started has crashed, with the reason (%o)', async (wish, why) => {
	const {command, password = {env: 'WORD'}} = wish as Partial<AttachedRecord> & {password?: {env: string}};
	const {game, exit} = await aScript(
		lasting,
		{
			...(command && {command}),
			console: {kind: 'econ', host: '127.0.0.1', port: await reservePort(), password},
		},
		{WORD: 'x'},
	);
	expect(await exit).toBe('crashed');
	expect(game.log().join()).toContain(why);
	await expect(game.run('status')).rejects.toMatchObject({reason: 'refused'});
});

test("nothing is started when another process has the console's port, because it would respond instead", async () => {
	const other = await openRconServer({password: 'secret', answer: () => 'me'});
	onTestFinished(() => other.close());
	const {game, exit} = await aScript(lasting, {
		console: {kind: 'source', host: '127.0.0.1', port: other.port, password: {env: 'HOME'}},
	});
	expect(await exit).toBe('crashed');
	expect(game.log()).toEqual([
		`rcondeck: not started: another process already listens on 127.0.0.1:${other.port}`,
	]);
});

test('keeps the last lines of a long output', async () => {
	const {game, exit} = await aScript(
		"for (let n = 0; n < 5000; n++) console.log('line', n); console.log('é'.repeat(9000))",
	);
	await exit;
	expect(game.log()).toHaveLength(501);
	expect(game.log()[0]).toBe('line 4501');
	expect(game.log().at(-2)).toBe('é'.repeat(2000));
});

/** A console that accepts every command and passes it to `on`. */
async function aConsole(port: number, on: (command: string) => void = () => {}) {
	const console = await openRconServer({
		password: 'secret',
		port,
		answer: command => {
			on(command);
			return '';
		},
	});
	onTestFinished(() => console.close());
}

const saving = `
	process.on('SIGTERM', () => console.log('SIGTERM'));
	process.on('SIGUSR2', () => (console.log('saved'), process.exit(0)));
	${lasting}`;

test('shutting down the service stops a server with its own stop command', async () => {
	const {game, exit, says, port} = await aScript(saving, {stopCommand: 'quit'});
	await says('up');
	await aConsole(port, command => command === 'quit' && process.kill(game.pid ?? 0, 'SIGUSR2'));
	expect(await game.release()).toBe(true);
	expect(await exit).toBe('closed');
	expect(game.log()).toEqual(['up', 'saved', 'rcondeck: ended with exit code 0']);
});

test.each([
	['whose console is unreachable', false],
	['that ignores its stop command', true],
])('shutting down the service leaves a server %s running', async (_which, hasConsole) => {
	const {game, says, port} = await aScript(saving, {stopCommand: 'quit', stopMs: 300});
	await says('up');
	if (hasConsole) await aConsole(port);
	expect(await game.release()).toBe(false);
	expect(markOf(game.pid ?? 0)).toBeDefined();
	expect(game.log()).not.toContain('SIGTERM');
});

test('a stop that the shutdown interrupts does not become a kill', async () => {
	const {game, says, port} = await aScript(saving, {stopCommand: 'quit', stopMs: 300});
	await says('up');
	const heard: string[] = [];
	await aConsole(port, command => heard.push(command));
	const stopped = vi.fn<() => void>();
	void game.close().then(stopped);
	expect(await game.release()).toBe(false);
	expect(heard).toEqual(['quit']);
	expect(markOf(game.pid ?? 0)).toBeDefined();
	expect(stopped).not.toHaveBeenCalled();
});

test('takes over a server that was left running: its output, its console, its exit', async () => {
	const first = await aScript(`console.log('before'); setInterval(() => console.log('still'), 20);`);
	await first.says('still');
	const mark = markOf(first.game.pid ?? 0);
	const {game, exit, says, port} = await opened(first, {}, mark);
	expect(game.pid).toBe(first.game.pid);
	await says('before');
	await aConsole(port);
	expect(await game.run('status')).toBe('');
	await game.close();
	expect(await exit).toBe('closed');
	expect(mark && markOf(mark.pid)).toBeUndefined();
});

test('ignores another process that has reused the process ID of a server', async () => {
	const first = await aScript(saving);
	await first.says('up');
	const mark = markOf(first.game.pid ?? 0);
	const {game, exit} = await opened(first, {}, {pid: first.game.pid ?? 0, startedAt: 'another time'});
	await game.kill();
	expect(await exit).toBe('killed');
	// A signal would have arrived by the time the next process has run.
	execFileSync(process.execPath, ['-e', '0']);
	expect(mark && markOf(mark.pid)).toEqual(mark);
});
