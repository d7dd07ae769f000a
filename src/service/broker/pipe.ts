import type {ByName} from '../../lib/json/maps.ts';
import type {FeedSocket} from '../../contract/socket.ts';
import {brokerMessages} from '../../messages/feed.ts';
import type {HeaderOf} from '../access/accounts.ts';
import type {Broker} from './broker.ts';
import type {Accepted, Peer} from './peer.ts';

const [connecting, open, closing, closed] = [0, 1, 2, 3];

type FarEnd = Pick<Broker, 'accept' | 'refusal' | 'whenAwake'> & {faults: {readonly frozen: boolean}};

/**
Opens a WebSocket without a network, with the broker at the other end. Everything arrives asynchronously and in order,
as over a network. `headers` are those of the handshake.
*/
export function openPipe(broker: FarEnd, headers: ByName<string>): FeedSocket {
	const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	const handshake: HeaderOf = name => byName.get(name);
	let state = connecting;
	let accepted: Accepted | undefined;
	const later = (task: () => void) => queueMicrotask(task);

	const finish = (code: number, reason: string, status?: number) => {
		if (state === closed) return;
		state = closed;
		accepted?.closed();
		later(() => socket.onclose?.({code, reason, ...(status !== undefined && {status})}));
	};
	const peer: Peer = {
		send: text =>
			later(() => {
				if (state === open) socket.onmessage?.({data: text});
			}),
		// The closing handshake follows the messages sent before it.
		close: (code, reason) => later(() => finish(code, reason)),
		waitingBytes: () => 0,
	};
	const socket: FeedSocket = {
		url: 'local:/websocket',
		get readyState() {
			return state;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => {
			if (state === open) later(() => accepted?.receive(data));
		},
		close: () => {
			if (state === closed) return;
			state = closing;
			// A frozen peer does not answer the closing handshake.
			if (!broker.faults.frozen) later(() => finish(1000, ''));
		},
		terminate: () => finish(1006, ''),
	};
	const answer = async () => {
		if (state !== connecting) return;
		const refusal = await broker.refusal(handshake);
		if (state !== connecting) return;
		if (refusal) {
			socket.onerror?.({message: brokerMessages.refused});
			finish(1006, '', refusal.status);
			return;
		}
		accepted = broker.accept(peer, handshake);
		state = open;
		socket.onopen?.({});
	};
	later(() => broker.whenAwake(() => void answer()));
	return socket;
}
