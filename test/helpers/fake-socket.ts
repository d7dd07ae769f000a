import type {FeedSocket} from '../../src/contract/socket.ts';
import {openPipe} from '../../src/service/broker/pipe.ts';
import type {Refusal} from '../../src/service/http/refusal.ts';

/** A WebSocket whose other end is the test. It opens when the test says so, or fails with a refusal. */
export function openFakeSocket(refusal?: Refusal): {
	socket: FeedSocket;
	/** What the program has sent. */
	sent: string[];
	open: () => void;
	receive: (data: string | ArrayBuffer) => void;
	end: () => void;
} {
	const sent: string[] = [];
	let isOpen = refusal !== undefined;
	let answer = () => {};
	const socket = openPipe(
		{
			faults: {frozen: false},
			refusal: async () => refusal,
			whenAwake: task => {
				answer = task;
				if (isOpen) task();
			},
			accept: () => ({
				receive: data => void sent.push(typeof data === 'string' ? data : Buffer.from(data).toString()),
				closed: () => {},
			}),
		},
		{},
	);
	return {
		socket,
		sent,
		open: () => {
			isOpen = true;
			answer();
		},
		receive: data => {
			if (socket.readyState === 1) socket.onmessage?.({data});
		},
		end: socket.terminate,
	};
}
