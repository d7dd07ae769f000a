import {X509Certificate} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {ConsoleSettings, OwnSettings} from '../../../src/contract/models/own-server.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {prove} from '../../../src/service/own/prove.ts';
import {openHttpGame} from '../console/servers/http-server.ts';
import {openSourceServer, sourceGames} from '../console/servers/source-server.ts';
import {udpGame} from '../query/udp-answer.ts';

const password = 'sésame';
const host = '127.0.0.1';
const env = {WORD: password, OTHER: 'wrong', PATH: process.env['PATH']};
const quake3 = '\\mapname\\oa_dm1\\sv_maxclients\\16\\sv_hostname\\arena\n3 50 "Joe"\n';

async function aMinecraft(answer: () => string | Promise<string> = () => '') {
	const game = await openSourceServer({password, answer}, sourceGames.minecraft);
	onTestFinished(game.close);
	return game;
}

const settingsOf = (more: Partial<OwnSettings>): OwnSettings => ({
	power: {kind: 'none'},
	stopMs: 1,
	readyMs: 1,
	...more,
});

const source = (port: number, more: Partial<ConsoleSettings> = {}): ConsoleSettings => ({
	kind: 'source',
	host,
	port,
	password: {env: 'WORD'},
	...more,
});

const reach = (more: Partial<OwnSettings>, gameType = 'MINECRAFT', timeoutMs = 3000) =>
	prove(settingsOf(more), gameType, {
		clock: systemClock,
		env,
		signal: new AbortController().signal,
		timeoutMs,
	});

test('a game that answers is proven with its players, and the probe of its settings is used', async () => {
	const game = await aMinecraft(() => 'There are 2 of a max of 20 players online: Alice, Bob');
	const query = await udpGame(asked =>
		asked.includes('getstatus') ? [Buffer.from(`\xff\xff\xff\xffstatusResponse\n${quake3}`, 'latin1')] : [],
	);
	const proof = await reach({
		console: source(game.port),
		query: {kind: 'quake3', host, port: query.port},
		power: {kind: 'commands', start: ['false'], stop: ['false'], status: ['true']},
	});
	expect(proof).toEqual({
		console: {kind: 'answered', ms: expect.any(Number)},
		query: {kind: 'answered', ms: expect.any(Number)},
		power: {kind: 'running'},
		players: {count: {players: 2, isExact: true, max: 16}, names: ['Alice', 'Bob']},
		map: 'oa_dm1',
	});
	await reach({console: source(game.port), probeCommand: 'seed'});
	expect(game.heard).toEqual(['list', 'seed']);
});

test('each reason why a game cannot be reached is reported, and nothing is sent without a login', async () => {
	const game = await aMinecraft();
	const silent = createServer(socket => void socket.resume().on('error', () => {}));
	await new Promise<void>(resolve => silent.listen(0, host, resolve));
	onTestFinished(() => void silent.close());
	const silentPort = (silent.address() as AddressInfo).port;
	const gone = await aMinecraft();
	await gone.close();
	const folder = mkdtempSync(path.join(tmpdir(), 'prove-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	writeFileSync(path.join(folder, 'empty'), '\n');

	const kindOf = async (settings: ConsoleSettings, timeoutMs?: number) =>
		(await reach({console: settings}, 'MINECRAFT', timeoutMs)).console;
	expect(await kindOf(source(game.port, {password: {env: 'OTHER'}}))).toMatchObject({
		kind: 'wrong-password',
		reason: expect.stringContaining('password'),
	});
	expect(await kindOf(source(gone.port))).toMatchObject({
		kind: 'refused',
		reason: expect.stringContaining(`Nothing is listening on ${host}:${gone.port}`),
	});
	expect(await kindOf(source(silentPort), 100)).toMatchObject({
		kind: 'silent',
		reason: expect.stringContaining('did not answer the login'),
	});
	expect(await kindOf(source(game.port, {password: {file: path.join(folder, 'empty')}}))).toMatchObject({
		kind: 'no-password',
		reason: expect.stringContaining(`${folder}/empty`),
	});
	expect(game.heard).toEqual([]);
	const queried = await reach({query: {kind: 'minecraft', host, port: gone.port}});
	expect(queried).toMatchObject({console: undefined, query: {kind: 'refused'}, players: {count: undefined}});
});

test('the fingerprint of a certificate that nobody else signed is returned, and trusted once it is in the settings', async () => {
	const file = (name: string) =>
		readFileSync(path.join(import.meta.dirname, '../../helpers/certificates', `${name}.pem`), 'utf8');
	const {fingerprint256} = new X509Certificate(file('self-signed'));
	const game = await openHttpGame(() => ({body: '{"data":{}}'}), {
		key: file('key'),
		cert: file('self-signed'),
	});
	onTestFinished(game.close);
	const console = source(game.port, {kind: 'http', password: {env: 'OTHER'}});
	expect(await reach({console}, 'SATISFACTORY')).toMatchObject({
		console: {kind: 'untrusted', certificate: fingerprint256},
	});
	expect(game.requests).toEqual([]);
	const trusted = {...console, fingerprint: fingerprint256};
	expect(await reach({console: trusted}, 'SATISFACTORY')).toMatchObject({console: {kind: 'answered'}});
});
