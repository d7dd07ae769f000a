import type {IStompSocket} from '@stomp/stompjs';
import type {FeedSocket, SocketClosed} from '../contract/socket.ts';

export type Guarded = {
	/** The socket for stompjs. */
	socket: IStompSocket;
	/** Sends a STOMP heart-beat. */
	beat: () => void;
	/** Closes the connection; nothing is received afterwards. */
	drop: () => void;
};

/**
Wraps the socket for stompjs. A frame that stompjs cannot read makes it throw in a socket event, where nothing could
catch it. Its heart-beats use their own timers, the wall clock and whatever interval the peer names, so stompjs gets
none, and the offer in CONNECT is replaced with `beats`.
*/
export function guardSocket(
	inner: FeedSocket,
	beats: string,
	on: {heard: () => void; closed: (event: SocketClosed) => void; broken: (cause: unknown) => void},
): Guarded {
	let dropped = false;
	const guard = (task: () => unknown) => {
		if (dropped) return;
		try {
			task();
		} catch (cause) {
			on.broken(cause);
		}
	};
	const drop = () => {
		if (dropped) return;
		dropped = true;
		inner.terminate();
		// stompjs stops its timers when the socket closes.
		socket.onclose?.({code: 1006});
	};
	const socket: IStompSocket = {
		url: inner.url,
		get readyState() {
			return dropped ? 3 : inner.readyState;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => {
			// stompjs sends text, or bytes if configured to.
			const frame = data as string | Uint8Array;
			const isConnect = typeof frame === 'string' && frame.startsWith('CONNECT\n');
			guard(() =>
				inner.send(isConnect ? frame.replace('\nheart-beat:0,0\n', `\nheart-beat:${beats}\n`) : frame),
			);
		},
		close: () => guard(() => inner.close()),
		terminate: drop,
	};
	Object.assign(inner, {
		binaryType: 'arraybuffer',
		onopen: (event: object) => guard(() => socket.onopen?.(event)),
		onmessage: (event: {data: string | ArrayBuffer}) => {
			on.heard();
			guard(() => socket.onmessage?.(event));
		},
		onerror: () => {},
		onclose: (event: SocketClosed) => {
			if (dropped) return;
			guard(() => socket.onclose?.(event));
			on.closed(event);
		},
	});
	return {socket, beat: () => guard(() => inner.send('\n')), drop};
}
