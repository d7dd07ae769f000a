import type {ServerResponse} from 'node:http';
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {exitCodes} from '../../src/cli/output/exit-codes.ts';
import {runCli} from './run-cli.ts';

/** As a service may send them: with nulls, unknown fields and unusual values. About 1 MB. */
const servers = Array.from({length: 2000}, (_, index) => ({
	id: index % 2 === 0 ? `s${index}` : index,
	displayName: `Größe ${index} \u202e`,
	state: index % 3 === 0 ? 'ONLINE' : 'offline',
	gameType: index % 2 === 0 ? 'CS2' : 'ARK_ASCENDED',
	map: null,
	extra: {deep: [null, {createdAt: 1_700_000_000, on: false}], none: null},
	commands: [{command: 'status', response: 'x'.repeat(300)}],
}));
const withoutCommands = servers.map(server => ({...server, commands: undefined}));

/** Answers the list with this text, or as the function says. */
async function listing(text: string | ((response: ServerResponse, count: number) => void)) {
	let count = 0;
	const {url, seen} = await httpService(({url}, response) => {
		if (!url.startsWith('/server/by-team')) return json(response, 200, {id: 't'});
		if (typeof text === 'string') response.writeHead(200, {'Content-Type': 'application/json'}).end(text);
		else text(response, ++count);
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'};
	return {env, seen, list: (...argv: string[]) => runCli(['servers', '--json', ...argv], {env})};
}

test('prints a long list unchanged, but without stored commands', async () => {
	const {list} = await listing(JSON.stringify(servers));
	const {code, out, err} = await list();
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(JSON.parse(out)).toEqual({schema: 1, servers: withoutCommands});
	// What could act on a terminal is escaped.
	expect(out).not.toContain('\u202e');
	expect(JSON.parse((await list('--commands')).out)).toEqual({schema: 1, servers});
});

test('filters choose among the printed records, and unknown states are counted', async () => {
	const odd = servers.map((server, index) => (index === 5 ? {...server, state: 'MELTING'} : server));
	const {list} = await listing(JSON.stringify(odd));
	const {out, err} = await list('--game', 'CS2', '--state', 'online');
	const chosen = withoutCommands.filter(({gameType, state}) => gameType === 'CS2' && state === 'ONLINE');
	expect(JSON.parse(out)).toEqual({schema: 1, servers: chosen});
	expect(err).toBe('');
	expect((await list()).err).toContain('1 server has a state that does not say');
});

test('repeated and unreadable records are named, and the others printed', async () => {
	const [first, second, ...others] = servers;
	const {list} = await listing(JSON.stringify([first, second, first, {displayName: 'lost'}, 7, ...others]));
	const {code, out, err} = await list();
	expect(code).toBe(exitCodes.partlyFailed);
	expect(JSON.parse(out)).toEqual({
		schema: 1,
		servers: withoutCommands,
		unreadable: [expect.objectContaining({index: 3, name: 'lost'}), expect.objectContaining({index: 4})],
	});
	expect(err).toContain('lost');
	expect(err).toContain('Duplicate records: Größe 0');
});

test.each([
	['wrapped in an object', JSON.stringify({content: servers})],
	['indented', JSON.stringify(servers, null, 2)],
])('reads a list that is %s', async (_, text) => {
	const {list} = await listing(text);
	expect(JSON.parse((await list()).out)).toEqual({schema: 1, servers: withoutCommands});
});

test('reads a compressed list', async () => {
	const {list} = await listing(response => {
		response.writeHead(200, {'Content-Type': 'application/json', 'Content-Encoding': 'gzip'});
		response.end(gzipSync(JSON.stringify(servers)));
	});
	expect(JSON.parse((await list()).out)).toEqual({schema: 1, servers: withoutCommands});
});

test('a list that broke off is requested again, and each record printed once', async () => {
	const text = JSON.stringify(servers);
	const {list, seen} = await listing((response, count) => {
		response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text)});
		if (count > 1) response.end(text);
		else response.write(text.slice(0, 700_000), () => response.destroy());
	});
	const {out, code} = await list();
	expect(code).toBe(0);
	expect(JSON.parse(out)).toEqual({schema: 1, servers: withoutCommands});
	expect(seen).toHaveLength(3);
});

/** Answers the first request with a part of a list, and the second with another list. */
const brokenOff = (first: readonly object[], second: readonly object[]) =>
	listing((response, count) => {
		const text = JSON.stringify(count > 1 ? second : first);
		response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text)});
		if (count > 1) response.end(text);
		else response.write(text.slice(0, 0.7 * text.length), () => response.destroy());
	});

test.each([
	['empty', []],
	['without a server of the first', withoutCommands.slice(1)],
])('a list that broke off and is then %s is printed as it is now', async (_, second) => {
	const {list} = await brokenOff(servers, second);
	expect(JSON.parse((await list()).out)).toEqual({schema: 1, servers: second});
});

test('filters choose among the records of the last attempt', async () => {
	const {list} = await brokenOff(
		servers.map(server => ({...server, state: 'OFFLINE'})),
		servers.map(server => ({...server, state: 'ONLINE'})),
	);
	const online = withoutCommands.map(server => ({...server, state: 'ONLINE'}));
	expect(JSON.parse((await list('--state', 'online')).out)).toEqual({schema: 1, servers: online});
});

const some = servers.slice(0, 60);

test.each([
	['cut off', JSON.stringify(some).slice(0, -300)],
	['long and cut off', JSON.stringify(servers).slice(0, -300)],
	['no list', JSON.stringify({message: 'x'.repeat(1000)})],
	['no JSON', `${JSON.stringify(some).slice(0, -1)},{"id":"s"]`],
])('prints nothing of a list that is %s', async (_, text) => {
	const {list} = await listing(text);
	const {code, out, err} = await list();
	expect(out).toBe('');
	expect(code).not.toBe(0);
	expect(err).toMatch(/^rcondeck: .+\n$/);
});
