import {connect, type Socket} from 'node:net';
import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';
import {connectInTime, type ConnectTarget} from './connect-in-time.ts';
import {decodeLine} from './decode-answer.ts';
import {createMailbox, type Reader} from './mailbox.ts';

/**
Creates a decoder of frames that begin with their length. `frameIn` returns where the first frame in the bytes starts and
ends; undefined if its length is not complete. It throws for a length that is not allowed.
*/
export function createFrameDecoder(
	frameIn: (bytes: Buffer) => {start: number; end: number} | undefined,
	onFrame: (frame: Buffer) => void,
): Decoder {
	let chunks: Uint8Array[] = [];
	let pending = 0;
	// Chunks are joined only when there is enough for the next step, so one-byte chunks cost no more than large ones.
	let needed = 1;
	return {
		isMidMessage: () => pending > 0,
		push: chunk => {
			chunks.push(chunk);
			pending += chunk.length;
			if (pending < needed) return;
			let rest = Buffer.concat(chunks);
			let frame = frameIn(rest);
			for (; frame && rest.length >= frame.end; frame = frameIn(rest)) {
				onFrame(rest.subarray(frame.start, frame.end));
				rest = rest.subarray(frame.end);
			}
			needed = frame?.end ?? rest.length + 1;
			chunks = [rest];
			pending = rest.length;
		},
	};
}

/** Far longer than any line of a console. */
const maxLineLength = 1024 * 1024;
/** Longer texts without a line break are not prompts. */
const maxPromptLength = 200;

/**
Creates a decoder of lines, each in UTF-8 or else Latin-1, without their line breaks and without NULs, with which Teeworlds pads them. A text
at the end that has no line break yet counts as a line if `isPrompt` returns true.
*/
export function createLineDecoder(
	onLine: (line: string) => void,
	isPrompt: (text: string) => boolean = () => false,
): Decoder {
	/** A character for each byte: how they are to be read shows at the end of the line. */
	let unfinished = '';
	const take = (bytes: string) => onLine(decodeLine(Buffer.from(withoutReturns(bytes), 'latin1')));
	return {
		isMidMessage: () => false,
		push: chunk => {
			// Only the new text is searched, so one-byte chunks cost no more than large ones.
			const [first = '', ...others] = chunk.toString('latin1').replaceAll('\0', '').split('\n');
			unfinished += first;
			for (const next of others) {
				const line = unfinished;
				unfinished = next;
				take(line);
			}
			if (unfinished.length > maxLineLength) {
				throw new ConsoleError('malformed', gameConsoleMessages.endlessLine);
			}
			if (unfinished.length > maxPromptLength || !isPrompt(unfinished)) return;
			const last = unfinished;
			unfinished = '';
			take(last);
		},
	};
}

/** A regular expression would take quadratic time for a line of carriage returns. */
function withoutReturns(line: string): string {
	let end = line.length;
	while (line.charAt(end - 1) === '\r') end--;
	return line.slice(0, end);
}

/** Cuts a stream of bytes into messages. */
export type Decoder = {
	/**
	Takes the next bytes, however they were split, and reports each completed message. Throws `ConsoleError` `malformed` if
	the bytes do not follow the protocol; the stream cannot be read further.
	*/
	push: (chunk: Buffer) => void;
	/** Whether more bytes must follow: a pause is not the end of anything. */
	isMidMessage: () => boolean;
};

/** A TCP connection that is read message by message. */
export type TcpStream<Message> = Reader<Message> & {
	/** Sends bytes and handles the response. */
	send: (bytes: string | Uint8Array) => void;
	/** Sends bytes without waiting for an answer. */
	post: (bytes: string | Uint8Array) => void;
	isMidMessage: () => boolean;
	close: () => void;
};

type Options<Message> = ConnectTarget & {
	decoder: (onMessage: (message: Message) => void) => Decoder;
	/** Gets the messages that arrive while the connection rests (default: they are discarded). */
	onMessage?: (message: Message) => void;
	/**
	Ends the connection with a reset, also if the game ends it first. If a server closes first, its port is blocked for a
	minute, and one that restarts in that time may come up without its console. (Seen on teeworlds 0.7.5)
	*/
	resets?: boolean;
};

/** Games that vanish without closing are noticed after some minutes, even if no command is sent. */
const keepAliveMs = 60_000;

/** Connects. Rejects with `ConsoleError`, or with the reason of `signal`. */
export function openTcpStream<Message>(options: Options<Message>): Promise<TcpStream<Message>> {
	const {host, port, resets = false} = options;
	return connectInTime(options, ({succeed, fail}) => {
		const socket = connect({
			host,
			port,
			noDelay: true,
			keepAlive: true,
			keepAliveInitialDelay: keepAliveMs,
			allowHalfOpen: resets,
		});
		const connected = () => {
			socket.off('error', fail);
			succeed(streamOver(socket, options));
		};
		socket.once('connect', connected).once('error', fail);
		return () => {
			socket.off('connect', connected).off('error', fail);
			socket.on('error', () => {}).destroy();
		};
	});
}

function streamOver<Message>(socket: Socket, options: Options<Message>): TcpStream<Message> {
	const {onMessage = () => {}, resets = false} = options;
	const mailbox = createMailbox<Message>({onMessage, isMidMessage: () => decoder.isMidMessage()});
	const decoder = options.decoder(mailbox.put);
	const hangUp = () => void (resets ? socket.resetAndDestroy() : socket.destroy());
	const end: typeof mailbox.end = (ending, failure) => {
		mailbox.end(ending, failure);
		hangUp();
	};
	socket.on('data', chunk => {
		if (mailbox.ending()) return;
		try {
			decoder.push(chunk);
			mailbox.wake();
		} catch (error) {
			if (!(error instanceof ConsoleError)) throw error;
			end({}, error);
		}
	});
	socket.on('error', cause => end({cause}));
	socket.on('end', () => end({}));
	socket.on('close', () => end({}));
	const post = (bytes: string | Uint8Array) => {
		if (socket.writable) socket.write(bytes);
	};
	return {
		...mailbox,
		post,
		send: bytes => {
			mailbox.attend();
			post(bytes);
		},
		isMidMessage: decoder.isMidMessage,
		close: () => {
			mailbox.close();
			hangUp();
		},
	};
}
