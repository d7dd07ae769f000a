import {createServer, type AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {mayHaveRun} from '../../../src/contract/errors.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

type Client = ReturnType<typeof apiAt>;

/** Requests whose response the specification does not show, and those whose response has no body. */
const writes: Record<string, (api: Client) => Promise<unknown>> = {
	start: api => api.startServer({serverId: 's'}),
	stop: api => api.stopServer({serverId: 's'}),
	restart: api => api.restartServer({serverId: 's'}),
	rename: api => api.changeDisplayName({serverId: 's', displayName: 'x'}),
	rcon: api => api.sendRcon({serverId: 's', command: 'x'}),
	invite: api => api.inviteMember({teamId: 't', userEmail: 'a@b.example'}),
	kick: api => api.kickMember({teamId: 't', memberId: 'm'}),
	icon: api =>
		api.uploadTeamIcon({teamId: 't', file: new Uint8Array(3), fileName: 'i.png', contentType: 'image/png'}),
	trigger: api => api.triggerAutomation({automationId: 'a'}),
	edit: api => api.editAutomation({automationId: 'a', name: 'x'}),
	'cancel run': api => api.cancelRun({runId: 'r'}),
	'cancel task': api => api.cancelNodeTask({nodeId: 'n', taskId: 'k'}),
	'create server': api => api.createServer({nodeId: 'n', name: 'x', gameType: 'CS2', map: 'm'}),
	'create automation': api => api.createAutomation({teamId: 't', name: 'x'}),
	raw: api => api.raw({method: 'post', path: '/server/s/restart'}),
};

const acceptances = [
	['nothing', ''],
	['an empty object', '{}'],
	['plain text', 'OK'],
	['text in brackets', '[INFO] accepted'],
	['a flag', '{"success":true}'],
	['null', 'null'],
	['an array', '[]'],
	['a number', '42'],
] as const;

for (const [name, write] of Object.entries(writes)) {
	test.each(acceptances)(`${name}: a 2xx with %s means that it was accepted`, async (_what, body) => {
		for (const status of [200, 202]) {
			const service = await httpService((_seen, response) => response.writeHead(status).end(body));
			await write(apiAt(service.url));
			expect(service.seen).toHaveLength(1);
		}
	});
}

const page = '<!doctype html><html><form action="/login">Sign in</form></html>';
const notTheService = [
	['a web page', {'Content-Type': 'text/html'}, page],
	['a web page without its type', {}, `\n ${page}`],
	['a web page that begins with text', {'Content-Type': 'text/html; charset=utf-8'}, `Sign in${page}`],
	['a part of a web page', {'Content-Type': 'text/html'}, 'Sign in <a href="/login">here</a>'],
	['half an object', {'Content-Type': 'application/json'}, '{"id":"s1","displayName":"a'],
	['half an array', {}, '[{"id":"s1"},'],
	['half a text', {}, '"accep'],
	[
		'half of a packed body',
		{'Content-Encoding': 'gzip'},
		gzipSync('{"id":"s1","displayName":"long enough"}').subarray(0, 25),
	],
] as const;

for (const [name, write] of Object.entries({
	...writes,
	'awaited rcon': (api: Client) => api.awaitRcon({serverId: 's', command: 'x'}),
})) {
	test.each(notTheService)(`${name}: after %s the outcome is unknown`, async (_what, headers, body) => {
		const service = await httpService((_seen, response) => response.writeHead(200, headers).end(body));
		const error = await failureOf(write(apiAt(service.url)));
		expect({mayHaveRun: mayHaveRun(error), reason: error.reason}).toEqual({
			mayHaveRun: true,
			reason: 'unreadable',
		});
		expect(service.seen).toHaveLength(1);
	});
}

test.each([
	['fewer bytes than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"ok":true}'],
	['a truncated chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"ok":'],
	['unterminated chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
	['invalid chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
])('after a response with %s the outcome of a write is unknown', async (_what, answer) => {
	const service = createServer(socket =>
		socket.on('error', () => {}).once('data', () => socket.end(answer)),
	).listen(0, '127.0.0.1');
	await new Promise(resolve => service.once('listening', resolve));
	onTestFinished(() => void service.close());
	const {port} = service.address() as AddressInfo;
	const error = await failureOf(apiAt(`http://127.0.0.1:${port}`).restartServer({serverId: 's'}));
	expect(mayHaveRun(error)).toBe(true);
});

test('returns the created record when it is readable, and otherwise the reason', async () => {
	const bodies: unknown[] = [{id: 's1', displayName: 'x'}, {displayName: 'x'}, undefined];
	const service = await httpService((_seen, response) => json(response, 200, bodies.shift()));
	const api = apiAt(service.url);
	const create = () => api.createServer({nodeId: 'n', name: 'x', gameType: 'CS2', map: 'm'});
	expect(await create()).toMatchObject({record: {id: 's1'}});
	expect(await create()).toEqual({record: undefined, unread: 'id: expected an id'});
	expect(await create()).toEqual({record: undefined, unread: 'it is empty'});
});

test.each([
	['an empty body', ''],
	['words', 'Request Timeout'],
	['a web page', page],
	['another key', '{"key":"general.not_found"}'],
	['an unknown key', '{"error":"gateway_timeout"}'],
])('408 with %s means that a command may have run', async (_what, body) => {
	const service = await httpService((_seen, response) => response.writeHead(408).end(body));
	const api = apiAt(service.url);
	for (const call of [
		api.awaitRcon({serverId: 's', command: 'x'}),
		api.sendRcon({serverId: 's', command: 'x'}),
		api.restartServer({serverId: 's'}),
	]) {
		expect(mayHaveRun(await failureOf(call))).toBe(true);
	}
	expect(service.seen).toHaveLength(3);
});

test('a read never has an unknown outcome, whatever the response', async () => {
	const service = await httpService((_seen, response) => response.writeHead(408).end());
	expect(mayHaveRun(await failureOf(apiAt(service.url).getServer({serverId: 's'})))).toBe(false);
	const broken = await httpService((_seen, response) => response.end('{"id":'));
	expect(mayHaveRun(await failureOf(apiAt(broken.url).getServer({serverId: 's'})))).toBe(false);
});

test.each([
	[{errorKey: 'server.is_not_online'}, 'server.is_not_online'],
	[{error: 'server.is_not_online', message: 'No.'}, 'server.is_not_online'],
	[{code: 'TEAM_NOT_FOUND'}, 'TEAM_NOT_FOUND'],
	[{error: {errorKey: 'validation.failed'}}, 'validation.failed'],
	[{error: {code: 'validation.failed'}}, 'validation.failed'],
	[{error: 'strange', code: 'missingPermission.MANAGE_SERVERS'}, 'missingPermission.MANAGE_SERVERS'],
	[{key: 'server.is_not_online', code: 'E409'}, 'server.is_not_online'],
	[{error: 'Conflict'}, undefined],
	[{error: 'Not Found'}, undefined],
	[{error: 'The server is not online.'}, undefined],
	[{code: 409}, undefined],
	[{code: '409'}, undefined],
	[{key: 409, error: null}, undefined],
])('the key of %j is %j', async (body, key) => {
	const service = await httpService((_seen, response) => json(response, 409, body));
	const error = await failureOf(apiAt(service.url).startServer({serverId: 's'}));
	expect(error.key).toBe(key);
	expect(error.serviceMessage).not.toBe(key ?? '');
});

test('an infinitely nested error is still a rejection', async () => {
	const depth = 60_000;
	const body = `{"error":${'['.repeat(depth)}${']'.repeat(depth)}}`;
	const service = await httpService((_seen, response) => response.writeHead(409).end(body));
	expect(await failureOf(apiAt(service.url).startServer({serverId: 's'}))).toMatchObject({
		reason: 'refused',
		status: 409,
	});
});

test('401 says whether any credentials were configured', async () => {
	const service = await httpService((_seen, response) => response.writeHead(401).end());
	const anonymous = apiAt(service.url, {credentials: undefined});
	expect(await failureOf(anonymous.myTeam())).toMatchObject({
		isAnonymous: true,
		message: 'No credentials are set.',
	});
	expect(await failureOf(apiAt(service.url).myTeam())).toMatchObject({isAnonymous: false});
});
