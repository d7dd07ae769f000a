import {createSocket} from 'node:dgram';
import {createServer, type AddressInfo} from 'node:net';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {queryA2s} from '../../../src/service/query/a2s.ts';
import {queryMinecraft} from '../../../src/service/query/minecraft.ts';
import {queryQuake3} from '../../../src/service/query/quake3.ts';
import type {AskQuery, QueryAnswer} from '../../../src/service/query/query.ts';
import {inputOf, pick, promise, type Input, type Opened, type Random, type Target} from './target.ts';

type Script = {port: number; answer: Input; close: () => Promise<void>};

/** A game that sends a script for each datagram that it gets. */
async function openUdpGame(): Promise<Script> {
	const socket = createSocket('udp4');
	const game: Script = {
		port: 0,
		answer: [],
		close: () => new Promise(resolve => socket.close(() => resolve())),
	};
	socket.on('error', () => {});
	socket.on('message', (_, {address, port}) => {
		for (const chunk of game.answer.slice(0, 50)) socket.send(chunk, port, address);
	});
	await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
	game.port = socket.address().port;
	return game;
}

/** A game that sends a script to every client that sends something. */
async function openTcpGame(): Promise<Script> {
	const server = createServer({noDelay: true}, socket => {
		socket.on('error', () => {});
		socket.once('data', async () => {
			const {answer} = game;
			for (const chunk of answer.length > 50 ? [Buffer.concat(answer)] : answer) {
				if (socket.writable) socket.write(chunk);
				await new Promise(resolve => setImmediate(resolve));
			}
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const game: Script = {
		port: (server.address() as AddressInfo).port,
		answer: [],
		close: () => new Promise(resolve => server.close(() => resolve())),
	};
	return game;
}

const single = Buffer.alloc(4, 255);
const a2sInfo = Buffer.concat([
	single,
	Buffer.from('I\x11A server\0de_mirage\0csgo\0Counter-Strike\0'),
	Buffer.of(0xda, 2, 7, 12, 0, 100, 119, 0, 1),
]);
const a2sPart = (index: number, body: Uint8Array) =>
	Buffer.concat([Buffer.of(254, 255, 255, 255, 7, 0, 0, 0, 2, index, 224, 4), body]);

const varint = (value: number): Buffer =>
	value < 128 ? Buffer.of(value) : Buffer.of((value & 127) | 128, ...varint(value >> 7));
function minecraftStatus(status: unknown): Buffer {
	const text = Buffer.from(JSON.stringify(status));
	const body = Buffer.concat([Buffer.of(0), varint(text.length), text]);
	return Buffer.concat([varint(body.length), body]);
}
const components = [
	'A server',
	{text: '§aA ', extra: [{text: 'server'}, 'of', ['many']]},
	{extra: {extra: {extra: 'x'}}},
];

type Query = Pick<Opened, 'words'> & {
	name: string;
	openGame: () => Promise<Script>;
	ask: (address: {host: string; port: number}) => AskQuery;
	sample: (random: Random) => Input;
	honest: Input;
};

const lanes = 8;

function queryTarget({name, openGame, ask, sample, honest, words = []}: Query): Target {
	const check = ({players, maxPlayers, map, name: title}: QueryAnswer) => {
		for (const count of [players, maxPlayers])
			promise(count === undefined || Number.isSafeInteger(count), 'a count is no number');
		for (const text of [map, title])
			promise(text === undefined || typeof text === 'string', 'a name is no text');
	};
	return {
		name,
		pace: 'waits',
		open: async () => {
			const free = await Promise.all(Array.from({length: lanes}, openGame));
			const all = [...free];
			return {
				words,
				sample,
				atOnce: lanes,
				maxBytes: 16 * 1024,
				feed: async input => {
					const game = free.pop();
					if (!game) throw new Error('All lanes are in use.');
					try {
						const query = ask({host: '127.0.0.1', port: game.port});
						game.answer = input;
						try {
							check(await query({timeoutMs: 40}));
						} catch (error) {
							if (!(error instanceof ConsoleError)) throw error;
						}
						game.answer = honest;
						const answer = await query({timeoutMs: 20_000});
						promise(answer.players === 7 && answer.maxPlayers === 12, 'the next answer is wrong');
					} finally {
						free.push(game);
					}
				},
				close: async () => {
					for (const game of all) await game.close();
				},
			};
		},
	};
}

const kinds: readonly Query[] = [
	{
		name: 'a2s query',
		openGame: openUdpGame,
		ask: queryA2s,
		honest: [a2sInfo],
		sample: random =>
			pick(random, [
				[a2sInfo],
				[Buffer.concat([single, Buffer.from('A'), Buffer.of(1, 2, 3, 4)])],
				[a2sPart(0, a2sInfo.subarray(0, 20)), a2sPart(1, a2sInfo.subarray(20))],
			]),
	},
	{
		name: 'minecraft query',
		openGame: openTcpGame,
		ask: queryMinecraft,
		honest: [minecraftStatus({description: 'A server', players: {online: 7, max: 12}})],
		words: ['"players":', '"online":', '"extra":[', '{"text":', '§'],
		sample: random => [
			minecraftStatus({description: pick(random, components), players: {online: 3, max: 20, sample: []}}),
		],
	},
	{
		name: 'quake3 query',
		openGame: openUdpGame,
		ask: queryQuake3,
		honest: [
			Buffer.concat([
				single,
				Buffer.from('statusResponse\n\\sv_maxclients\\12\\mapname\\q3dm17\n'),
				Buffer.from('1 2 "a"\n'.repeat(7)),
			]),
		],
		words: ['\\', 'sv_maxclients\\', 'mapname\\', '\n0 0 "x"', '^1'],
		sample: () => [
			Buffer.concat([
				single,
				Buffer.from('statusResponse\n\\sv_hostname\\^1A\\sv_maxclients\\16\n3 40 "Joe"\n'),
			]),
			...inputOf('\xff\xff\xff\xffinfo'),
		],
	},
];

export const queries: readonly Target[] = kinds.map(queryTarget);
