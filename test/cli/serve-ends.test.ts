import {spawn, type ChildProcess} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {attachToFile} from '../../src/service/attached/attach.ts';
import {isRunning, markOf} from '../../src/service/power/process-mark.ts';
import {reservePort} from '../../src/demo/games/reserve-port.ts';
import {recordsIn} from '../../src/cli/service-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const patient = {timeout: 20_000, interval: 20};

/** Throws an uncaught error when the process gets SIGUSR2. */
const failing = 'process.on("SIGUSR2",()=>{throw new Error("nobody expected this")})';

/** A real server attached to a service that runs in a separate process. */
async function attached({stubborn = false, stopMs = 10_000} = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'serve-ends-'));
	const file = path.join(folder, 'notes');
	const data = path.join(folder, 'data');
	const port = await reservePort();
	writeFileSync(file, '');
	writeFileSync(path.join(folder, 'password'), 'secret\n', {mode: 0o600});
	attachToFile(recordsIn(data), {
		name: 'real',
		gameType: 'OTHER',
		directory: folder,
		command: [
			process.execPath,
			path.join(root, 'test/service/attached/console-server.ts'),
			String(port),
			'secret',
			file,
		],
		console: {kind: 'source', host: '127.0.0.1', port, password: {file: path.join(folder, 'password')}},
		stopCommand: 'quit',
		stopMs,
		start: true,
	});
	const notes = () => readFileSync(file, 'utf8').trim().split('\n');
	const pid = () => Number(/^up (\d+)$/m.exec(notes().join('\n'))?.[1] ?? 0);
	onTestFinished(() => {
		if (pid() > 0 && markOf(pid())) process.kill(pid(), 'SIGKILL');
		rmSync(folder, {recursive: true, force: true});
	});
	const env = {
		...process.env,
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}`,
		...(stubborn && {STUBBORN: 'yes'}),
	};
	return {notes, pid, serve: (state = 'ONLINE') => serve(data, env, state)};
}

/** Resolves when the server is in the state. */
async function serve(data: string, env: NodeJS.ProcessEnv, state: string) {
	const main = path.join(root, 'src/cli/main.ts');
	const child = spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0'], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += String(text)));
	const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
	await vi.waitFor(() => expect(output).toContain('Ctrl-C'), patient);
	const exportedValue = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(output)?.[1] ?? '';
	const headers = {'Application-Token': exportedValue('RCONDECK_TOKEN')};
	const call = async (method: string, where: string) =>
		(await fetch(`${exportedValue('RCONDECK_URL')}${where}`, {method, headers})).json() as Promise<unknown>;
	const {id: teamId} = (await call('GET', '/team/my')) as {id: string};
	const server = async () => {
		const [only] = (await call('GET', `/server/by-team/${teamId}`)) as {id: string; state: string}[];
		return only;
	};
	await vi.waitFor(async () => expect(await server()).toMatchObject({state}), patient);
	return {
		child,
		ended,
		said: () => output,
		server,
		stop: async () =>
			fetch(`${exportedValue('RCONDECK_URL')}/server/${(await server())?.id}/stop`, {
				method: 'POST',
				headers,
			}),
	};
}

const end = (child: ChildProcess, signal: NodeJS.Signals) => void child.kill(signal);

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGQUIT', 131],
	['SIGUSR2', 70],
] as const)(
	'a service that ends by %s stops its real servers with their own command',
	async (signal, code) => {
		const {notes, serve} = await attached();
		const {child, ended, said} = await serve();
		end(child, signal);
		expect(await ended).toBe(code);
		expect(notes()).toEqual([
			expect.stringMatching(/^up \d+$/),
			...commandsIn(notes()),
			'command quit',
			'saved',
		]);
		expect(said()).toContain('Stopping real');
	},
);

test('a real server that does not stop is left running, and the next service takes it over', async () => {
	const {notes, pid, serve} = await attached({stubborn: true, stopMs: 500});
	const first = await serve();
	end(first.child, 'SIGTERM');
	expect(await first.ended).toBe(143);
	expect(first.said()).toContain('real did not stop and is left running');
	const mark = markOf(pid());
	await serve();
	expect(mark && isRunning(mark)).toBe(true);
	expect(notes().filter(line => !line.startsWith('command'))).toEqual([`up ${pid()}`]);
});

test('a service that is killed, or told twice to end, leaves its real servers running', async () => {
	const {notes, pid, serve} = await attached({stubborn: true});
	const first = await serve();
	end(first.child, 'SIGKILL');
	expect(await first.ended).toBe(null);
	const second = await serve();
	const before = notes().length;
	end(second.child, 'SIGINT');
	await vi.waitFor(() => expect(notes().slice(before)).toContain('command quit'), patient);
	end(second.child, 'SIGINT');
	expect(await second.ended).toBe(130);
	await serve();
	expect(notes().filter(line => !line.startsWith('command'))).toEqual([`up ${pid()}`]);
});

test('a real server that was taken over is stopped with its own command', async () => {
	const {notes, pid, serve} = await attached();
	const first = await serve();
	end(first.child, 'SIGKILL');
	await first.ended;
	const second = await serve();
	end(second.child, 'SIGTERM');
	expect(await second.ended).toBe(143);
	expect(notes().slice(-2)).toEqual(['command quit', 'saved']);
	expect(notes()).not.toContain('SIGTERM');
	expect(markOf(pid())).toBeUndefined();
});

test('the next service finishes a stop during which the service was killed', async () => {
	const {notes, pid, serve} = await attached();
	const first = await serve();
	expect((await first.stop()).status).toBe(200);
	end(first.child, 'SIGKILL');
	await first.ended;
	expect(markOf(pid())).toBeDefined();
	await serve('OFFLINE');
	expect(notes().slice(-2)).toEqual(['command quit', 'saved']);
	expect(notes()).not.toContain('SIGTERM');
	expect(markOf(pid())).toBeUndefined();
});

/** The console commands before the end. */
const commandsIn = (notes: string[]) => notes.filter(line => /^command (?!quit)/.test(line));
