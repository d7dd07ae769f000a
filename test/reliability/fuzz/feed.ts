import {createHash} from 'node:crypto';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import type {FeedSignal} from '../../../src/contract/packets.ts';
import {openSockets} from '../../../src/client/feed/socket.ts';
import {openTeamFeed} from '../../../src/client/feed/team-feed.ts';
import {openBroker} from '../../../src/service/broker/broker.ts';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {openFakeSocket} from '../../helpers/fake-socket.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {inputOf, pick, promise, type Input, type Random, type Target} from './target.ts';

const frame = (command: string, headers: Record<string, string>, body = '') =>
	`${command}\n${Object.entries(headers)
		.map(([name, value]) => `${name}:${value}\n`)
		.join('')}\n${body}\0`;

const connected = frame('CONNECTED', {version: '1.2', 'heart-beat': '10000,10000'});
const message = (body: string, subscription = 'sub-0') =>
	frame(
		'MESSAGE',
		{
			subscription,
			destination: '/topic/team/t',
			'message-id': '1',
			'content-length': String(Buffer.byteLength(body)),
		},
		body,
	);
const packet = '{"serverId":"a","state":"OFFLINE"}';
const words = [
	'CONNECTED\n',
	'MESSAGE\n',
	'RECEIPT\n',
	'ERROR\n',
	'content-length:',
	'heart-beat:',
	'subscription:',
	'receipt-id:',
	'\0',
	'\n',
	'\\c',
];

const bufferOf = (chunk: Uint8Array): ArrayBuffer => new Uint8Array(chunk).buffer;

/** Our end of the feed: whatever a broker sends, the next connection works. */
const client: Target = {
	name: 'stomp client',
	open: () => ({
		words,
		sample: (random: Random) =>
			inputOf(
				connected,
				frame('RECEIPT', {'receipt-id': 'subscribed-0'}),
				message(packet),
				pick(random, [
					'\n',
					message('[{"serverId":"a","command":{"command":"x","id":"1"}}]'),
					frame('ERROR', {message: 'no'}, 'why'),
				]),
			),
		feed: async input => {
			const clock = manualClock();
			const sockets: ReturnType<typeof openFakeSocket>[] = [];
			const signals: FeedSignal[] = [];
			const feed = openTeamFeed({
				url: 'ws://127.0.0.1/websocket',
				destinations: ['/topic/team/{teamId}'],
				credentials: undefined,
				clock,
				random: () => 0,
				teamId: 't',
				on: signal => signals.push(signal),
				openSocket: () => {
					const opened = openFakeSocket();
					sockets.push(opened);
					return opened.socket;
				},
			});
			try {
				await until(() => sockets.length > 0, clock);
				sockets[0]?.open();
				await clock.advance(0);
				for (const [index, chunk] of input.entries())
					sockets[0]?.receive(index % 2 === 0 ? Buffer.from(chunk).toString() : bufferOf(chunk));
				await clock.advance(100);
				for (const {end} of sockets) end();
				const before = sockets.length;
				await until(() => sockets.length > before, clock);
				const last = sockets.at(-1);
				last?.open();
				await clock.advance(0);
				signals.length = 0;
				last?.receive(connected);
				await clock.advance(1500);
				const id = /SUBSCRIBE[^\0]*\nid:([^\n]*)/.exec(last?.sent.join('') ?? '')?.[1];
				promise(id !== undefined, 'the next connection does not subscribe');
				last?.receive(message('{"serverId":"next","state":"ONLINE"}', id));
				await clock.advance(10);
				const events = signals.flatMap(signal => (signal.type === 'events' ? signal.events : []));
				promise(JSON.stringify(events).includes('"next"'), 'the next connection delivers nothing');
			} finally {
				feed.close();
			}
		},
	}),
};

/** Advances the clock, as far as half an hour, until something is so. */
async function until(isSo: () => boolean, clock: ReturnType<typeof manualClock>): Promise<void> {
	for (let turn = 0; turn < 2000 && !isSo(); turn++) await clock.advance(turn < 100 ? 0 : 1000);
	promise(isSo(), 'no new connection in half an hour');
}

/** The broker: what a client sends ends at most its own connection. */
const broker: Target = {
	name: 'stomp broker',
	open: () => {
		const clock = manualClock();
		const bugs: unknown[] = [];
		const account = {id: 'app', name: 'me', teamId: 'team', permissions: ['ALL']};
		const service = openBroker({
			clock,
			random: Math.random,
			newId: () => 'id',
			signIn: {
				accountOf: async header => (header('application-token') === 'right' ? account : undefined),
				refuse: () => new Refusal('general.unauthorized'),
				failed: () => {},
				blocked: () => undefined,
			},
			cutSilent: true,
			refusesEarly: false,
			onEvent: () => {},
			onBug: bug => void bugs.push(bug),
		});
		const dial = () => {
			const heard: string[] = [];
			let isOpen = true;
			const peer = {
				send: (text: string) => {
					promise(isOpen, 'a frame after the end');
					heard.push(text);
				},
				close: () => void (isOpen = false),
				waitingBytes: () => 0,
			};
			return {heard, accepted: service.accept(peer, () => undefined)};
		};
		const connect = frame('CONNECT', {
			'accept-version': '1.2',
			'heart-beat': '10000,10000',
			'application-token': 'right',
		});
		const subscribe = frame('SUBSCRIBE', {id: '1', destination: '/topic/team/team'});
		return {
			words: [...words, 'CONNECT\n', 'SUBSCRIBE\n', 'UNSUBSCRIBE\n', 'DISCONNECT\n', 'id:', 'destination:'],
			sample: (random: Random) =>
				inputOf(
					connect,
					subscribe,
					pick(random, ['\n', frame('UNSUBSCRIBE', {id: '1'}), frame('DISCONNECT', {receipt: 'x'})]),
				),
			feed: async input => {
				bugs.length = 0;
				const hostile = dial();
				for (const chunk of input) hostile.accepted.receive(chunk);
				const honest = dial();
				honest.accepted.receive(connect + subscribe);
				// Credentials are checked in the background.
				await new Promise(resolve => setImmediate(resolve));
				service.broadcast('team', {serverId: 'next'});
				honest.accepted.closed();
				hostile.accepted.closed();
				promise(honest.heard.join('').includes('{"serverId":"next"}'), 'another client hears nothing');
				promise(bugs.length === 0, `a bug: ${String(bugs[0])}`);
				promise(service.connections() === 0, 'a connection is left');
			},
			close: service.close,
		};
	},
};

const webFrame = (first: number, payload: Uint8Array) =>
	Buffer.concat([Buffer.of(first, payload.length < 126 ? payload.length : 125), payload.subarray(0, 125)]);

/** The WebSocket of the feed: frames of any shape end at most the connection. */
const webSocket: Target = {
	name: 'websocket client',
	pace: 'waits',
	open: async () => {
		let script: Input = [];
		const clients = new Set<Socket>();
		const server = createServer({noDelay: true}, socket => {
			clients.add(socket);
			const answer = script;
			socket.on('error', () => {});
			socket.on('close', () => clients.delete(socket));
			socket.once('data', request => {
				const key = /^sec-websocket-key: *(\S+)/im.exec(request.toString('latin1'))?.[1] ?? '';
				const accept = createHash('sha1')
					.update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
					.digest('base64');
				socket.write(
					`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
				);
				for (const chunk of answer) socket.write(chunk);
				if (answer.length % 2 === 0) socket.end();
			});
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket`;
		const openSocket = openSockets({});
		const dial = (heard: (data: string) => void, ms: number) =>
			new Promise<void>(resolve => {
				const socket = openSocket(url, {protocols: [], headers: {}});
				const timer = setTimeout(() => {
					socket.terminate();
					resolve();
				}, ms);
				Object.assign(socket, {
					onmessage: ({data}: {data: string | ArrayBuffer}) => {
						heard(typeof data === 'string' ? data : Buffer.from(data).toString());
						if (ms <= hostileMs) return;
						socket.terminate();
					},
					onclose: () => {
						clearTimeout(timer);
						resolve();
					},
				});
			});
		return {
			sample: (random: Random) => [
				webFrame(pick(random, [0x81, 0x82]), Buffer.from(connected)),
				webFrame(0x01, Buffer.from('MESSAGE\nsub')),
				webFrame(0x80, Buffer.from('scription:1\n\nx\0')),
				webFrame(pick(random, [0x88, 0x89, 0x8a]), Buffer.from('\x03\xe8bye', 'latin1')),
			],
			feed: async input => {
				script = input;
				let bytes = 0;
				await dial(data => void (bytes += data.length), hostileMs);
				promise(
					bytes <= 3 * input.reduce((sum, {length}) => sum + length, 0) + 100,
					'more arrives than was sent',
				);
				script = [webFrame(0x81, Buffer.from('next'))];
				const heard: string[] = [];
				await dial(data => void heard.push(data), 20_000);
				promise(heard[0] === 'next', 'the next connection hears nothing');
			},
			close: () =>
				new Promise(resolve => {
					server.close(() => resolve());
					for (const each of clients) each.destroy();
				}),
		};
	},
};
const hostileMs = 40;

export const feeds: readonly Target[] = [client, broker, webSocket];
