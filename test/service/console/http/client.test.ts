import {X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {inspect} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import type {HttpApi} from '../../../../src/games/console-types.ts';
import {findGame} from '../../../../src/games/games.ts';
import {connectHttp} from '../../../../src/service/console/http.ts';
import {openHttpGame} from '../servers/http-server.ts';

const password = 'sésame & co';
const sendOptions = {timeoutMs: 5000};

type Respond = Parameters<typeof openHttpGame>[0];

async function aGame(respond: Respond, tls?: Parameters<typeof openHttpGame>[1]) {
	const game = await openHttpGame(respond, tls);
	onTestFinished(game.close);
	return game;
}

function apiOf(gameType: string): HttpApi {
	const game = findGame(gameType);
	const found = [game?.console, ...(game?.otherConsoles ?? [])].find(item => item?.kind === 'http');
	if (found?.kind !== 'http') throw new Error(`${gameType} has no HTTP interface`);
	return found.api;
}

type Login = {api: HttpApi; probe: string; fingerprint?: string; password?: string};

async function logIn({port}: {port: number}, {password: word = password, ...options}: Login) {
	const connection = await connectHttp(options)({host: '127.0.0.1', port, password: word, timeoutMs: 3000});
	onTestFinished(connection.close);
	return connection;
}

test('commands of Palworld become its requests', async () => {
	const game = await aGame(({path: asked}) => ({body: asked.endsWith('/info') ? '{"version":"v0.6"}' : ''}));
	const connection = await logIn(game, {api: apiOf('PALWORLD'), probe: 'Info'});
	expect(await connection.send('Broadcast Restart in 5 minutes, "grüße"', sendOptions)).toBe('');
	await connection.send('KickPlayer steam_76561198000000000', sendOptions);
	await connection.send('kickplayer  steam_1   too  loud ', sendOptions);
	await connection.send('Shutdown 60 bye', sendOptions);
	expect(await connection.send('info', sendOptions)).toBe('{"version":"v0.6"}');
	const login = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
	expect(game.requests).toEqual([
		{method: 'GET', path: '/v1/api/info', body: undefined, login},
		{method: 'POST', path: '/v1/api/announce', body: {message: 'Restart in 5 minutes, "grüße"'}, login},
		{method: 'POST', path: '/v1/api/kick', body: {userid: 'steam_76561198000000000'}, login},
		{method: 'POST', path: '/v1/api/kick', body: {userid: 'steam_1', message: 'too  loud'}, login},
		{method: 'POST', path: '/v1/api/shutdown', body: {waittime: 60, message: 'bye'}, login},
		{method: 'GET', path: '/v1/api/info', body: undefined, login},
	]);
});

test('any command of TShock becomes a part of the query', async () => {
	const game = await aGame(({path: asked}) => ({
		body: asked.startsWith('/v3')
			? '{"status": "200", "response": ["one", "two"]}'
			: '{"status": "200", "players": []}',
	}));
	const connection = await logIn(game, {api: apiOf('TERRARIA'), probe: 'playing'});
	expect(await connection.send('say a&b=c #1 ü', sendOptions)).toBe('one\ntwo');
	expect(game.requests.map(({path: asked}) => asked)).toEqual([
		'/v2/players/list?token=s%C3%A9same%20%26%20co',
		'/v3/server/rawcmd?cmd=%2Fsay%20a%26b%3Dc%20%231%20%C3%BC&token=s%C3%A9same%20%26%20co',
	]);
});

test('TShock may refuse a token with HTTP status 200', async () => {
	const game = await aGame(() => ({body: '{"status": "403", "error": "Not authorized."}'}));
	const login = logIn(game, {api: apiOf('TERRARIA'), probe: 'playing'});
	await expect(login).rejects.toMatchObject({reason: 'wrong-password'});
});

const file = (name: string) =>
	readFileSync(path.join(import.meta.dirname, '../../../helpers/certificates', `${name}.pem`), 'utf8');
const certificate = file('self-signed');
const {fingerprint256} = new X509Certificate(certificate);
const tls = {key: file('key'), cert: certificate};
const satisfactory = {api: apiOf('SATISFACTORY'), probe: 'status', password: 'token'};

test('Satisfactory is trusted by the fingerprint of its certificate', async () => {
	const game = await aGame(
		({body}) => ({
			body: JSON.stringify(
				(body as {function: string}).function === 'RunCommand'
					? {data: {commandResult: 'done\n', returnValue: true}}
					: {data: {serverGameState: {numConnectedPlayers: 2}}},
			),
		}),
		tls,
	);
	for (const fingerprint of [fingerprint256, fingerprint256.replaceAll(':', '').toLowerCase()]) {
		const connection = await logIn(game, {...satisfactory, fingerprint});
		expect(await connection.send('status', sendOptions)).toBe('{"numConnectedPlayers":2}');
		expect(await connection.send('FG.NetworkQuality 3', sendOptions)).toBe('done');
	}
	expect(game.requests[2]).toEqual({
		method: 'POST',
		path: '/api/v1',
		body: {function: 'RunCommand', data: {command: 'FG.NetworkQuality 3'}},
		login: 'Bearer token',
	});
});

test('without its fingerprint, or with another one, nothing is sent to a self-signed server', async () => {
	const game = await aGame(() => ({}), tls);
	const other = fingerprint256.replace(/^../, pair => (pair === '00' ? '11' : '00'));
	const refused = {reason: 'untrusted', mayHaveRun: false, message: expect.stringContaining('ertificate')};
	await expect(logIn(game, satisfactory)).rejects.toMatchObject(refused);
	await expect(logIn(game, {...satisfactory, fingerprint: other})).rejects.toMatchObject(refused);
	expect(game.requests).toEqual([]);
});

test('an unexpected login answer is not reported as a wrong password', async () => {
	for (const status of [301, 404, 500]) {
		const game = await aGame(() => ({status}));
		const login = logIn(game, {api: apiOf('PALWORLD'), probe: 'info'});
		await expect(login).rejects.toMatchObject({
			reason: 'malformed',
			message: expect.stringContaining(String(status)),
		});
	}
});

test('a command refused by the game fails, with the words of the game', async () => {
	let status = 200;
	const game = await aGame(() => ({status, body: status === 200 ? '{}' : 'no such player'}));
	const connection = await logIn(game, {api: apiOf('PALWORLD'), probe: 'info'});
	status = 400;
	const message = (code: number) => `The game answered with HTTP ${code}: no such player`;
	const rejected = {reason: 'rejected', mayHaveRun: false, message: message(400)};
	await expect(connection.send('banplayer steam_1', sendOptions)).rejects.toMatchObject(rejected);
	status = 500;
	const unclear = {reason: 'unclear', mayHaveRun: true, message: message(500)};
	await expect(connection.send('banplayer steam_1', sendOptions)).rejects.toMatchObject(unclear);
	status = 401;
	await expect(connection.send('save', sendOptions)).rejects.toMatchObject({reason: 'wrong-password'});
});

test.each(['unknown', 'kickplayer', 'save now', 'shutdown soon', '', '*', '__proto__', 'constructor'])(
	'%j is not sent, because the game has no request for it',
	async command => {
		const game = await aGame(() => ({body: '{}'}));
		const connection = await logIn(game, {api: apiOf('PALWORLD'), probe: 'info'});
		await expect(connection.send(command, sendOptions)).rejects.toMatchObject({reason: 'unsendable'});
		expect(game.requests).toHaveLength(1);
	},
);

test('arguments cannot leave their place in a path', async () => {
	const game = await aGame(() => ({body: '{}'}));
	const api: HttpApi = {
		scheme: 'http',
		login: {kind: 'bearer'},
		requests: {
			ping: {method: 'GET', path: '/ping'},
			kick: {method: 'POST', path: '/players/{id}', arguments: [{name: 'id', type: 'word'}]},
		},
	};
	const connection = await logIn(game, {api, probe: 'ping', password: ''});
	await connection.send('kick ../stop?now=1#{id}', sendOptions);
	expect(game.requests).toMatchObject([
		{path: '/ping', login: undefined},
		{path: '/players/..%2Fstop%3Fnow%3D1%23%7Bid%7D'},
	]);
});

test('no error contains the password', async () => {
	const token = 'very-secret-token';
	const silent = await aGame(() => new Promise(() => {}));
	const cut = await aGame(() => ({body: 'x'.repeat(100), isCut: true}));
	const garbage = await aGame(() => ({raw: Buffer.from(`${token}\r\n\r\n`)}));
	const closed = await aGame(() => ({}));
	await closed.close();
	for (const game of [silent, cut, garbage, closed]) {
		for (const [gameType, probe] of [
			['TERRARIA', 'playing'],
			['PALWORLD', 'info'],
		] as const) {
			const connect = connectHttp({api: apiOf(gameType), probe});
			const login = connect({host: '127.0.0.1', port: game.port, password: token, timeoutMs: 300});
			const report = inspect(await login.catch((error: unknown) => error), {depth: null, showHidden: true});
			expect(report).toContain('ConsoleError');
			expect(report).not.toContain(token);
		}
	}
});

test('a token that HTTP cannot carry is refused before it is sent', async () => {
	const game = await aGame(() => ({}));
	const login = logIn(game, {
		api: {...apiOf('SATISFACTORY'), scheme: 'http'},
		probe: 'status',
		password: 'a\nb',
	});
	await expect(login).rejects.toMatchObject({reason: 'unsendable'});
	expect(game.requests).toEqual([]);
});
