import * as z from 'zod';
import {WebSocket} from 'ws';
import {tryParseJson} from '../../lib/json/json.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleLine, ConsoleOptions} from './connection.ts';
import {repeat, systemClock} from '../../lib/time/clock.ts';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {gameConsoleMessages, webRconMessages} from '../../messages/service.ts';
import {connectError} from './connect-in-time.ts';
import {ConsoleError, loginEnded} from './console-error.ts';
import {countdown, createMailbox, type Reader} from './mailbox.ts';
import {checkLine} from './line-exchange.ts';

/*
Rust's WebRCON (github.com/Facepunch/webrcon, the game's own panel): JSON texts over WebSocket, both ways with an
identifier, a message and a name or type. What happens without a command has an identifier of 0 or below.
*/
const messageShape = z.object({Identifier: z.number(), Message: z.string(), Type: z.string().optional()});
const chatShape = z.object({Username: z.string(), Message: z.string()});

export type Message = z.infer<typeof messageShape>;

export const encodeMessage = (id: number, command: string): string =>
	JSON.stringify({Identifier: id, Message: command, Name: 'WebRcon'});

/** Returns undefined for anything that is not a message of WebRCON. */
export function decodeMessage(text: string): Message | undefined {
	const read = messageShape.safeParse(tryParseJson(text));
	return read.success ? read.data : undefined;
}

/** Returns the lines of a message that no command asked for. */
export function linesOf({Type, Message}: Message): ConsoleLine[] {
	const kind = Type === 'Chat' ? 'chat' : 'output';
	const chat = kind === 'chat' ? chatShape.safeParse(tryParseJson(Message)) : undefined;
	const text = chat?.success ? `${chat.data.Username}: ${chat.data.Message}` : Message;
	return text
		.split(/\r?\n/)
		.filter(Boolean)
		.map(line => ({text: line, kind}));
}

export type MessageSocket = Reader<Message> & {
	/** Sends texts and handles the responses. */
	send: (...texts: string[]) => void;
	close: () => void;
};

type Options = Pick<ConsoleOptions, 'host' | 'port' | 'password' | 'timeoutMs' | 'signal'> & {
	/** Receives the messages that arrive between commands. */
	onMessage: (message: Message) => void;
};

const maxMessageBytes = 16 * 1024 * 1024;
/** Games that vanish without closing are noticed after some minutes, even if no command is sent. */
const pingMs = 60_000;

/** Connects. Rejects with `ConsoleError`, or with the reason of `signal`. No error contains the password. */
function openSocket(options: Options): Promise<MessageSocket> {
	const {host, port, timeoutMs, signal} = options;
	signal?.throwIfAborted();
	const socket = new WebSocket(addressOf(options), {
		maxPayload: maxMessageBytes,
		perMessageDeflate: false,
		followRedirects: false,
	});
	return new Promise((resolve, reject) => {
		const settle = (outcome: () => void) => {
			cancelTimer();
			signal?.removeEventListener('abort', abandon);
			socket.off('open', opened).off('error', failed).off('unexpected-response', rejected);
			outcome();
		};
		const giveUp = (error: unknown) =>
			settle(() => {
				socket.on('error', () => {}).terminate();
				reject(error);
			});
		const opened = () => settle(() => resolve(readerOver(socket, options)));
		const failed = (cause: Error) => giveUp(openError(cause, host, port));
		const rejected = (_request: unknown, {statusCode}: {statusCode?: number | undefined}) =>
			giveUp(
				statusCode === 401 || statusCode === 403
					? new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword)
					: new ConsoleError('malformed', webRconMessages.noWebSocket(host, port)),
			);
		const abandon = () => giveUp(signal?.reason);
		const cancelTimer = systemClock.after(timeoutMs, () =>
			giveUp(new ConsoleError('timeout', gameConsoleMessages.notConnected(host, port, timeoutMs))),
		);
		signal?.addEventListener('abort', abandon, {once: true});
		socket.once('open', opened).once('error', failed).once('unexpected-response', rejected);
	});
}

/** The password is the path. Only what a path cannot carry is encoded, because the game compares it as it is. */
function addressOf({host, port, password}: Options): URL {
	const path = encodeURIComponent(password).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
	try {
		return new URL(`ws://${host.includes(':') ? `[${host}]` : host}:${port}/${path}`);
	} catch {
		// The error of URL contains the password.
		throw new ConsoleError('refused', webRconMessages.invalidAddress);
	}
}

function openError(error: Error, host: string, port: number): ConsoleError {
	const isProtocol = 'code' in error && /^(?:HPE_|WS_ERR_)/.test(String(error.code));
	if (!isProtocol && 'code' in error) return connectError(withoutDetails(error), host, port);
	const cause = withoutDetails(error);
	return new ConsoleError('malformed', webRconMessages.noWebSocket(host, port), {cause});
}

/** Errors of requests may have the request, and with it the password, in their properties. */
const withoutDetails = (error: Error): Error =>
	Object.assign(new Error(error.message), {code: codeOf(error)});

function readerOver(socket: WebSocket, {onMessage}: Options): MessageSocket {
	const mailbox = createMailbox<Message>({onMessage, isMidMessage: () => false});
	const stopPing = repeat(
		systemClock,
		() => pingMs,
		() => socket.ping(),
	);
	const end: typeof mailbox.end = (ending, failure) => {
		stopPing();
		mailbox.end(ending, failure);
		socket.terminate();
	};
	// The default of `binaryType`: a message is one buffer.
	socket.on('message', (data: Buffer) => {
		if (mailbox.ending()) return;
		const message = decodeMessage(data.toString('utf8'));
		if (message) mailbox.put(message);
		else end({}, new ConsoleError('malformed', webRconMessages.invalidMessage));
		mailbox.wake();
	});
	socket.on('error', error => end({cause: withoutDetails(error)}));
	socket.on('close', () => end({}));
	return {
		...mailbox,
		send: (...texts) => {
			mailbox.attend();
			for (const text of texts) if (socket.readyState === WebSocket.OPEN) socket.send(text);
		},
		close: () => {
			stopPing();
			mailbox.close();
			socket.close();
			socket.terminate();
		},
	};
}

/**
A harmless command that every game answers: the game's own panel sends it all the time. Its answer proves the login, and
marks the end of the answer to the command before it: some commands answer several times, others not at all.
*/
const markerCommand = 'serverinfo';
/** The game's panel counts its requests from here; lower identifiers are for what happens without one. */
const firstId = 1001;
const maxAnswerLength = 16 * 1024 * 1024;

/** Connects to WebRCON, the console of Rust. It streams the log and the chat of the game. */
export const connectWebRcon: ConnectConsole = async options => {
	const {password, host, port, timeoutMs, signal, onLine = () => {}} = options;
	const leftMs = countdown(timeoutMs);
	const onEvent = (message: Message) => {
		// Others are late answers to a command that was given up.
		if (message.Identifier < firstId) linesOf(message).forEach(onLine);
	};
	const socket = await openSocket({host, port, password, timeoutMs, signal, onMessage: onEvent});
	try {
		await logIn(socket, {leftMs, signal, onEvent});
	} catch (error) {
		socket.close();
		throw error;
	}
	socket.rest();
	return {send: createSend(socket, onEvent), ended: socket.ended, close: socket.close};
};

type Login = Pick<ConsoleOptions, 'signal'> & {leftMs: () => number; onEvent: (message: Message) => void};

/** The game closes the connection if the password is wrong, or answers nothing. */
async function logIn(socket: MessageSocket, {leftMs, signal, onEvent}: Login): Promise<void> {
	socket.send(encodeMessage(firstId, markerCommand));
	for (;;) {
		const got = await socket.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') throw loginEnded(socket.ending()?.cause);
		if (got.message.Identifier === firstId) return;
		onEvent(got.message);
	}
}

function createSend(socket: MessageSocket, onEvent: (message: Message) => void): ConsoleConnection['send'] {
	let lastId = firstId;
	return async (command, {timeoutMs, signal}) => {
		signal?.throwIfAborted();
		checkLine(command);
		if (socket.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const [commandId, markerId] = [lastId + 1, lastId + 2];
		lastId += 2;
		socket.send(encodeMessage(commandId, command), encodeMessage(markerId, markerCommand));
		try {
			return await readAnswer(socket, {commandId, markerId, leftMs: countdown(timeoutMs), signal, onEvent});
		} finally {
			socket.rest();
		}
	};
}

type Reading = Login & {commandId: number; markerId: number};

async function readAnswer(socket: MessageSocket, reading: Reading): Promise<string> {
	const {commandId, markerId, leftMs, signal, onEvent} = reading;
	const pieces: string[] = [];
	let length = 0;
	const text = () => pieces.join('\n');
	const partial = () => (pieces.length > 0 ? {partial: text()} : {});
	for (;;) {
		const got = await socket.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') {
			const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
			throw new ConsoleError('timeout', pieces.length > 0 ? unfinishedAnswer : noAnswer, partial());
		}
		if (got === 'closed') {
			const {closedBefore, closedDuring} = gameConsoleMessages;
			const cause = socket.ending()?.cause;
			throw new ConsoleError('dropped', pieces.length > 0 ? closedDuring : closedBefore, {
				...(cause && {cause}),
				...partial(),
			});
		}
		const {Identifier, Message} = got.message;
		if (Identifier === markerId) return text();
		if (Identifier !== commandId) {
			onEvent(got.message);
			continue;
		}
		if (Message !== '') pieces.push(Message);
		length += Message.length;
		if (length <= maxAnswerLength) continue;
		socket.close();
		throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, {partial: text().slice(0, 4096)});
	}
}
