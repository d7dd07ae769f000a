import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {reservePort} from '../../src/demo/games/game-server.ts';
import {openRconServer} from '../../src/demo/rcon/server.ts';
import {markOf} from '../../src/service/power/process-mark.ts';
import {openPtyTui} from '../pty/pty-tui.ts';
import {openInProcess} from '../cli/in-process.ts';
import {openShipped, type Shipped} from './shipped.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** A program with a server in its local service that needs no process and no console. */
async function withServer() {
	const shipped = openShipped({});
	const {run} = openInProcess({folder: shipped.folder});
	const folder = path.join(shipped.folder, 'state', 'service');
	mkdirSync(folder, {recursive: true});
	const attach = 'serve attach real --game T --console econ --port 1 --password-env WORD --data'.split(' ');
	expect(await run([...attach, folder, '--', 'true'])).toMatchObject({code: 0});
	return {...shipped, service: folder};
}

type Endpoint = {url: string; feedUrl: string; token: string; pid: number; runner: string};
const endpointIn = (folder: string) =>
	JSON.parse(readFileSync(path.join(folder, 'endpoint.json'), 'utf8')) as Endpoint;

/** Resolves to what the service at this address calls its team. */
async function teamAt({url, token}: Endpoint): Promise<string> {
	const answer = await fetch(`${url}/team/my`, {headers: {'Application-Token': token}});
	return ((await answer.json()) as {id: string}).id;
}

const serve = (shipped: Pick<Shipped, 'start'>) => shipped.start(['serve', '--port', '0']);

test('one of two processes that start at the same moment runs the service, and the other takes over after a kill', async () => {
	const shipped = await withServer();
	const started = [serve(shipped), serve(shipped)];
	const outcomes = started.map(({says, ended}) =>
		says('Press Ctrl-C').then(
			() => 'serves',
			() => ended.then(({err}) => err.trim().split('\n').at(-1)),
		),
	);
	const results = await Promise.all(outcomes);
	const endpoint = endpointIn(shipped.service);
	expect(results.toSorted()).toEqual([
		`rcondeck: Another rcondeck process (${endpoint.pid}) is already running this service. Use it, or stop it first.`,
		'serves',
	]);
	expect(await teamAt(endpoint)).toBe('team-local');
	const first = started[results.indexOf('serves')];
	first?.kill('SIGKILL');
	await first?.ended;
	expect(endpointIn(shipped.service)).toEqual(endpoint);
	const next = serve(shipped);
	await next.says('Press Ctrl-C');
	expect(endpointIn(shipped.service).pid).not.toBe(endpoint.pid);
	expect(await teamAt(endpointIn(shipped.service))).toBe('team-local');
	next.kill('SIGTERM');
	expect(await next.ended).toMatchObject({code: 0});
	expect(existsSync(path.join(shipped.service, 'endpoint.json'))).toBe(false);
});

test('only the user can read the files of the service', async () => {
	const shipped = await withServer();
	const running = serve(shipped);
	await running.says('Press Ctrl-C');
	const modeOf = (name: string) => (statSync(path.join(shipped.service, name)).mode & 0o777).toString(8);
	expect(modeOf('.')).toBe('700');
	await waitFor(() => expect(existsSync(path.join(shipped.service, 'service.db-wal'))).toBe(true));
	const names = ['service.db', 'service.db-wal', 'service.lock', 'endpoint.json', 'has-servers'];
	expect(names.map(modeOf)).toEqual(names.map(() => '600'));
});

/** A program with a real process with a console in its local service. */
async function withProcess(password = 'secret') {
	const shipped = openShipped({});
	const notesFile = path.join(shipped.folder, 'notes');
	const service = path.join(shipped.folder, 'state', 'service');
	mkdirSync(service, {recursive: true});
	writeFileSync(notesFile, '');
	writeFileSync(path.join(shipped.folder, 'password'), `${password}\n`, {mode: 0o600});
	const port = String(await reservePort());
	const attach =
		`serve attach real --data ${service} --game T --console source --port ${port} --password-file password`.split(
			' ',
		);
	const script = path.resolve(import.meta.dirname, '../service/own/console-server.ts');
	const command = [process.execPath, script, port, 'secret', notesFile];
	const attached = await shipped.run([...attach, '--stop-command', 'quit', '--', ...command]);
	expect(attached).toMatchObject({code: 0});
	/** The processes that were started, oldest first. */
	const started = () =>
		[...readFileSync(notesFile, 'utf8').matchAll(/^up (\d+)$/gm)].map(([, pid]) => Number(pid));
	onTestFinished(() => {
		for (const pid of started()) if (markOf(pid)) process.kill(pid, 'SIGKILL');
	});
	const {run} = openInProcess({folder: shipped.folder});
	const state = async () => /real +(\w+)/.exec((await run(['servers'])).out)?.[1];
	const becomes = (expected: string) =>
		waitFor(async () => expect(await state()).toBe(expected), {interval: 100});
	return {...shipped, run, service, started, state, becomes};
}

test('a command ends when its own work is done, and starts nothing by itself', async () => {
	const {run, started, becomes, service} = await withProcess();
	expect(await run(['start', 'real', '--yes'])).toMatchObject({
		code: 0,
		out: 'real: start accepted.\n',
		err: '',
	});
	await becomes('RUNNING');
	const [first = 0] = started();
	process.kill(first, 'SIGKILL');
	await becomes('STOPPED');
	expect(started()).toEqual([first]);
	await run(['start', 'real', '--yes']);
	await becomes('RUNNING');
	const {code} = await run(['stop', 'real', '--yes']);
	expect({code, isRunning: markOf(started().at(-1) ?? 0) !== undefined}).toEqual({code: 0, isRunning: false});
	await run(['start', 'real', '--yes']);
	await becomes('RUNNING');
	const scheduled = await run(['stop', 'real', '--yes', '--delay', '20m']);
	expect(scheduled.err).toBe(
		'rcondeck: The scheduled action on real is carried out only while rcondeck or `rcondeck serve` is running.\n',
	);
	expect(existsSync(path.join(service, 'endpoint.json'))).toBe(false);
});

test('a wrong password hides neither the end of a game nor its problem, and does not prevent a stop', async () => {
	const shipped = await withProcess('guess');
	const {run, started, state, becomes} = shipped;
	const running = serve(shipped);
	await running.says('Press Ctrl-C');
	expect(await run(['start', 'real', '--wait'])).toMatchObject({code: 0});
	const refused = /The game refused the RCON password\./;
	expect(await run(['servers'])).toMatchObject({
		out: expect.stringContaining('RUNNING !rcon'),
		err: expect.stringMatching(refused),
	});
	expect((await run(['show', 'real'])).out).toMatch(/^Console +The game refused the RCON password\.$/m);
	expect((await run(['doctor'])).out).toMatch(
		/^warning +console +real: The game refused the RCON password\.$/m,
	);
	const listed = JSON.parse((await run(['servers', '--json'])).out) as {servers: unknown[]};
	expect(listed.servers).toMatchObject([{state: 'RUNNING', consoleProblem: expect.stringMatching(refused)}]);
	const [first = 0] = started();
	process.kill(first, 'SIGKILL');
	await waitFor(() => expect(started()).toHaveLength(2));
	await becomes('RUNNING');
	expect((await run(['show', 'real'])).out).toContain('The process of real ended unexpectedly.');
	expect(await run(['stop', 'real', '--yes', '--wait'])).toMatchObject({code: 0});
	expect(await state()).toBe('STOPPED');
});

test('a server added without a check takes commands, and no message suggests starting it without a driver', async () => {
	const {run, folder} = openShipped({});
	writeFileSync(path.join(folder, 'password'), 'secret\n', {mode: 0o600});
	const game = await openRconServer({password: 'secret', answer: command => `did ${command}`});
	onTestFinished(() => game.close());
	const at = `127.0.0.1:${game.port}`;
	await run(
		`add real --game minecraft --no-query --no-check --rcon ${at} --password-file password`.split(' '),
	);
	expect(await run(['rcon', 'real', '--', 'list'])).toMatchObject({code: 0, out: 'did list\n'});
	await game.close();
	const {code, err} = await run(['rcon', 'real', '--', 'list']);
	expect({code, err}).toEqual({
		code: 7,
		err: expect.stringMatching(
			/^rcondeck: real: The server is not online\. Nothing is listening on .*server\.is_not_online/,
		),
	});
	expect(err).not.toMatch(/start it/i);
});

test('processes share the service, and the next one takes over when its process is killed or serve asks for it', async () => {
	const shipped = await withProcess();
	const {service, started, state, folder} = shipped;
	const env = {
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
	};
	const first = await openPtyTui({env, atEnd: onTestFinished});
	await first.sees(/\[local\].*feed LIVE/);
	expect(endpointIn(service)).toMatchObject({pid: first.pid(), runner: 'session'});
	expect(await shipped.run(['start', 'real', '--yes'])).toMatchObject({code: 0, err: ''});
	const second = await openPtyTui({env, atEnd: onTestFinished});
	await second.sees(/real .*RUNNING/);
	await second.sees(/feed LIVE/);
	process.kill(first.pid(), 'SIGKILL');
	await second.sees('1 gap');
	await waitFor(() => expect(endpointIn(service).pid).toBe(second.pid()));
	expect(await state()).toBe('RUNNING');
	const served = serve(shipped);
	await served.says('Press Ctrl-C');
	expect(endpointIn(service).runner).toBe('serve');
	await second.sees('2 gaps');
	await second.sees(/feed LIVE/);
	second.write('q');
	await second.until('end', () => second.isRestored());
	expect(endpointIn(service).runner).toBe('serve');
	expect(started()).toHaveLength(1);
});
