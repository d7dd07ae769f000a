import type {IncomingMessage} from 'node:http';
import {connect} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {endpoints} from '../../../src/contract/endpoints/index.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {openLog} from '../../../src/lib/files/log.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {type Monitor, openMonitor} from '../../../src/service/http/monitor.ts';
import {parseMetrics, type ParsedMetric} from '../../helpers/prometheus-text.ts';
import {openService, stompClient} from '../open-service.ts';
import {smallFleet} from '../small-fleet.ts';
import {openOwnService} from '../own/open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** A log whose entries the test reads. */
function keepLog() {
	const lines: string[] = [];
	const log = openLog({
		level: 'debug',
		format: 'json',
		output: {write: text => void lines.push(text)},
		now: () => 0,
	});
	const logged = (event: string) =>
		lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(entry => entry['event'] === event);
	return {log, lines, logged};
}

/** The metrics as a program on this machine gets them. */
async function metricsOf(monitor: Monitor): Promise<Map<string, ParsedMetric>> {
	const request = {
		url: '/metrics',
		method: 'GET',
		headers: {host: 'localhost'},
		socket: {remoteAddress: '::1'},
	};
	const answer = await monitor.answer(request as unknown as IncomingMessage, 'ready', {});
	return parseMetrics(answer?.body ?? '');
}

/** A service with its log and metrics on a port. `at` sends a request without the conveniences of a client. */
async function serveMonitored() {
	const {log, lines, logged} = keepLog();
	const monitor = openMonitor({log, clock: systemClock, version: '1.2.3', certificates: undefined});
	const service = await openService({onEvent: monitor.onEvent});
	const {demo} = service;
	monitor.watch(demo);
	const port = await listen(demo, {port: 0, monitor, names: ['games.example']});
	onTestFinished(port.close);
	const at = (path: string, {method = 'GET', host = 'localhost', more = ''} = {}) =>
		new Promise<{status: number; head: string; body: string}>(resolve => {
			let text = '';
			const socket = connect(Number(new URL(port.url).port), '127.0.0.1');
			socket.on('data', data => (text += String(data)));
			socket.on('close', () => {
				const [head = '', body = ''] = text.split('\r\n\r\n');
				resolve({status: Number(head.split(' ')[1]), head, body});
			});
			socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`);
		});
	const metrics = async () => parseMetrics((await at('/metrics')).body);
	const token = `Application-Token: ${demo.credentials.token}\r\n`;
	return {...service, at, port, lines, logged, metrics, token};
}

test('the metrics are valid Prometheus text and count every event', async () => {
	const {demo, at, metrics, token, post} = await serveMonitored();
	expect((await post('/server/cs/rcon?await=true', {command: 'status'})).status).toBe(200);
	for (const path of ['/team/my', '/team/my', '/server/cs', '/server/none', '/nowhere', '/nowhere/else?x=1'])
		await at(path, {more: token});
	await at('/team/my');
	const feed = stompClient(demo);
	await new Promise<void>(resolve => {
		feed.onConnect = () => resolve();
		feed.activate();
	});
	const all = await metrics();
	const valuesOf = (name: string) =>
		(all.get(name)?.samples ?? []).map(({labels, value}) => [...Object.values(labels), value]);
	expect(valuesOf('rcondeck_build_info')).toEqual([['1.2.3', process.versions.node, 1]]);
	const servers = demo.context.store.servers.all();
	expect(valuesOf('rcondeck_servers')).toHaveLength(8);
	expect(valuesOf('rcondeck_servers')).toContainEqual([
		'RUNNING',
		servers.filter(({state}) => state === 'ONLINE').length,
	]);
	expect(valuesOf('rcondeck_server_up')).toHaveLength(servers.length);
	expect(valuesOf('rcondeck_server_players').map(([id]) => id)).toContain('cs');
	expect(valuesOf('rcondeck_consoles')).toEqual([
		['connecting', 0],
		['idle', 0],
		['lost', 0],
		['open', 0],
	]);
	expect(valuesOf('rcondeck_commands_total')).toEqual([['answered', 1]]);
	expect(valuesOf('rcondeck_command_duration_seconds').at(-1)).toEqual([1]);
	expect(valuesOf('rcondeck_feed_clients')).toEqual([[1]]);
	expect(valuesOf('rcondeck_agents')).toEqual([[0]]);
	expect(valuesOf('rcondeck_scheduled_tasks')).toEqual([
		['PENDING', 0],
		['RUNNING', 0],
	]);
	expect(valuesOf('rcondeck_http_requests_total')).toEqual([
		['/team/my', 'GET', '200', 2],
		['/server/{serverId}', 'GET', '200', 1],
		['/server/{serverId}', 'GET', '404', 1],
		['other', 'GET', '404', 2],
		['other', 'GET', '401', 1],
	]);
	expect(valuesOf('rcondeck_http_requests_in_flight')).toEqual([[1]]);
	for (const name of [
		'process_cpu_seconds_total',
		'process_resident_memory_bytes',
		'process_start_time_seconds',
	])
		expect(valuesOf(name)[0]?.[0]).toBeGreaterThan(0);
	expect(all.has('rcondeck_tls_certificate_expiry_timestamp_seconds')).toBe(false);
});

test('metrics that fail are a 500 and a bug, not the end of the service', async () => {
	const bug = new Error('database or disk is full');
	const bugs: unknown[] = [];
	const {log} = keepLog();
	const monitor = openMonitor({log, clock: systemClock, version: '1.2.3', certificates: undefined});
	const answer = () => {
		throw bug;
	};
	const {demo} = await openService();
	const options = {port: 0, monitor: {...monitor, answer}, onBug: (each: unknown) => void bugs.push(each)};
	const port = await listen(demo, options);
	onTestFinished(port.close);
	expect((await fetch(`${port.url}/metrics`)).status).toBe(500);
	expect(bugs).toEqual([bug]);
});

test('metrics need no token from this machine, and one from everywhere else', async () => {
	const {at, token, demo} = await serveMonitored();
	const bearer = (value: string) => `Authorization: Bearer ${value}\r\n`;
	expect((await at('/metrics')).status).toBe(200);
	expect((await at('/metrics', {host: '127.0.0.1:8440'})).status).toBe(200);
	for (const given of [
		{host: 'games.example'},
		{more: 'X-Forwarded-For: 203.0.113.9\r\n'},
		{more: 'Forwarded: for=203.0.113.9\r\n'},
		{host: 'games.example', more: bearer('wrong')},
	]) {
		const refused = await at('/metrics', given);
		expect(refused.status).toBe(401);
		expect(refused.head).toContain('WWW-Authenticate: Bearer');
		expect(refused.body).not.toContain('rcondeck_');
	}
	const statusWith = async (more: string) => (await at('/metrics', {host: 'games.example', more})).status;
	const {token: ownToken, readOnlyToken, noPermissionsToken, teamlessToken} = demo.credentials;
	expect(await statusWith(token)).toBe(200);
	expect(await statusWith(bearer(ownToken))).toBe(200);
	expect(await statusWith(bearer(readOnlyToken))).toBe(200);
	expect(await statusWith(bearer(noPermissionsToken))).toBe(403);
	expect(await statusWith(bearer(teamlessToken))).toBe(404);
});

test('health and metrics answer GET and HEAD on paths that the interface does not use', async () => {
	const {at, token} = await serveMonitored();
	const health = await at('/healthz?probe=1');
	expect([health.status, health.body]).toEqual([200, '{"status":"ok"}\n']);
	expect((await at('/readyz')).body).toBe('{"status":"ok"}\n');
	for (const path of ['/healthz', '/readyz', '/metrics']) {
		const [got, head] = [await at(path), await at(path, {method: 'HEAD'})];
		const types = [got, head].map(each => /Content-Type: (.*)/.exec(each.head)?.[1]);
		expect(types[0]).toBe(types[1]);
		expect([head.status, head.body]).toEqual([200, '']);
		const wrong = await at(path, {method: 'POST', more: `${token}Content-Length: 0\r\n`});
		expect(wrong.status).toBe(405);
		expect(wrong.head).toContain('Allow: GET, HEAD');
		expect((await at(`${path}/x`, {more: token})).status).toBe(404);
	}
	const paths = Object.values(endpoints).map(({path}) => path.split('/')[1]);
	for (const path of ['healthz', 'readyz', 'metrics']) expect(paths).not.toContain(path);
});

test('an instance that does not reach its database or its broker is healthy, but not ready', async () => {
	const {demo, at} = await serveMonitored();
	const {bus, records} = demo.context;
	const {isConnected} = bus;
	const {read} = records;
	const readiness = async () => {
		const {status, body} = await at('/readyz');
		return [status, body];
	};
	bus.isConnected = () => false;
	expect(await readiness()).toEqual([503, '{"status":"no-broker"}\n']);
	bus.isConnected = isConnected;
	expect(await readiness()).toEqual([200, '{"status":"ok"}\n']);
	records.read = () => Promise.reject(new Error('The database is away.'));
	await waitFor(async () => expect(await readiness()).toEqual([503, '{"status":"no-database"}\n']));
	expect((await at('/healthz')).status).toBe(200);
	records.read = read;
});

test('an instance that leaves works and tells load balancers and connections to go', async () => {
	const {at, port, token} = await serveMonitored();
	port.leave();
	expect((await at('/healthz')).status).toBe(200);
	const answer = await at('/readyz');
	expect([answer.status, answer.body]).toEqual([503, '{"status":"closing"}\n']);
	const kept = await fetch(`${port.url}/team/my`, {headers: {'Application-Token': token.slice(19).trim()}});
	expect([kept.status, kept.headers.get('connection')]).toEqual([200, 'close']);
});

test('the log has a line for each request without its secrets, and for each event of a server', async () => {
	const {demo, at, logged, lines, token, post, until, state} = await serveMonitored();
	const requestId = 'X-Request-Id: proxy-17\r\n';
	const answered = await at('/server/cs?secret=hunter2', {more: token + requestId});
	expect(answered.head).toContain('X-Request-Id: proxy-17');
	await at('/hunter2/nowhere', {more: `Application-Token: hunter2\r\nX-Request-Id: ${'x'.repeat(65)}\r\n`});
	await waitFor(() => expect(logged('request')).toHaveLength(2));
	const account = demo.context.store.applications.all().find(({name}) => name !== '')?.id;
	expect(logged('request')).toEqual([
		{
			time: expect.any(String),
			level: 'debug',
			event: 'request',
			message: 'Request',
			method: 'GET',
			route: '/server/{serverId}',
			status: 200,
			ms: expect.any(Number),
			requestId: 'proxy-17',
			account,
			address: '127.0.0.1',
		},
		expect.objectContaining({
			level: 'warn',
			route: 'other',
			status: 401,
			requestId: expect.stringMatching(/^[\w-]{36}$/),
		}),
	]);
	const command = {command: 'rcon_password hunter2'};
	await post('/server/cs/rcon?await=true', command);
	expect(logged('command')).toMatchObject([
		{server: 'cs', command: 'rcon_password ***', outcome: 'answered'},
	]);
	expect((await post('/server/cs/stop')).status).toBe(200);
	await until(async () => (await state('cs')) === 'STOPPED');
	expect(logged('state').map(({id, from, state}) => [id, from, state])).toEqual([
		['cs', 'RUNNING', 'STOPPING'],
		['cs', 'STOPPING', 'STOPPED'],
	]);
	const feed = stompClient(demo);
	await new Promise<void>(resolve => {
		feed.onConnect = () => resolve();
		feed.activate();
	});
	await feed.deactivate();
	await waitFor(() => expect(logged('feed-closed')).toMatchObject([{account}]));
	expect(logged('feed-connected')).toMatchObject([{account}]);
	expect(lines.join('')).not.toMatch(new RegExp(`hunter2|${demo.credentials.token}`));
});

test('a real server shows its console and why a command failed, and leaves unknown players out', async () => {
	const {log, logged} = keepLog();
	const monitor = openMonitor({log, clock: systemClock, version: '1', certificates: undefined});
	const {service, add, becomes, rcon} = await openOwnService({
		env: {WORD: 'hunter2'},
		onEvent: monitor.onEvent,
	});
	monitor.watch(service);
	const game = await openRconServer({password: 'another', answer: () => 'yes'});
	onTestFinished(() => game.close());
	const id = await add({
		console: {kind: 'source', host: '127.0.0.1', port: game.port, password: {env: 'WORD'}},
		power: {kind: 'none'},
		stopMs: 1000,
		readyMs: 1000,
	});
	// A console that refuses the password is there.
	await becomes(id, 'RUNNING');
	await rcon(id, 'list');
	const metrics = await metricsOf(monitor);
	const valuesOf = (name: string) =>
		(metrics.get(name)?.samples ?? []).map(({labels, value}) => [...Object.values(labels), value]);
	expect(valuesOf('rcondeck_consoles')).toContainEqual(['lost', 1]);
	expect(valuesOf('rcondeck_commands_total')).toEqual([['wrong-password', 1]]);
	expect(valuesOf('rcondeck_server_up')).toEqual([[id, 'real', 1]]);
	expect(metrics.has('rcondeck_server_players')).toBe(false);
	expect(logged('console-lost')).toMatchObject([{server: 'real', reason: 'wrong-password', level: 'warn'}]);
	expect(logged('command')).toMatchObject([{command: 'list', outcome: 'wrong-password', level: 'warn'}]);
	expect(JSON.stringify(logged('console-lost'))).not.toContain('hunter2');
});

test('the log says which other instance conflicts with this one, and which times of a schedule were skipped', () => {
	const {log, logged} = keepLog();
	const monitor = openMonitor({log, clock: systemClock, version: '1', certificates: undefined});
	monitor.onEvent({kind: 'instances', problem: 'Stop it.'});
	monitor.onEvent({kind: 'instances', problem: undefined});
	expect(logged('instance-conflict')).toMatchObject([{level: 'warn', message: 'Stop it.'}]);
	expect(logged('instance-conflict-ended')).toMatchObject([{level: 'info'}]);
	monitor.onEvent({kind: 'schedule-skipped', automation: 'nightly', at: Date.UTC(2026, 10, 24, 4)});
	const skipped = {level: 'warn', automation: 'nightly', time: '2026-11-24T04:00:00.000Z'};
	expect(logged('schedule-skipped')).toMatchObject([skipped]);
});

test.each(['json', 'text'] as const)(
	'hostile names are one line of the %s log and one label',
	async format => {
		const lines: string[] = [];
		const log = openLog({
			level: 'debug',
			format,
			output: {write: line => void lines.push(line)},
			now: () => 0,
		});
		const monitor = openMonitor({log, clock: systemClock, version: '1.2.3', certificates: undefined});
		const name = 'a"} 1\nb{c="$(touch d)`%s\\\x1b]0;e\x07\x9b\u202e\u2028\r';
		const servers = smallFleet.servers.map(server => ({...server, name: `${name}${server.id}`}));
		const {demo} = await openService({fleet: {...smallFleet, servers}});
		monitor.watch(demo);
		for (const server of demo.context.store.servers.all()) {
			monitor.onEvent({kind: 'state', server, from: 'OFFLINE', to: 'ONLINE'});
			monitor.onEvent({kind: 'command', serverId: server.id, command: name, outcome: 'answered', ms: 1});
		}
		expect(lines).toHaveLength(2 * servers.length);
		for (const line of lines) expect(line).toMatch(/^[ -~]+\n$/);
		const names = servers.map(server => server.name);
		const logged = lines.map(line =>
			format === 'json' ? (JSON.parse(line) as {server: string}).server : names[0],
		);
		expect(names).toEqual(expect.arrayContaining(logged));
		const metrics = await metricsOf(monitor);
		const up = metrics.get('rcondeck_server_up')?.samples ?? [];
		expect(up).toHaveLength(servers.length);
		expect(up[0]?.labels['server']).toMatch(/^a"\} 1\^Jb\{c="\$\(touch d\)`%s\\\^\[[ -~]+$/);
	},
);
