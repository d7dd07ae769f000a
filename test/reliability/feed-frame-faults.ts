import {randomBytes} from 'node:crypto';
import {constants, deflateRawSync} from 'node:zlib';
import {flood, sends, toLive, toNew, type FeedFaultRow, type More} from './feed-fault-row.ts';
import {packet, stomp, webSocketFrame} from './feed-wire.ts';

export function frameRows(): FeedFaultRow[] {
	const message = packet({serverId: 'alpha', state: 'ONLINE'});
	const harmless = {live: 'stays'} as const;
	return [
		sends('a masked frame', () => Buffer.of(0x81, 0x81, 1, 2, 3, 4, 5), {says: /message that is invalid/}),
		sends('reserved bits', () => Buffer.of(0xf1, 0x00)),
		sends('an unknown opcode', () => Buffer.of(0x83, 0x00)),
		sends('a continuation of nothing', () => Buffer.of(0x80, 0x01, 0x41)),
		sends('a fragmented ping', () => Buffer.of(0x09, 0x00)),
		sends('a ping of 126 bytes', () => webSocketFrame(Buffer.alloc(126), {opcode: 9})),
		sends('a length of 2^63', () => Buffer.of(0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)),
		sends('random bytes', () => randomBytes(4096)),
		sends('text that is not UTF-8', () => webSocketFrame(Buffer.of(0xc3, 0x28, 0xff)), {
			says: /message that is invalid/,
		}),
		sends('compression that was not agreed', () => webSocketFrame(Buffer.of(1, 2, 3), {isCompressed: true})),
		sends('a binary message', () => webSocketFrame(Buffer.from(message), {opcode: 2}), harmless),
		sends(
			'a binary message that is not UTF-8',
			() =>
				webSocketFrame(
					Buffer.concat([Buffer.from('MESSAGE\n\n{"a'), Buffer.of(0xff, 0), Buffer.from('\n')]),
					{
						opcode: 2,
					},
				),
			harmless,
		),
		sends(
			'a message in fragments with pings between them',
			() =>
				Buffer.concat([
					webSocketFrame(message.slice(0, 20), {isFinal: false}),
					webSocketFrame('ping', {opcode: 9}),
					webSocketFrame(message.slice(20), {opcode: 0}),
				]),
			harmless,
		),
		sends(
			'empty messages',
			() => Buffer.concat(Array.from({length: 20_000}, () => webSocketFrame(''))),
			harmless,
		),
		sends(
			'20,000 pings',
			() => Buffer.concat(Array.from({length: 20_000}, () => webSocketFrame('x', {opcode: 9}))),
			harmless,
		),
		sends(
			'20,000 pongs',
			() => Buffer.concat(Array.from({length: 20_000}, () => webSocketFrame('x', {opcode: 10}))),
			harmless,
		),
	];
}

/** The feed accepts at most 16 MB as one message and 1 MB of an unfinished frame, and leaves as soon as there is more. */
export function sizeRows(): FeedFaultRow[] {
	const megabyte = Buffer.alloc(1024 * 1024, 'x');
	const ends = {withinMs: 20_000, says: /larger than 16 MB/};
	const endsUnfinished = {withinMs: 20_000, says: /larger than 1 MB/};
	/** A message of 100 MB of spaces, which takes 100 kB. */
	let bomb: Buffer | undefined;
	const makeBomb = () =>
		(bomb ??= deflateRawSync(Buffer.alloc(100 * megabyte.length, ' '), {
			finishFlush: constants.Z_SYNC_FLUSH,
			level: 1,
		}));
	return [
		toLive(
			'a frame without end, across messages',
			connection => {
				connection.client.write(webSocketFrame('MESSAGE\n\n'));
				flood(connection, () => webSocketFrame(megabyte));
			},
			endsUnfinished,
		),
		toLive(
			'a frame without end, across tiny messages',
			connection => {
				connection.client.write(webSocketFrame('MESSAGE\n\n'));
				const many = Buffer.concat(Array.from({length: 10_000}, () => webSocketFrame('x'.repeat(100))));
				flood(connection, () => many);
			},
			endsUnfinished,
		),
		toLive(
			'headers of a frame without end',
			connection => {
				connection.client.write(webSocketFrame('MESSAGE\n'));
				const many = Buffer.concat(
					Array.from({length: 1000}, () => webSocketFrame('name:value\n'.repeat(100))),
				);
				flood(connection, () => many);
			},
			endsUnfinished,
		),
		toLive(
			'a message without end, in fragments',
			connection => {
				connection.client.write(webSocketFrame('MESSAGE\n\n', {isFinal: false}));
				flood(connection, () => webSocketFrame(megabyte, {opcode: 0, isFinal: false}));
			},
			ends,
		),
		toLive(
			'a message without end, in empty fragments',
			connection => {
				connection.client.write(webSocketFrame('MESSAGE\n\n', {isFinal: false}));
				const many = Buffer.concat(
					Array.from({length: 10_000}, () => webSocketFrame('', {opcode: 0, isFinal: false})),
				);
				flood(connection, () => many);
			},
			ends,
		),
		sends(
			'a frame of 50 MB',
			() => packet({serverId: 'alpha', state: 'x'.repeat(50 * megabyte.length)}),
			ends,
		),
		{
			...toNew(
				'a compressed message of 100 MB',
				connection => {
					const {toClient} = connection;
					connection.toClient = chunk => {
						connection.toClient = toClient;
						const agreed = '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';
						toClient(Buffer.from(chunk.toString('latin1').replace('\r\n\r\n', agreed), 'latin1'));
						toClient(webSocketFrame(makeBomb(), {isCompressed: true}));
					};
				},
				ends,
			),
		},
	];
}

export function stompRows(): FeedFaultRow[] {
	const harmless = {live: 'stays'} as const;
	const returns = {live: 'returns'} as const;
	/** Replaces the broker's CONNECTED. */
	const connected = (name: string, frame: string | undefined, more: More = {}) =>
		toNew(
			name,
			connection => {
				const {toClient} = connection;
				connection.toClient = chunk => {
					if (!chunk.includes('CONNECTED')) toClient(chunk);
					else if (frame !== undefined) toClient(webSocketFrame(frame));
				};
			},
			more,
		);
	const error = (name: string, frame: string, says: RegExp) =>
		toLive(name, ({client}) => void client.end(webSocketFrame(frame)), {says});
	const state = {serverId: 'alpha', state: 'ONLINE'};
	return [
		connected('no CONNECTED', undefined, {says: /no answer within 5s/, withinMs: 7000}),
		connected('CONNECTED of STOMP 9.9', stomp('CONNECTED', {version: '9.9'}), {says: /STOMP 9\.9/}),
		connected('CONNECTED with absurd heart-beats', stomp('CONNECTED', {'heart-beat': '1,1'}), returns),
		connected(
			'CONNECTED with endless heart-beats',
			stomp('CONNECTED', {'heart-beat': `${'9'.repeat(400)},${'9'.repeat(400)}`}),
			returns,
		),
		connected('CONNECTED with nonsense', stomp('CONNECTED', {version: '1.2', 'heart-beat': 'a,b'}), returns),
		connected('MESSAGE instead of CONNECTED', packet(state), {says: /unreadable frame/}),
		error('ERROR', stomp('ERROR', {message: 'Bad token'}), /Bad token/),
		error('ERROR without words', stomp('ERROR', {}), /error without a message/),
		error('ERROR of 1 MB', stomp('ERROR', {message: 'oh'}, 'no '.repeat(350_000)), /oh: no no/),
		error('ERROR with control characters', stomp('ERROR', {message: '\x1b]0;evil\x07\u202e'}), /evil/),
		sends('an unknown frame', () => stomp('HELLO', {}), {says: /unreadable frame/}),
		sends('HTML', () => '<!doctype html>\n\n<html></html>\0', {says: /unreadable frame/}),
		sends('a receipt that nobody requested', () => stomp('RECEIPT', {'receipt-id': '__proto__'}), harmless),
		sends('CONNECTED twice', () => stomp('CONNECTED', {version: '1.2'}), harmless),
		...['0', '5', '99999999', '-1', 'NaN'].map(length =>
			sends(
				`content-length ${length}`,
				() => packet(state, {'content-length': length}) + packet(state),
				harmless,
			),
		),
		sends('headers with prototype names', () => packet(state, {__proto__: 'x', constructor: 'y'}), harmless),
		sends('10,000 headers', () => `MESSAGE\n${'a:b\n'.repeat(10_000)}\n{}\0`, harmless),
		sends('NULs', () => '\0'.repeat(100_000), harmless),
		sends('line ends', () => '\n'.repeat(1_000_000), harmless),
	];
}
