import type {ConnectConsole} from '../../../src/service/console/connection.ts';
import {connectBattleye} from '../../../src/service/console/battleye.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {connectEcon} from '../../../src/service/console/econ.ts';
import {connectHttp} from '../../../src/service/console/http.ts';
import {connectQuake} from '../../../src/service/console/quake.ts';
import {connectSource} from '../../../src/service/console/source.ts';
import {encodePacket} from '../../../src/service/console/source-packet.ts';
import {connectStreams} from '../../../src/service/console/stdio.ts';
import {connectTelnet} from '../../../src/service/console/telnet.ts';
import {connectWebRcon} from '../../../src/service/console/web-rcon.ts';
import type {Behavior, GameServer} from '../../service/console/conformance.ts';
import {battleyePacket, openBattleyeServer} from '../../service/console/servers/battleye-server.ts';
import {openEconServer} from '../../service/console/servers/econ-server.ts';
import {openHttpConsole} from '../../service/console/servers/http-server.ts';
import {openQuakeServer} from '../../service/console/servers/quake-server.ts';
import {openSourceServer} from '../../service/console/servers/source-server.ts';
import {openStdioGame, streamsOf} from '../../service/console/servers/stdio-game.ts';
import {openTelnetServer} from '../../service/console/servers/telnet-server.ts';
import {openWebRconServer} from '../../service/console/servers/web-rcon-server.ts';
import {
	bytesOf,
	inputOf,
	pick,
	promise,
	type Input,
	type Opened,
	type Random,
	type Target,
} from './target.ts';

type Kind = Pick<Opened, 'words' | 'repair'> & {
	name: string;
	start: (behavior: Behavior) => Promise<GameServer>;
	connect: ConnectConsole;
	/** What a game sends in place of the answer to the first command of a connection. */
	sample: (random: Random) => Input;
	password?: string;
	isDatagrams?: boolean;
	/** Whether the game never splits what it sends. */
	isWhole?: boolean;
	/** Whether the input may contain what belongs to the second command: a game may well lie about its own answers. */
	isForged?: (bytes: Buffer) => boolean;
};

const lanes = 16;
/** A busy machine must not make an exchange with an honest game fail. */
const [honestMs, hostileMs] = [20_000, 60];

/** A console against a game that sends the input in place of its greeting or of an answer, and is honest afterward. */
function consoleTarget(kind: Kind): Target {
	return {
		name: kind.name,
		pace: 'waits',
		open: async () => {
			const free = await Promise.all(Array.from({length: lanes}, () => openLane(kind)));
			const all = [...free];
			const {words = [], repair, sample, isDatagrams = false} = kind;
			return {
				words,
				...(repair && {repair}),
				sample,
				atOnce: lanes,
				maxBytes: isDatagrams ? 8000 : 32 * 1024,
				feed: async input => {
					const lane = free.pop();
					if (!lane) throw new Error('All lanes are in use.');
					try {
						await exchange(kind, lane, input);
					} finally {
						free.push(lane);
					}
				},
				close: async () => {
					for (const {server} of all) await server.close();
				},
			};
		},
	};
}

type Lane = {server: GameServer; behavior: Behavior};
const secret = 'sesame';

async function openLane({start, password = secret}: Kind): Promise<Lane> {
	const behavior: Behavior = {password, answer: command => `you said ${command}`};
	return {server: await start(behavior), behavior};
}

let commands = 0;

async function exchange(kind: Kind, {server, behavior}: Lane, input: Input): Promise<void> {
	const {connect, password = secret, isDatagrams = false, isWhole = false, isForged = () => false} = kind;
	const bytes = bytesOf(input);
	const isGreeting = bytes.length % 4 === 0;
	const target = {host: '127.0.0.1', port: server.port, password};
	const connectTo = (timeoutMs: number) =>
		connect({
			...target,
			timeoutMs,
			onLine: ({text}) =>
				promise(!text.includes('\n') || kind.name === 'source console', 'a line has a line break'),
		});
	behavior.greeting = isGreeting ? bytes : undefined;
	behavior.cutEvery = !isWhole && bytes.length < 300 && bytes.length % 3 === 0 ? 1 : undefined;
	if (isDatagrams) behavior.rawDatagrams = isGreeting ? undefined : input;
	else behavior.rawAnswer = isGreeting ? undefined : bytes;
	let again: string | undefined;
	try {
		const connection = await connectTo(isGreeting ? hostileMs : honestMs);
		try {
			const answer = await connection.send('first', {timeoutMs: hostileMs});
			promise(answer.length <= bytes.length + 100, 'an answer that nobody sent');
			behavior.rawAnswer = behavior.rawDatagrams = undefined;
			if (!isGreeting && !isForged(bytes)) again = await connection.send('again', {timeoutMs: 300});
		} finally {
			connection.close();
			await connection.ended;
		}
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
	}
	behavior.cutEvery = behavior.greeting = behavior.rawAnswer = behavior.rawDatagrams = undefined;
	promise(again === undefined || again === 'you said again', `the answer of another command: ${again}`);
	const next = await connectTo(honestMs);
	try {
		const command = `next-${++commands}`;
		const answer = await next.send(command, {timeoutMs: honestMs});
		promise(answer === `you said ${command}`, `the next connection gets ${JSON.stringify(answer)}`);
	} finally {
		next.close();
	}
}

const answers = ['', 'done', 'two\nlines', 'grüße, プレイヤー, 🦖', 'x'.repeat(4000)];
const sourcePacket = (random: Random) =>
	encodePacket(pick(random, [2, 2, 2, 3, 0, -1]), pick(random, [0, 0, 2, 4]), pick(random, answers));

const webFrame = (text: string) => {
	const payload = Buffer.from(text);
	const header = payload.length < 126 ? Buffer.of(0x81, payload.length) : Buffer.of(0x81, 126, 0, 0);
	if (header.length === 4) header.writeUInt16BE(payload.length, 2);
	return Buffer.concat([header, payload]);
};

const httpAnswer = (body: string, more = '') =>
	`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

const source: Kind = {
	name: 'source console',
	start: openSourceServer,
	connect: connectSource({}, {shortMs: 5, emptyMs: 5, fullMs: 20}),
	sample: random => Array.from({length: 1 + Math.floor(random() * 4)}, () => sourcePacket(random)),
	isForged: bytes => [4, 5].some(id => bytes.includes(Buffer.of(id, 0, 0, 0))),
};

const kinds: readonly Kind[] = [
	source,
	{
		...source,
		name: 'source console with wrong sizes',
		connect: connectSource({marker: 'ignored', wrongIds: true}, {shortMs: 20, emptyMs: 20, fullMs: 30}),
		isWhole: true,
		// Any packet is the answer to the one command that runs.
		isForged: () => true,
	},
	{
		name: 'battleye console',
		start: openBattleyeServer,
		connect: connectBattleye(),
		isDatagrams: true,
		sample: random =>
			pick(random, [
				[battleyePacket(Buffer.concat([Buffer.of(1, 0), Buffer.from(pick(random, answers).slice(0, 500))]))],
				[0, 1, 2].map(part =>
					battleyePacket(Buffer.concat([Buffer.of(1, 0, 0, 3, part), Buffer.from('part ')])),
				),
				[5, 5, 6].map(sequence =>
					battleyePacket(Buffer.concat([Buffer.of(2, sequence), Buffer.from('(Global) Joe: hi')])),
				),
			]),
		repair: datagram => battleyePacket(datagram.subarray(7)),
		isForged: () => true,
	},
	{
		name: 'telnet console',
		start: openTelnetServer,
		connect: connectTelnet,
		words: [
			'\r\n',
			'2026-07-27T23:24:12 7422.722 INF ',
			'Please enter password:',
			"Executing command 'first' by Telnet from ",
		],
		sample: random =>
			inputOf(`${pick(random, answers)}\r\n`, '2026-07-27T23:24:12 7422.722 INF Chat (from x\r\n'),
	},
	{
		name: 'econ console',
		start: openEconServer,
		connect: connectEcon,
		words: [
			'\n',
			'[12:00:00][chat]: ',
			"[12:00:00][server]: cid=0 cmd='",
			'Wrong password',
			'Authentication successful',
		],
		sample: random => inputOf(`${pick(random, answers)}\n\0\0`, '[12:00:00][chat]: 0:-2:me: hello\n\0\0'),
	},
	{
		name: 'quake console',
		start: openQuakeServer,
		connect: connectQuake({
			patience: {shortMs: 20, fullMs: 30, silentMs: 30},
			limits: {burst: 1_000_000, periodMs: 0, spacingMs: 0},
		}),
		isDatagrams: true,
		words: ['print\n', 'Bad rconpassword', '\xff\xff\xff\xff', 'infoResponse\n'],
		sample: random => [Buffer.concat([Buffer.alloc(4, 255), Buffer.from(`print\n${pick(random, answers)}`)])],
		// Only silence ends an answer.
		isForged: () => true,
	},
	{
		name: 'webrcon console',
		start: openWebRconServer,
		connect: connectWebRcon,
		words: ['"Identifier":1002', '"Identifier":1003', '"Type":"Chat"', '"Message":""'],
		sample: random => [
			webFrame(
				JSON.stringify({
					Identifier: pick(random, [1002, 1002, 0, -1]),
					Message: pick(random, answers),
					Type: 'Generic',
				}),
			),
			webFrame(JSON.stringify({Identifier: 1003, Message: '{}', Type: 'Generic'})),
		],
		isForged: bytes => /100[45]/.test(bytes.toString('latin1')),
	},
	{
		name: 'http console',
		start: openHttpConsole,
		connect: connectHttp({
			probe: 'health',
			api: {
				scheme: 'http',
				login: {kind: 'basic', user: 'admin'},
				requests: {
					health: {method: 'GET', path: '/health'},
					'*': {method: 'POST', path: '/run', body: {command: '{command}'}, answer: 'data.result'},
				},
			},
		}),
		words: [
			'HTTP/1.1 ',
			'Transfer-Encoding: chunked\r\n',
			'Content-Length: ',
			'Connection: close\r\n',
			'0\r\n\r\n',
			'100 Continue',
		],
		sample: random =>
			pick(random, [
				inputOf(httpAnswer(JSON.stringify({data: {result: pick(random, answers)}}))),
				inputOf(
					'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"da\r\n',
					'5\r\nta":1\r\n1\r\n}\r\n0\r\n\r\n',
				),
				inputOf('HTTP/1.1 302 Found\r\nLocation: http://example.com/\r\nContent-Length: 0\r\n\r\n'),
			]),
	},
	{
		name: 'standard output',
		start: openStdioGame,
		connect: options => connectStreams(() => streamsOf(options.port), {prompt: ': '})(options),
		words: [': ', '\n: ', '\n'],
		sample: random => inputOf(`${pick(random, answers)}\n: `, ': : '),
		// A prompt ends an answer, and a game may print any number. Output without a line break continues with the next answer.
		isForged: bytes =>
			bytes.toString('latin1').split(':').length > 2 || !/(?:\n|: )$/.test(bytes.toString('latin1')),
	},
];

export const consoles: readonly Target[] = kinds.map(consoleTarget);
