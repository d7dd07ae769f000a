import type {IStompSocket} from '@stomp/stompjs';
import type {FeedSocket, SocketClosed} from '../contract/socket.ts';

export type Guarded = {
	/** What stompjs talks to. */
	socket: IStompSocket;
	/** A heart-beat, as STOMP has it. */
	beat: () => void;
	/** From here on nothing is received any more. */
	drop: () => void;
};

/**
Stands between stompjs and the socket. A frame that stompjs cannot read makes it throw in the socket's event, where
nobody could catch it. Its heart-beats run on timers of its own, by the wall clock and with whatever span the peer
names: it is told of none, and `beats`, what CONNECT is to offer, is put in here.
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
		// stompjs stops its timers when it hears of the end.
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
			// stompjs sends text, or bytes where it is told to.
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
