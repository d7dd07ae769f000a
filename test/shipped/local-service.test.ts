import {existsSync, mkdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, test, vi} from 'vitest';
import {openShipped, type Shipped} from './shipped.ts';

const patient = {timeout: 20_000, interval: 20};

/** A program with a server in its local service that needs no process and no console. */
async function withServer() {
	const shipped = openShipped({});
	const folder = path.join(shipped.folder, 'state', 'service');
	mkdirSync(folder, {recursive: true});
	const attach = 'serve attach real --game T --console econ --port 1 --password-env WORD --data'.split(' ');
	expect(await shipped.run([...attach, folder, '--', 'true'])).toMatchObject({code: 0});
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

test('of two processes that start at the same moment one runs the service, and a kill lets the next one run it', async () => {
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
		`rcondeck: Another rcondeck already runs this service: process ${endpoint.pid}.`,
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
	await vi.waitFor(
		() => expect(existsSync(path.join(shipped.service, 'service.db-wal'))).toBe(true),
		patient,
	);
	const names = ['service.db', 'service.db-wal', 'service.lock', 'endpoint.json', 'has-servers'];
	expect(names.map(modeOf)).toEqual(names.map(() => '600'));
});
