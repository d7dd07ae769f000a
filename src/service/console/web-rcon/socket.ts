import {WebSocket} from 'ws';
import {repeat, systemClock} from '../../../lib/clock.ts';
import {gameConsoleMessages, webRconMessages} from '../../../messages/service-servers.ts';
import type {ConsoleOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {createMailbox, type Reader} from '../mailbox.ts';
import {decodeMessage, type Message} from './message.ts';

export type MessageSocket = Reader<Message> & {
	/** Sends texts and attends to what follows. */
	send: (...texts: string[]) => void;
	close: () => void;
};

type Options = Pick<ConsoleOptions, 'host' | 'port' | 'password' | 'timeoutMs' | 'signal'> & {
	/** Gets the messages that arrive while the connection rests. */
	onMessage: (message: Message) => void;
};

const maxMessageBytes = 16 * 1024 * 1024;
/** Games that vanish without closing are noticed after some minutes, even if no command is sent. */
const pingMs = 60_000;

/** Connects. Rejects with `ConsoleError`, or with the reason of `signal`. No error contains the password. */
export function openSocket(options: Options): Promise<MessageSocket> {
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
		const failed = (cause: Error) => giveUp(connectError(cause, host, port));
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

function connectError(error: Error, host: string, port: number): ConsoleError {
	const cause = withoutDetails(error);
	const isProtocol = 'code' in error && /^(?:HPE_|WS_ERR_)/.test(String(error.code));
	return isProtocol || !('code' in error)
		? new ConsoleError('malformed', webRconMessages.noWebSocket(host, port), {cause})
		: new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause});
}

/** Errors of requests may have the request, and with it the password, in their properties. */
const withoutDetails = ({message}: Error): Error => new Error(message);

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
		else end({orderly: false}, new ConsoleError('malformed', webRconMessages.invalidMessage));
		mailbox.wake();
	});
	socket.on('error', error => end({orderly: false, cause: withoutDetails(error)}));
	socket.on('close', () => end({orderly: true}));
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
