import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';
import {createFrameDecoder, type Decoder} from './tcp-stream.ts';

/**
One packet of Source RCON (Valve's developer wiki, "Source RCON Protocol"). On the wire, little-endian: int32 size (of
everything after it), int32 id, int32 type, the body, two NUL bytes.
*/
export type Packet = {id: number; type: number; body: Buffer};

/** Type 2 is a command from the client, but a login result from the server. */
export const packetTypes = {answer: 0, command: 2, loginReply: 2, login: 3} as const;

/** The id of a login reply that rejects the password. */
export const refusedId = -1;

/** Source's limit of the size field is 4096 bytes, ten of which are not body. */
const maxPacketBytes = 4096;
export const maxBodyBytes = maxPacketBytes - 10;

/** Encodes a packet. `body` is bytes, or text sent as UTF-8, of any length: the caller splits it. */
export function encodePacket(id: number, type: number, body: string | Uint8Array = ''): Buffer {
	const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
	const packet = Buffer.alloc(14 + bytes.length);
	packet.writeInt32LE(10 + bytes.length, 0);
	packet.writeInt32LE(id, 4);
	packet.writeInt32LE(type, 8);
	packet.set(bytes, 12);
	return packet;
}

/**
Creates a decoder that assembles packets from a stream of bytes. A size below 8 (no room for id and type) or above
`maxBytes` throws `ConsoleError` `malformed` as soon as its four bytes are known, after earlier packets were delivered. The
stream cannot be read further.
*/
export function createDecoder(onPacket: (packet: Packet) => void, maxBytes = maxPacketBytes): Decoder {
	return createFrameDecoder(
		bytes =>
			bytes.length < 4 ? undefined : {start: 4, end: 4 + validateSize(bytes.readInt32LE(0), maxBytes)},
		frame => onPacket(decodeBody(frame)),
	);
}

/** A decoder of what games really send. `flush` takes what is left after silence: `isCut` if a packet is incomplete. */
export type TolerantDecoder = Decoder & {flush: () => (Packet & {isCut: boolean}) | undefined};

const headerBytes = 12;
/** Games have their own types for events; text is never such a number. */
const maxType = 0xff;

/**
Creates a decoder for games whose size fields are wrong, because they count characters instead of bytes: after the first
packet, bytes that cannot be the start of one continue the body of the packet before. Throws `ConsoleError` `malformed` if the
very first bytes are no packet.
*/
export function createTolerantDecoder(onPacket: (packet: Packet) => void, maxBytes: number): TolerantDecoder {
	let last: (Packet & {nuls: number}) | undefined;
	let rest: Buffer = Buffer.alloc(0);
	/** Whether a packet may start here, as far as its header is there. */
	const mayStart = (at: number) => {
		if (rest.length - at < 4) return true;
		const size = rest.readInt32LE(at);
		if (size < 8 || size > maxBytes) return false;
		return rest.length - at < headerBytes || rest.readUInt32LE(at + 8) <= maxType;
	};
	/** Where the next packet starts: behind a NUL, which ends the one before; else the end. */
	const nextStart = () => {
		for (let at = 1; at <= rest.length - headerBytes; at++)
			if (rest[at - 1] === 0 && mayStart(at) && rest.readInt32LE(at) <= rest.length - at) return at;
		return rest.length;
	};
	const continueLast = (end: number): Packet | undefined => {
		if (!last) return undefined;
		const {nuls, ...packet} = last;
		const added = Buffer.concat([Buffer.alloc(nuls), rest.subarray(0, end)]);
		const body = added.subarray(0, added.findLastIndex(byte => byte !== 0) + 1);
		rest = rest.subarray(end);
		if (body.length === 0) return undefined;
		// The NULs after it may be half of a character, should even more follow.
		last = {...packet, nuls: added.length - body.length};
		return {...packet, body};
	};
	const announced = () => (rest.length >= headerBytes && mayStart(0) ? rest.readInt32LE(0) : undefined);
	return {
		isMidMessage: () => announced() !== undefined || (!last && rest.length > 0),
		push: chunk => {
			rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
			while (rest.length > 0) {
				const size = announced();
				if (size !== undefined && rest.length >= 4 + size) {
					const frame = rest.subarray(4, 4 + size);
					const packet = decodeBody(frame);
					last = {...packet, nuls: frame.length - 8 - packet.body.length};
					rest = rest.subarray(4 + size);
					onPacket(packet);
				} else if (mayStart(0)) return;
				else if (!last)
					throw new ConsoleError('malformed', gameConsoleMessages.packetSize(rest.readInt32LE(0), maxBytes));
				else {
					const more = continueLast(nextStart());
					if (more) onPacket(more);
				}
			}
		},
		flush: () => {
			const isCut = announced() !== undefined;
			const packet = isCut ? decodeBody(rest.subarray(4)) : continueLast(rest.length);
			rest = Buffer.alloc(0);
			return packet && {...packet, isCut};
		},
	};
}

function validateSize(size: number, maxBytes: number): number {
	if (size >= 8 && size <= maxBytes) return size;
	throw new ConsoleError('malformed', gameConsoleMessages.packetSize(size, maxBytes));
}

/** Decodes a packet. Some games end a body with one NUL or none, so only NULs that are present are removed. */
function decodeBody(bytes: Buffer): Packet {
	let end = bytes.length;
	for (let nul = 0; nul < 2 && end > 8 && bytes[end - 1] === 0; nul++) end--;
	return {id: bytes.readInt32LE(0), type: bytes.readInt32LE(4), body: bytes.subarray(8, end)};
}

/** Splits a long body into pieces of at most `limit` bytes, by default only between UTF-8 characters. */
export function splitBody(body: Buffer, limit = maxBodyBytes, betweenCharacters = true): Buffer[] {
	const pieces: Buffer[] = [];
	let start = 0;
	while (body.length - start > limit) {
		const end = betweenCharacters ? characterStart(body, start + limit) : start + limit;
		pieces.push(body.subarray(start, end));
		start = end;
	}
	pieces.push(body.subarray(start));
	return pieces;
}

/** Returns the nearest character boundary at or before `at`. A character has at most three continuation bytes. */
function characterStart(body: Buffer, at: number): number {
	let start = at;
	while (start > at - 3 && ((body[start] ?? 0) & 0xc0) === 0x80) start--;
	return start;
}
