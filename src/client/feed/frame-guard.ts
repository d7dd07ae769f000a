import type {IStompSocket} from '@stomp/stompjs';
import type {FeedSocket, SocketClosed} from '../../contract/socket.ts';
import {feedConnectionMessages} from '../../messages/feed.ts';

/** The limit of a WebSocket message. A packet about 10,000 servers takes 1 to 4 MB. */
export const maxMessageBytes = 16 * 1024 * 1024;
/** The limit for the parts of a frame that has not ended with its message. */
const maxUnfinished = 1024 * 1024;
/** The limit for the command and headers. */
const maxHead = 64 * 1024;

/** The peer sent something other than STOMP, or too much. The message is for the user. */
export class BadFrame extends Error {
	override name = 'BadFrame';
}

export type FrameGuard = {
	/** Reads a WebSocket message. Throws `BadFrame`, after which the connection cannot be used anymore. */
	read: (data: string | ArrayBuffer) => void;
	/** Whether the last message ended in the middle of a frame. */
	isInside: () => boolean;
};

/**
Passes whole frames to stompjs, whose parser has no limits and believes whatever a frame says. The body is not for it: it would
take 40 ms and 40 MB of memory for each megabyte. A frame ends at the first NUL, because no packet contains one. Line ends
between frames are heart-beats. (STOMP 1.2: Augmented BNF)
*/
export function createFrameGuard(pass: (head: string, body: string) => void): FrameGuard {
	const decoder = new TextDecoder();
	let unfinished = '';
	const add = (text: string) => {
		unfinished = unfinished === '' ? text.replace(/^[\r\n]+/, '') : unfinished + text;
	};
	return {
		read: data => {
			const parts = (typeof data === 'string' ? data : decoder.decode(data, {stream: true})).split('\0');
			const last = parts.pop() ?? '';
			for (const part of parts) {
				add(part);
				const frame = unfinished;
				unfinished = '';
				if (frame === '') continue;
				const {head, body} = divided(frame);
				pass(head, body);
			}
			add(last);
			if (unfinished.length > maxUnfinished)
				throw new BadFrame(feedConnectionMessages.tooLarge(maxUnfinished / 2 ** 20));
		},
		isInside: () => unfinished !== '',
	};
}

/** stompjs calls methods of `Object` for others. */
const commands: ReadonlySet<string> = new Set(['CONNECTED', 'MESSAGE', 'RECEIPT', 'ERROR']);

/** The name under which stompjs sees the `heart-beat` of CONNECTED: it would beat at any interval, even of 1 ms. */
export const peerBeats = 'peer-heart-beat';

/** The head is a frame without a body. */
function divided(frame: string): {head: string; body: string} {
	const end = frame.slice(0, maxHead).search(/\n\r?\n/);
	const [command = '', ...lines] = frame.slice(0, Math.max(0, end)).replaceAll('\r', '').split('\n');
	if (!commands.has(command)) throw new BadFrame(feedConnectionMessages.badFrame);
	const body = frame.slice(frame.indexOf('\n', end + 1) + 1);
	return {head: `${[command, ...lines.flatMap(harmlessHeader)].join('\n')}\n\n\0`, body};
}

function harmlessHeader(line: string): string[] {
	const [before = '', ...after] = line.split(':');
	const name = before.trim();
	// stompjs takes quadratic time for a long run of spaces.
	const value = after
		.join(':')
		.trim()
		.replaceAll(/\s{100,}/g, ' ');
	// It would wait for that body.
	if (name === 'content-length') return [];
	// It would call methods of `Object` for others.
	if (/^(subscription|receipt-id)$/.test(name) && !/^sub(scribed)?-\d+$/.test(value)) return [];
	return [`${name === 'heart-beat' ? peerBeats : name}:${value}`];
}

type SocketEvents = {
	opened: () => void;
	/** Called before stompjs gets the rest of the frame. */
	bodyOfNext: (body: string) => void;
	/** A frame, or a heart-beat, has ended. */
	heard: () => void;
	isOver: () => boolean;
	bad: (reason: string) => void;
	closed: (event: SocketClosed) => void;
};

/** Returns the interface of a socket for stompjs. Listens to it at once, because stompjs does so later. */
export function guardSocket(
	socket: FeedSocket,
	{opened, bodyOfNext, heard, isOver, bad, closed}: SocketEvents,
): IStompSocket {
	const seen: IStompSocket = {
		url: socket.url,
		get readyState() {
			return socket.readyState;
		},
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		// stompjs sends texts, because no frame has a body.
		send: data => socket.send(data as string),
		close: socket.close,
		terminate: socket.terminate,
	};
	const frames = createFrameGuard((head, body) => {
		if (isOver()) return;
		bodyOfNext(body);
		seen.onmessage?.({data: head});
	});
	Object.assign(socket, {
		binaryType: 'arraybuffer',
		onopen: () => {
			opened();
			seen.onopen?.();
		},
		onmessage: ({data}: {data: string | ArrayBuffer}) => {
			try {
				if (isOver()) return;
				frames.read(data);
				if (!frames.isInside()) heard();
			} catch (cause) {
				bad(cause instanceof BadFrame ? cause.message : feedConnectionMessages.badFrame);
			}
		},
		onclose: (event: SocketClosed) => {
			closed(event);
			seen.onclose?.(event);
		},
	});
	return seen;
}
