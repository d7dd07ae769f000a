import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {openService, openShipped, type Ended, type Shipped} from './shipped.ts';
import {waitUntil} from '../helpers/wait-for.ts';

const tooLate = /stdout cannot be written: the reader has closed it\./;

/** A service with servers to restart, and the number of restart requests. `before` may delay a restart. */
async function openFleet(count: number, before: (restarts: number) => Promise<void> = async () => {}) {
	const [alpha] = threeServers.servers;
	if (!alpha) throw new Error('The fleet has no server.');
	const servers = Array.from({length: count}, (_, n) => ({...alpha, id: `s${n}`, name: `Server ${n}`}));
	const {env, asked} = await openService({fleet: {...threeServers, servers}}, async (request, service) => {
		if (request.url.endsWith('/restart')) await before(restarts());
		return service();
	});
	const restarts = () => asked.filter(line => line.endsWith('/restart')).length;
	return {rcondeck: openShipped({env}), restarts};
}

/** The number of actions in the journal. */
async function actions(rcondeck: Shipped): Promise<number> {
	const {entries} = JSON.parse((await rcondeck.run(['journal', '--json'])).out) as {
		entries: {kind: string}[];
	};
	return entries.filter(({kind}) => kind === 'act').length;
}

test('a pipe gets the complete list of 1,000 servers', async () => {
	const {env} = await openService({servers: 1000});
	const {code, out} = await openShipped({env}).shell('set -o pipefail; rcondeck servers --json | cat');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({servers: {length: 1000}});
});

test('standard error is also written completely', async () => {
	const {env} = await openService({servers: 1000});
	const {err} = await openShipped({env}).shell('rcondeck servers --json 3>&1 >&2 2>&3 | cat');
	expect(JSON.parse(err)).toMatchObject({servers: {length: 1000}});
});

test('ends quietly if the reader of a list stops reading', async () => {
	const {env} = await openService({servers: 1000});
	const script = 'set -o pipefail; rcondeck servers --json | head -c 10';
	expect(await openShipped({env}).shell(script)).toMatchObject({code: 0, out: '{"schema":', err: ''});
});

test('reports a full disk as a failure', async () => {
	const {env} = await openService();
	expect(await openShipped({env}).shell('rcondeck servers > /dev/full')).toMatchObject({
		code: 1,
		err: 'rcondeck: stdout cannot be written: the disk is full.\n',
	});
});

test.each([
	['stderr is full', 'rcondeck restart --all --yes 2> /dev/full'],
	['both are full', 'rcondeck restart --all --yes > /dev/full 2>&1'],
	['both have no reader', 'set -o pipefail; rcondeck restart --all --yes 2>&1 | true'],
	['stderr is full from the start', 'rcondeck restart --all --rolling 10 --gate accepted --yes 2> /dev/full'],
])('if %s, every server is still restarted, and the exit code reports the lost output', async (_, script) => {
	const {rcondeck, restarts} = await openFleet(30);
	const {code} = await rcondeck.shell(script);
	expect({code, restarts: restarts()}).toEqual({code: 1, restarts: 30});
	expect(await actions(rcondeck)).toBe(30);
});

test('restarts everything even if the reader stops halfway, and the exit code reports it', async () => {
	const {rcondeck, restarts} = await openFleet(3, async count => {
		if (count === 2) await waitUntil(() => existsSync(path.join(rcondeck.folder, 'gone')));
	});
	const script = `
		set -o pipefail
		rcondeck restart --all --rolling 1 --gate accepted --yes 2>&1 | { read -r line; echo "$line"; exec <&-; touch gone; }`;
	const {code, out} = await rcondeck.shell(script);
	expect(out).toContain('team Dev Guild');
	expect({code, restarts: restarts()}).toEqual({code: 1, restarts: 3});
	expect(await actions(rcondeck)).toBe(3);
});

test('an open connection does not delay the exit after everything is written', async () => {
	const {url} = await httpService((_seen, _response, socket) =>
		// Unknown to the server, which would otherwise close it after a while.
		socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
	);
	const rcondeck = openShipped({env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(await rcondeck.shell('set -o pipefail; rcondeck api GET /any | cat')).toMatchObject({
		code: 0,
		out: '{}\n',
	});
});

test('reports on stderr that a report could not be written', async () => {
	const {rcondeck} = await openFleet(3);
	const script = 'set -o pipefail; rcondeck restart --all --yes --json | true';
	const {code, err} = await rcondeck.shell(script);
	expect(code).toBe(1);
	expect(err).toMatch(tooLate);
});

test('a failure keeps its own exit code if the report is lost', async () => {
	const {env} = await openService();
	const {code} = await openShipped({env}).shell('rcondeck show nobody 2> /dev/full');
	expect(code).toBe(6);
});

test('a stream ends with its reader', async () => {
	const {env} = await openService();
	const rcondeck = openShipped({env});
	const feed = rcondeck.startShell("set -o pipefail; rcondeck feed | sed '/de_mirage/q'");
	await feed.saysOnError('feed LIVE');
	// A closed reader is only noticed when something is written.
	const ask = async () => void (await rcondeck.run(['rcon', 'alpha', '--', 'status']));
	let ended: Ended | void;
	do ended = await Promise.race([feed.ended, ask()]);
	while (!ended);
	const {code, err} = ended;
	expect(code).toBe(0);
	expect(err).toMatch(/^(rcondeck: feed .*\n)+$/);
});

test('a stream to a full disk fails', async () => {
	const {env} = await openService();
	const {code, err} = await openShipped({env}).shell('rcondeck servers --watch > /dev/full');
	expect({code, err}).toEqual({
		code: 1,
		err: 'rcondeck: stdout cannot be written: the disk is full.\n',
	});
});
