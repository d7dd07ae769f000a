import {connect, type Socket} from 'node:net';
import {connectInTime, type ConnectTarget} from './connect-in-time.ts';
import {ConsoleError} from './console-error.ts';
import {createMailbox, type Reader} from './mailbox.ts';

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
	/** Sends bytes and attends to what follows. */
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
			end({orderly: false}, error);
		}
	});
	socket.on('error', cause => end({orderly: false, cause}));
	socket.on('end', () => end({orderly: true}));
	socket.on('close', () => end({orderly: true}));
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
