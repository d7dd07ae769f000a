import * as z from 'zod';
import type {NamedRequest} from '../../games/console-types.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import type {ByName} from '../../lib/json/maps.ts';
import {gameConsoleMessages, hllMessages} from '../../messages/service.ts';
import type {ConnectConsole, ConsoleConnection, SendOptions} from './connection.ts';
import {ConsoleError, loginEnded} from './console-error.ts';
import {bodyOf, findRequest, readArguments, textOf} from './http-command.ts';
import {countdown} from './mailbox.ts';
import {createFrameDecoder, openTcpStream, type TcpStream} from './tcp-stream.ts';

/*
RCON of Hell Let Loose, version 2 (https://github.com/timraay/hllrcon, hllrcon/protocol). A message is a header of three
little-endian uint32, a magic number, an id and the length of what follows, and JSON, which repeats XOR with a key. The first
answer has the key in Base64, the second a token for all later requests.
*/
const magic = 0xde45_0508;
const headerBytes = 12;
const maxBodyBytes = 16 * 1024 * 1024;
const version = 2;

const responseShape = z.object({
	statusCode: z.number(),
	statusMessage: z.string().default(''),
	/** A text, which may be JSON; a client expects JSON itself, too. */
	contentBody: z.unknown().transform(content => (content === undefined ? '' : textOf(content))),
});
type Response = z.output<typeof responseShape>;
type Message = {id: number; body: Buffer};

const statuses = {ok: 200, unauthorized: 401, serverError: 500} as const;

/** Encodes or decodes a body. */
export function xor(body: Buffer, key: Buffer): Buffer {
	return key.length === 0 ? body : Buffer.from(body.map((byte, at) => byte ^ (key[at % key.length] ?? 0)));
}

/** Encodes a message with its body, which is encoded already. */
export function encodeMessage({id, body}: Message): Buffer {
	const header = Buffer.alloc(headerBytes);
	header.writeUInt32LE(magic, 0);
	header.writeUInt32LE(id, 4);
	header.writeUInt32LE(body.length, 8);
	return Buffer.concat([header, body]);
}

/** Creates a decoder of messages, which throws `ConsoleError` `malformed` for anything else. */
export const createMessageDecoder = (onMessage: (message: Message) => void) =>
	createFrameDecoder(
		bytes => {
			if (bytes.length >= 4 && bytes.readUInt32LE(0) !== magic)
				throw new ConsoleError('malformed', hllMessages.notTheProtocol);
			if (bytes.length < headerBytes) return undefined;
			const length = bytes.readUInt32LE(8);
			if (length > maxBodyBytes) throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer);
			return {start: 4, end: headerBytes + length};
		},
		frame => onMessage({id: frame.readUInt32LE(0), body: frame.subarray(8)}),
	);

/** Where a connection stands. `key` is empty and `token` '' before the login. */
type Session = {stream: TcpStream<Message>; key: Buffer; token: string; lastId: number};

/** Creates the function that connects to Hell Let Loose. Commands that the game's table has not are sent as they are. */
export function connectHll(requests: ByName<NamedRequest> = {}): ConnectConsole {
	return async ({host, port, password, timeoutMs, signal}) => {
		const leftMs = countdown(timeoutMs);
		const stream = await openTcpStream<Message>({
			host,
			port,
			timeoutMs,
			signal,
			decoder: createMessageDecoder,
		});
		const session: Session = {stream, key: Buffer.alloc(0), token: '', lastId: 0};
		try {
			const ask = (name: string, content: string) =>
				login(session, name, content, {timeoutMs: leftMs(), signal});
			session.key = Buffer.from(await ask('ServerConnect', ''), 'base64');
			session.token = await ask('Login', password);
		} catch (error) {
			stream.close();
			throw error;
		}
		stream.rest();
		return {send: createSend(session, requests), ended: stream.ended, close: stream.close};
	};
}

/** Returns the content of the answer to a request of the login. */
async function login(session: Session, name: string, content: string, options: SendOptions): Promise<string> {
	const got = await exchange(session, name, content, options);
	if (got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
	if (got === 'closed') throw loginEnded(session.stream.ending()?.cause);
	if (got.statusCode === statuses.ok) return got.contentBody;
	throw got.statusCode === statuses.unauthorized
		? new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword)
		: new ConsoleError('malformed', hllMessages.failedCommand(got.statusCode, got.statusMessage));
}

function createSend(session: Session, requests: ByName<NamedRequest>): ConsoleConnection['send'] {
	const {stream} = session;
	return async (command, options) => {
		options.signal?.throwIfAborted();
		const {name, content} = contentOf(requests, command);
		if (stream.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		try {
			const got = await exchange(session, name, content, options);
			if (got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.noAnswer);
			if (got === 'closed') {
				const cause = stream.ending()?.cause;
				throw new ConsoleError('dropped', gameConsoleMessages.closedBefore, {...(cause && {cause})});
			}
			if (got.statusCode === statuses.ok) return got.contentBody;
			throw new ConsoleError(
				got.statusCode < statuses.serverError ? 'rejected' : 'unclear',
				hllMessages.failedCommand(got.statusCode, got.statusMessage),
			);
		} finally {
			stream.rest();
		}
	};
}

/** Returns the request of a command: by the table, or else its first word with the rest as content. */
function contentOf(requests: ByName<NamedRequest>, command: string): {name: string; content: string} {
	const {name, rest, request} = findRequest(requests, command);
	if (!request) return {name, content: rest};
	const {arguments: expected = []} = request;
	// The game has no optional fields.
	const values = new Map([
		...expected.map((argument): [string, string] => [argument.name, '']),
		...readArguments(name, expected, rest),
	]);
	return {name: request.name, content: bodyOf(request.body, values) ?? ''};
}

/** Sends a request and reads its answer. Others are late answers to earlier requests. */
async function exchange(
	session: Session,
	name: string,
	content: string,
	{timeoutMs, signal}: SendOptions,
): Promise<Response | 'late' | 'closed'> {
	const {stream, key, token} = session;
	const leftMs = countdown(timeoutMs);
	const id = ++session.lastId;
	const body = JSON.stringify({authToken: token, version, name, contentBody: content});
	stream.send(encodeMessage({id, body: xor(Buffer.from(body), key)}));
	for (;;) {
		const got = await stream.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') return 'late';
		if (got === 'closed') return 'closed';
		if (got.message.id !== id) continue;
		const read = responseShape.safeParse(tryParseJson(xor(got.message.body, key).toString('utf8')));
		if (read.success) return read.data;
		stream.close();
		throw new ConsoleError('malformed', hllMessages.notTheProtocol);
	}
}
