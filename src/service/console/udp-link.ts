import {createSocket, type Socket} from 'node:dgram';
import {lookup} from 'node:dns';
import {connectInTime, type ConnectTarget} from './connect-in-time.ts';
import {ConsoleError} from './console-error.ts';
import {createMailbox, type Reader} from './mailbox.ts';

/**
Datagrams exchanged with one address. Whether anyone is there shows only when an answer comes: a closed port ends the
link if the machine reports it.
*/
export type UdpLink<Message> = Reader<Message> & {
	/** Sends a datagram and handles the response. */
	send: (bytes: Uint8Array) => void;
	/** Sends a datagram without waiting for an answer. */
	post: (bytes: Uint8Array) => void;
	/** Ends the link with an error. */
	fail: (error: ConsoleError) => void;
	close: () => void;
};

type Options<Message> = ConnectTarget & {
	/** Returns undefined for datagrams that are ignored. Throws `ConsoleError` `malformed` to end the link. */
	decode: (datagram: Buffer) => Message | undefined;
};

/** Opens a link to an address. Rejects with `ConsoleError`, or with the reason of `signal`. */
export function openUdpLink<Message>(options: Options<Message>): Promise<UdpLink<Message>> {
	const {host, port, decode} = options;
	return connectInTime(options, ({succeed, fail, isOver}) => {
		let socket: Socket | undefined;
		lookup(host, (error, address, family) => {
			if (isOver()) return;
			if (error) return fail(error);
			const created = createSocket(family === 6 ? 'udp6' : 'udp4');
			socket = created.once('error', fail);
			// A connected socket gets the datagrams of this address only, and learns that a port is closed.
			created.connect(port, address, () => {
				if (isOver()) return;
				created.off('error', fail);
				succeed(linkOver(created, decode));
			});
		});
		return () => void socket?.close();
	});
}

function linkOver<Message>(socket: Socket, decode: Options<Message>['decode']): UdpLink<Message> {
	const mailbox = createMailbox<Message>({onMessage: () => {}, isMidMessage: () => false});
	let isOpen = true;
	const hangUp = () => {
		if (isOpen) socket.close();
		isOpen = false;
	};
	const end: typeof mailbox.end = (ending, failure) => {
		mailbox.end(ending, failure);
		hangUp();
	};
	socket.on('message', datagram => {
		if (!isOpen) return;
		try {
			const message = decode(datagram);
			if (message !== undefined) mailbox.put(message);
			mailbox.wake();
		} catch (error) {
			if (!(error instanceof ConsoleError)) throw error;
			end({}, error);
		}
	});
	socket.on('error', cause => end({cause}));
	const post = (bytes: Uint8Array) => {
		// Errors are reported as those of the socket.
		if (isOpen) socket.send(bytes, cause => void (cause && end({cause})));
	};
	return {
		...mailbox,
		post,
		send: bytes => {
			mailbox.attend();
			post(bytes);
		},
		fail: error => end({}, error),
		close: () => {
			mailbox.close();
			hangUp();
		},
	};
}
