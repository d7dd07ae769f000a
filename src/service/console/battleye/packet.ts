import {crc32} from 'node:zlib';

/*
BattlEye RCon protocol specification, version 2. Every packet: `BE`, the CRC-32 of what follows (little-endian), 0xff, the
type, the rest.
*/
export type Packet =
	| {type: 'login'; isAccepted: boolean}
	| {type: 'answer'; sequence: number; body: Buffer; part?: {index: number; total: number}}
	| {type: 'message'; sequence: number; text: string};

const types = {login: 0, command: 1, message: 2} as const;
const headerBytes = 7;

export const encodeLogin = (password: string): Buffer => encode(types.login, Buffer.from(password));
/** Without a command, keeps the login alive. */
export const encodeCommand = (sequence: number, command = ''): Buffer =>
	encode(types.command, Buffer.of(sequence), Buffer.from(command));
export const encodeAcknowledgement = (sequence: number): Buffer => encode(types.message, Buffer.of(sequence));

function encode(type: number, ...rest: Buffer[]): Buffer {
	const checked = Buffer.concat([Buffer.of(0xff, type), ...rest]);
	const packet = Buffer.alloc(6 + checked.length);
	packet.write('BE');
	packet.writeUInt32LE(crc32(checked), 2);
	packet.set(checked, 6);
	return packet;
}

/** Returns undefined for anything that is not a packet from BattlEye. */
export function decodePacket(datagram: Buffer): Packet | undefined {
	if (datagram.length < headerBytes + 2 || datagram.toString('latin1', 0, 2) !== 'BE') return undefined;
	if (datagram[6] !== 0xff || datagram.readUInt32LE(2) !== crc32(datagram.subarray(6))) return undefined;
	const [type, second = 0] = datagram.subarray(headerBytes);
	const rest = datagram.subarray(headerBytes + 2);
	if (type === types.login) return {type: 'login', isAccepted: second === 1};
	if (type === types.message) return {type: 'message', sequence: second, text: rest.toString('utf8')};
	if (type !== types.command) return undefined;
	// 0, the number of parts and the index of this one precede each part of a long answer.
	const [zero, total = 0, index = 0] = rest;
	if (zero !== 0 || rest.length < 3) return {type: 'answer', sequence: second, body: rest};
	if (index >= total) return undefined;
	return {type: 'answer', sequence: second, body: rest.subarray(3), part: {index, total}};
}
