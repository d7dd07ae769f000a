import {createHash} from 'node:crypto';
import type {Behavior, GameServer} from '../conformance.ts';
import {openTcpServer, type Client} from './tcp-server.ts';

type WebRconBehavior = Behavior & {
	/** Its reaction to a wrong password (default: closes after the handshake, as the game does). */
	refusal?: 'status' | 'close frame' | 'broken frame';
	/** Sends each line of an answer as a message of its own. */
	answersByLine?: boolean;
	/** Sends this text in place of the first message. */
	nonsense?: string;
};

/** WebRCON of Rust, written from RFC 6455 and the game's own panel (github.com/Facepunch/webrcon). */
export async function openWebRconServer(
	behavior: WebRconBehavior,
): Promise<GameServer & {say: (text: string) => void; print: (message: object) => void; paths: string[]}> {
	const heard: string[] = [];
	const paths: string[] = [];
	const loggedIn = new Set<Client>();
	const print = (message: object) => {
		for (const client of loggedIn) client.write(frame(0x1, JSON.stringify({Identifier: -1, ...message})));
	};
	const run = async (client: Client, text: string) => {
		const {Identifier, Message} = JSON.parse(text) as {Identifier: number; Message: string};
		const reply = (answer: string) =>
			frame(0x1, JSON.stringify({Message: answer, Identifier, Type: 'Generic', Stacktrace: ''}));
		if (behavior.nonsense !== undefined) return client.write(frame(0x1, behavior.nonsense));
		if (Message === 'serverinfo') return client.write(reply('{"Hostname": "A server"}'));
		heard.push(Message);
		const answer = await behavior.answer(Message);
		if (answer === '' && !behavior.rawAnswer) return;
		const lines = behavior.answersByLine ? answer.split('\n') : [answer];
		client.answer(Buffer.concat(lines.map(reply)));
	};
	const open = (client: Client, request: string) => {
		const path = /^GET (\S+) HTTP/.exec(request)?.[1] ?? '';
		paths.push(path);
		const isRight = decodeURIComponent(path.slice(1)) === behavior.password;
		if (!isRight && behavior.refusal === 'status') {
			client.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
			return client.end();
		}
		const key = /^sec-websocket-key: *(\S+)/im.exec(request)?.[1] ?? '';
		const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
		client.write(
			`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
		);
		if (isRight) loggedIn.add(client);
		else {
			// With the code 1008, and with one that no close frame may have.
			if (behavior.refusal === 'close frame') client.write(Buffer.from([0x88, 2, 0x03, 0xf0]));
			if (behavior.refusal === 'broken frame') client.write(Buffer.from([0x88, 2, 0x00, 0x01]));
			client.end();
		}
	};
	const tcp = await openTcpServer(behavior, client => {
		let rest = Buffer.alloc(0);
		let isOpen = false;
		let work = Promise.resolve();
		client.socket.on('close', () => loggedIn.delete(client));
		return bytes => {
			rest = Buffer.concat([rest, bytes]);
			if (!isOpen) {
				const end = rest.indexOf('\r\n\r\n');
				if (end === -1) return;
				open(client, rest.toString('latin1', 0, end));
				isOpen = true;
				rest = rest.subarray(end + 4);
			}
			for (let read = readFrame(rest); read; read = readFrame(rest)) {
				const {opcode, payload} = read;
				rest = rest.subarray(read.length);
				if (opcode === 0x8) client.end();
				if (opcode === 0x1 && loggedIn.has(client))
					work = work.then(() => run(client, payload.toString('utf8')));
			}
		};
	});
	return {...tcp, heard, paths, print, say: text => print({Message: text, Type: 'Generic'})};
}

/** A frame from the server, which does not mask. (RFC 6455, 5.2) */
function frame(opcode: number, text: string): Buffer {
	const payload = Buffer.from(text);
	const header = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
	header[0] = 0x80 | opcode;
	header[1] = Math.min(payload.length, header.length === 2 ? 125 : header.length === 4 ? 126 : 127);
	if (header.length === 4) header.writeUInt16BE(payload.length, 2);
	if (header.length === 10) header.writeBigUInt64BE(BigInt(payload.length), 2);
	return Buffer.concat([header, payload]);
}

/** A masked frame of the client; undefined if it is not complete. */
function readFrame(bytes: Buffer): {opcode: number; payload: Buffer; length: number} | undefined {
	if (bytes.length < 2) return undefined;
	const [first = 0, second = 0] = bytes;
	const short = second & 0x7f;
	const start = short === 126 ? 8 : short === 127 ? 14 : 6;
	if (bytes.length < start) return undefined;
	const size =
		short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
	if (bytes.length < start + size) return undefined;
	const mask = bytes.subarray(start - 4, start);
	const payload = Buffer.from(bytes.subarray(start, start + size));
	for (let at = 0; at < size; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
	return {opcode: first & 0xf, payload, length: start + size};
}
