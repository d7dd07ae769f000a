import type {HeaderOf} from '../accounts.ts';
import type {Broker} from './broker.ts';

type Listener<Event> = ((event: Event) => unknown) | undefined | null;

/** What stompjs's `webSocketFactory` has to give: a WebSocket without a network. */
export type SandboxSocket = {
	readonly url: string;
	readonly protocol: string;
	readonly readyState: number;
	binaryType: string;
	onopen: Listener<object>;
	onmessage: Listener<{data: string}>;
	onclose: Listener<{code: number; reason: string; wasClean: boolean}>;
	onerror: Listener<{message: string}>;
	send: (data: unknown) => void;
	close: (code?: number, reason?: string) => void;
	/** Gives up without the closing handshake. */
	terminate: () => void;
};

const [connecting, open, closing, closed] = [0, 1, 2, 3];

/** A socket whose other end is the broker. Everything arrives later, in its order, as from a network. */
export function openPipe(broker: Broker, headers: Record<string, string>): SandboxSocket {
	const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	const handshake: HeaderOf = name => byName.get(name);
	let state = connecting;
	const later = (task: () => void) => queueMicrotask(task);

	const finish = (code: number, reason: string) => {
		if (state === closed) return;
		state = closed;
		accepted?.closed();
		later(() => socket.onclose?.({code, reason, wasClean: code !== 1006}));
	};
	const accepted = broker.accept(
		{
			send: text =>
				later(() => {
					if (state === open) socket.onmessage?.({data: text});
				}),
			// The closing handshake comes after what was said before it.
			close: (code, reason) => later(() => finish(code, reason)),
			waitingBytes: () => 0,
		},
		handshake,
	);
	const socket: SandboxSocket = {
		url: 'sandbox:/websocket',
		protocol: 'v12.stomp',
		get readyState() {
			return state;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => {
			if (state === open) later(() => accepted?.receive(textOf(data)));
		},
		close: (code = 1000, reason = '') => {
			if (state === closed) return;
			state = closing;
			// A frozen peer never answers the closing handshake.
			if (!broker.faults.frozen) later(() => finish(code, reason));
		},
		terminate: () => finish(1006, ''),
	};
	later(() => {
		if (state !== connecting) return;
		if (!accepted) {
			socket.onerror?.({message: 'The feed is down.'});
			finish(1006, '');
			return;
		}
		state = open;
		socket.onopen?.({});
	});
	return socket;
}

function textOf(data: unknown): string | Uint8Array {
	if (typeof data === 'string' || data instanceof Uint8Array) return data;
	return data instanceof ArrayBuffer ? new Uint8Array(data) : String(data);
}
