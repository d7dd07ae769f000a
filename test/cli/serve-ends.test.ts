import {randomUUID} from 'node:crypto';
import {spawn, type ChildProcess} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {seedFirstTeam} from '../../src/service/records/first-team.ts';
import {registerServer, type NewOwnServer} from '../../src/service/own/register.ts';
import {openStoreRecords} from '../../src/service/records/store-records.ts';
import {openStore} from '../../src/service/records/store.ts';
import {isRunning, markOf} from '../../src/service/power/process-mark.ts';
import {nobody} from '../service/records/some-records.ts';
import {reservePort} from '../../src/demo/games/game-server.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {recordsIn} from '../../src/cli/start/service-folder.ts';
import {waitFor} from '../helpers/wait-for.ts';
import {bundle} from '../shipped/shipped.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Throws an uncaught error when the process gets SIGUSR2. */
const failing = 'process.on("SIGUSR2",()=>{throw new Error("nobody expected this")})';

/** `sayCommand` makes a stop count down for several seconds. */
type Wish = {stubborn?: boolean; stopMs?: number; sayCommand?: string};

/** A real server of a service that runs in a separate process. */
async function ownServer({stubborn = false, stopMs = 10_000, ...more}: Wish = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'serve-ends-'));
	const file = path.join(folder, 'notes');
	const data = path.join(folder, 'data');
	const port = await reservePort();
	writeFileSync(file, '');
	writeFileSync(path.join(folder, 'password'), 'secret\n', {mode: 0o600});
	const script = path.join(root, 'test/service/own/console-server.ts');
	const store = openStore(recordsIn(data));
	const records = {store, clock: systemClock, newId: randomUUID, random: Math.random};
	seedFirstTeam(records);
	const added: NewOwnServer = {
		displayName: 'real',
		gameType: 'OTHER',
		isWanted: true,
		own: {
			power: {
				kind: 'process',
				directory: folder,
				command: [process.execPath, script, String(port), 'secret', file],
			},
			console: {kind: 'source', host: '127.0.0.1', port, password: {file: path.join(folder, 'password')}},
			stopCommand: 'quit',
			stopMs,
			readyMs: 60_000,
			...more,
		},
	};
	await openStoreRecords(store, nobody).transact(transaction => registerServer(records, transaction, added));
	store.close();
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
	return {notes, pid, serve: (state = 'RUNNING') => serve(data, env, state)};
}

/** Resolves when the server is in the state. */
async function serve(data: string, env: NodeJS.ProcessEnv, state: string) {
	const [program, ...words] = bundle;
	const child = spawn(program, [...words, 'serve', '--data', data, '--port', '0'], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += String(text)));
	const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
	await waitFor(() => expect(output).toContain('Ctrl-C'));
	const exportedValue = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(output)?.[1] ?? '';
	const token = readFileSync(path.join(data, 'owner-token'), 'utf8').trim();
	const headers = {'Application-Token': token};
	const call = async (method: string, where: string) =>
		(await fetch(`${exportedValue('RCONDECK_URL')}${where}`, {method, headers})).json() as Promise<unknown>;
	const {id: teamId} = (await call('GET', '/team/my')) as {id: string};
	const server = async () => {
		const [only] = (await call('GET', `/server/by-team/${teamId}`)) as {id: string; state: string}[];
		return only;
	};
	const becomes = (state: string) => waitFor(async () => expect(await server()).toMatchObject({state}));
	await becomes(state);
	return {
		child,
		ended,
		said: () => output,
		becomes,
		stop: async () =>
			fetch(`${exportedValue('RCONDECK_URL')}/server/${(await server())?.id}/stop`, {
				method: 'POST',
				headers,
			}),
	};
}

const end = (child: ChildProcess, signal: NodeJS.Signals) => void child.kill(signal);

test('a service that ends by any signal leaves its real servers running, and the next one adopts them', async () => {
	const {notes, pid, serve} = await ownServer();
	let service = await serve();
	for (const [signal, code] of [
		['SIGINT', 0],
		['SIGTERM', 0],
		['SIGHUP', 129],
		['SIGQUIT', 131],
		['SIGUSR2', 70],
		['SIGKILL', null],
	] as const) {
		end(service.child, signal);
		expect(await service.ended).toBe(code);
		const mark = markOf(pid());
		service = await serve();
		expect({signal, continues: mark && isRunning(mark)}).toEqual({signal, continues: true});
		expect(notes().filter(line => !line.startsWith('command status'))).toEqual([`up ${pid()}`]);
	}
	expect((await service.stop()).status).toBe(200);
	await service.becomes('STOPPED');
	expect(notes().slice(-2)).toEqual(['command quit', 'saved']);
	expect(notes()).not.toContain('SIGTERM');
	expect(markOf(pid())).toBeUndefined();
});

test('a service that ends names the servers that continue without it', async () => {
	const {serve} = await ownServer();
	const {child, ended, said} = await serve();
	end(child, 'SIGTERM');
	await ended;
	expect(said()).toContain('real continues to run.');
});

test('the next service finishes a stop during which the service was killed', async () => {
	const {notes, pid, serve} = await ownServer({sayCommand: 'say {text}'});
	const first = await serve();
	expect((await first.stop()).status).toBe(200);
	end(first.child, 'SIGKILL');
	await first.ended;
	expect(markOf(pid())).toBeDefined();
	await serve('STOPPED');
	expect(notes().slice(-2)).toEqual(['command quit', 'saved']);
	expect(notes()).not.toContain('SIGTERM');
	expect(markOf(pid())).toBeUndefined();
});

test('a server that ignores its stop command is killed after its time limit', async () => {
	const {notes, pid, serve} = await ownServer({stubborn: true, stopMs: 500});
	const {stop, becomes} = await serve();
	expect((await stop()).status).toBe(200);
	await becomes('STOPPED');
	expect(notes()).toContain('command quit');
	expect(markOf(pid())).toBeUndefined();
});
