import * as z from 'zod';
import {tryParseJson} from '../../lib/json/json.ts';
import {gameQueryMessages} from '../../messages/service.ts';
import {ConsoleError} from '../console/console-error.ts';
import {createFrameDecoder, type Decoder, openTcpStream} from '../console/tcp-stream.ts';
import {countdown} from '../console/mailbox.ts';
import {type AskQuery, invalidAnswer, type QueryAnswer} from './query.ts';

/*
The server list ping of Minecraft since 1.7 (minecraft.wiki, "Java Edition protocol/Server List Ping"): packets with their
length and type as variable-length numbers; a handshake, a request, and an answer with a JSON text.
*/
const types = {handshake: 0, request: 0, status: 0};
const nextState = {status: 1};
/** -1 asks without a version. */
const anyVersion = -1;
/** The protocol's own limit. */
const maxPacketBytes = 2 ** 21 - 1;

const statusShape = z.object({
	description: z.unknown(),
	players: z
		.object({
			online: z.number().int().nonnegative().optional(),
			// Proxies send -1 if there is no maximum.
			max: z.number().int().nonnegative().optional().catch(undefined),
		})
		.optional(),
});

/** Creates the query of Minecraft's Java Edition. The game does not tell its map. */
export function queryMinecraft({host, port}: {host: string; port: number}): AskQuery {
	return async ({timeoutMs, signal}) => {
		const leftMs = countdown(timeoutMs);
		const stream = await openTcpStream({host, port, timeoutMs, signal, decoder: createDecoder});
		try {
			const name = Buffer.from(host);
			const portBytes = Buffer.alloc(2);
			portBytes.writeUInt16BE(port);
			const handshake = [varint(anyVersion), varint(name.length), name, portBytes, varint(nextState.status)];
			stream.send(Buffer.concat([packet(types.handshake, handshake), packet(types.request)]));
			const got = await stream.read({leftMs: leftMs(), signal});
			if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameQueryMessages.noAnswer);
			if (got === 'closed') throw new ConsoleError('refused', gameQueryMessages.closed);
			return readStatus(got.message);
		} finally {
			stream.close();
		}
	};
}

function readStatus(bytes: Buffer): QueryAnswer {
	const type = readVarint(bytes, 0);
	const length = type && readVarint(bytes, type.end);
	if (type?.value !== types.status || !length || length.value !== bytes.length - length.end) {
		throw invalidAnswer();
	}
	const status = statusShape.safeParse(tryParseJson(bytes.toString('utf8', length.end)));
	if (!status.success) throw invalidAnswer();
	const {description, players} = status.data;
	const name = textOf(description).replaceAll(/\xA7./gu, '').replaceAll(/\s+/g, ' ').trim();
	return {
		name: name === '' ? undefined : name,
		map: undefined,
		players: players?.online,
		maxPlayers: players?.max,
	};
}

/** Returns the plain text of a text component: a string, a list, or an object with `text` and `extra`. */
function textOf(component: unknown): string {
	if (typeof component === 'string') return component;
	if (Array.isArray(component)) return component.map(textOf).join('');
	if (typeof component !== 'object' || component === null) return '';
	const text = 'text' in component ? textOf(component.text) : '';
	return 'extra' in component ? text + textOf(component.extra) : text;
}

function packet(type: number, parts: readonly Buffer[] = []): Buffer {
	const body = Buffer.concat([varint(type), ...parts]);
	return Buffer.concat([varint(body.length), body]);
}

/** Seven bits in each byte, the lowest first; the highest bit of a byte means that more follow. */
function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value >>> 0;
	for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
	return Buffer.from([...bytes, rest]);
}

const maxVarintBytes = 5;

/** Returns undefined if the number is not complete. Throws `ConsoleError` `malformed` if it is too long. */
function readVarint(bytes: Buffer, start: number): {value: number; end: number} | undefined {
	let value = 0;
	for (let at = start; at < bytes.length; at++) {
		if (at - start === maxVarintBytes) throw invalidAnswer();
		const byte = bytes[at] ?? 0;
		value |= (byte & 0x7f) << (7 * (at - start));
		if ((byte & 0x80) === 0) return {value: value >>> 0, end: at + 1};
	}
	return undefined;
}

const createDecoder = (onPacket: (packet: Buffer) => void): Decoder =>
	createFrameDecoder(bytes => {
		const length = readVarint(bytes, 0);
		if (!length) return undefined;
		if (length.value === 0 || length.value > maxPacketBytes) throw invalidAnswer();
		return {start: length.end, end: length.end + length.value};
	}, onPacket);
