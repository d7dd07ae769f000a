import {connect} from 'node:net';
import {deflateRawSync} from 'node:zlib';
import {openDemo} from '../../../src/demo/index.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {smallFleet} from '../../service/small-fleet.ts';
import {inputOf, pick, promise, type Input, type Random, type Target} from './target.ts';

/** How long a connection may take that waits for more. */
const hostileMs = 250;

async function serve() {
	const bugs: unknown[] = [];
	const demo = await openDemo({
		clock: manualClock(),
		random: () => 0.5,
		fleet: smallFleet,
		onBug: bug => void bugs.push(bug),
	});
	const served = await listen(demo, {port: 0, onBug: bug => void bugs.push(bug)});
	const port = Number(new URL(served.url).port);
	const {token = ''} = demo.credentials;
	/** Sends chunks on a connection of their own and returns what came back. */
	const send = (chunks: Input) =>
		new Promise<string>(resolve => {
			let text = '';
			const socket = connect({host: '127.0.0.1', port, noDelay: true});
			const timer = setTimeout(() => socket.destroy(), hostileMs);
			socket.setEncoding('latin1');
			socket.on('data', chunk => void (text += String(chunk)));
			socket.on('error', () => {});
			socket.on('close', () => {
				clearTimeout(timer);
				resolve(text);
			});
			for (const chunk of chunks) socket.write(chunk);
			socket.end();
		});
	return {
		token,
		send,
		check: async () => {
			promise(bugs.length === 0, `a bug: ${bugs.splice(0).map(String).join()}`);
			const {status} = await fetch(`${served.url}/team/my`, {headers: {'Application-Token': token}});
			promise(status === 200, `the next request gets ${status}`);
		},
		close: async () => {
			await served.close();
			await demo.close();
		},
	};
}

const request = (line: string, headers: Record<string, string | number>, body = '') =>
	`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join('')}\r\n${body}`;

const http: Target = {
	name: 'http service',
	pace: 'waits',
	open: async () => {
		const {token, send, check, close} = await serve();
		const known = {'Application-Token': token};
		const json = (body: string) => ({
			...known,
			'Content-Type': 'application/json',
			'Content-Length': body.length,
		});
		const rename = '{"name":"new name","description":null}';
		const part =
			'--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--x--\r\n';
		const samples = [
			request('GET /team/my', known),
			request('GET /server/by-team/team?await=true', {...known, Connection: 'keep-alive'}),
			request('POST /server/cs/rcon', json('{"command":"status"}'), '{"command":"status"}'),
			request('PUT /team/team', json(rename), rename),
			request(
				'POST /server/cs/rcon',
				{...known, 'Transfer-Encoding': 'chunked'},
				'5\r\n{"com\r\n9\r\nmand":"x"\r\n1\r\n}\r\n0\r\n\r\n',
			),
			request(
				'POST /team/team/image',
				{...known, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': part.length},
				part,
			),
			request('GET /websocket', {
				Upgrade: 'websocket',
				Connection: 'Upgrade',
				'Sec-WebSocket-Key': 'x',
				'Sec-WebSocket-Version': 13,
			}),
			request('OPTIONS *', {Expect: '100-continue', Origin: 'http://127.0.0.1'}),
		];
		return {
			words: [
				'HTTP/1.1',
				'\r\n',
				'Host: ',
				'Content-Length: ',
				'Transfer-Encoding: chunked\r\n',
				'Expect: 100-continue\r\n',
				'%00',
				'%2e%2e/',
				'?',
				'http://',
				'Upgrade: websocket\r\n',
			],
			sample: (random: Random) => inputOf(pick(random, samples)),
			atOnce: 16,
			feed: async input => {
				const text = await send(input);
				promise(text === '' || text.startsWith('HTTP/1.1 '), 'the answer is no HTTP');
				promise(!text.startsWith('HTTP/1.1 500'), `an internal error: ${text.slice(-300)}`);
				await check();
			},
			close,
		};
	},
};

/** A frame of a client, with a mask of zeros so that its text is legible. */
const masked = (first: number, payload: Uint8Array) => {
	const length =
		payload.length < 126
			? Buffer.of(0x80 | payload.length)
			: Buffer.of(0xfe, payload.length >> 8, payload.length & 255);
	return Buffer.concat([Buffer.of(first), length, Buffer.alloc(4), payload]);
};

const webSocket: Target = {
	name: 'websocket service',
	pace: 'waits',
	open: async () => {
		const {token, send, check, close} = await serve();
		const handshake = Buffer.from(
			request('GET /websocket', {
				Upgrade: 'websocket',
				Connection: 'Upgrade',
				'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
				'Sec-WebSocket-Version': 13,
				'Sec-WebSocket-Protocol': 'v12.stomp',
				'Sec-WebSocket-Extensions': 'permessage-deflate',
			}),
		);
		const stomp = `CONNECT\naccept-version:1.2\nheart-beat:0,0\npasscode:${token}\n\n\0`;
		const subscribe = 'SUBSCRIBE\nid:1\ndestination:/topic/team/team\n\n\0';
		return {
			words: ['\x88\x80\0\0\0\0', '\x89\x80\0\0\0\0', '\x81\xff', 'CONNECT\n', '\0'],
			sample: (random: Random) => [
				masked(0x81, Buffer.from(stomp)),
				masked(pick(random, [0x81, 0x82, 0x01]), Buffer.from(subscribe)),
				masked(pick(random, [0x80, 0x88, 0x89, 0x8a]), Buffer.from('\x03\xe8', 'latin1')),
				masked(0xc1, deflateRawSync(Buffer.from(subscribe))),
			],
			atOnce: 16,
			feed: async input => {
				const text = await send([handshake, ...input]);
				// On a busy machine, nothing may have come yet.
				promise(text === '' || text.startsWith('HTTP/1.1 101 '), 'the handshake fails');
				await check();
			},
			close,
		};
	},
};

export const service: readonly Target[] = [http, webSocket];
