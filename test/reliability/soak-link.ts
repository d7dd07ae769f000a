import {fork} from 'node:child_process';
import path from 'node:path';
import type {FeedSocket, SocketClosed} from '../../src/contract/socket.ts';

/** What the program sends to the service. `id` names a request or a connection of the feed. */
export type ToService = {id: number} & (
	| {kind: 'request'; method: string; url: string; headers: [string, string][]; body: string}
	| {kind: 'dial'; headers: Record<string, string>}
	| {kind: 'send'; data: string | Uint8Array}
	| {kind: 'close' | 'terminate'}
);
export type FromService = {id: number} & (
	| {kind: 'answer'; status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer>}
	| {kind: 'open'}
	| {kind: 'message'; data: string | ArrayBuffer}
	| {kind: 'error'; message?: string | undefined}
	| {kind: 'closed'; event: SocketClosed}
);
/** `ms`: how far to advance the clock; undefined ends the service. */
export type Step = {ms: number | undefined; sent: readonly ToService[]; isMeasured: boolean};
export type Stepped = {
	received: readonly FromService[];
	/** In all: messages of the feed, and faults. */
	messages: number;
	faults: number;
	bugs: readonly string[];
	/** After a garbage collection, if it is measured. */
	heapMb: number | undefined;
};
export type SoakServiceOptions = {seed: number; servers: number; perSecond: number; playedMs: number};

const gone = 'The service of the soak has ended.';
const [connecting, open, closing, closed] = [0, 1, 2, 3];

/**
Runs the demo of a soak in a process of its own: what its games and its records keep says nothing on the memory of the
program. Both clocks advance together, and what is sent in one step arrives in the next.
*/
export async function openSoakService(options: SoakServiceOptions) {
	const child = fork(path.resolve('test/reliability/soak-service.ts'), [JSON.stringify(options)], {
		execArgv: [],
		serialization: 'advanced',
	});
	const hasEnded = new Promise(resolve => child.once('exit', resolve));
	let next = Promise.withResolvers<unknown>();
	child.on('message', message => next.resolve(message));
	child.once('exit', () => next.reject(new Error(gone)));
	const token = (await next.promise) as string;
	let sent: ToService[] = [];
	let lastId = 0;
	let last: Stepped = {received: [], messages: 0, faults: 0, bugs: [], heapMb: undefined};
	const receivers = new Map<number, (received: FromService) => void>();
	const step = async (ms: number | undefined, isMeasured = false): Promise<void> => {
		if (!child.connected) throw new Error(gone);
		const request: Step = {ms, sent, isMeasured};
		sent = [];
		next = Promise.withResolvers();
		child.send(request);
		last = (await next.promise) as Stepped;
	};
	const deliver = () => {
		for (const received of last.received) receivers.get(received.id)?.(received);
	};
	return {
		token,
		/** Advances the clock of the service while `program` advances the other one; then delivers what the service sent. */
		advance: async (ms: number, program: () => Promise<void>): Promise<void> => {
			await Promise.all([step(ms), program()]);
			deliver();
		},
		heapMb: async (): Promise<number> => {
			await step(0, true);
			deliver();
			return last.heapMb ?? 0;
		},
		counts: (): Pick<Stepped, 'messages' | 'faults' | 'bugs'> => last,
		fetch: async (request: Request): Promise<Response> => {
			const {method, url, headers} = request;
			const body = await request.text();
			const id = ++lastId;
			const answer = Promise.withResolvers<FromService>();
			receivers.set(id, answer.resolve);
			sent.push({id, kind: 'request', method, url, headers: [...headers], body});
			const given = await answer.promise;
			receivers.delete(id);
			if (given.kind !== 'answer') throw new TypeError(`A ${given.kind} is no answer.`);
			return new Response(given.body.length > 0 ? given.body : null, given);
		},
		openSocket: (headers: Record<string, string>): FeedSocket => {
			const id = ++lastId;
			sent.push({id, kind: 'dial', headers});
			const {socket, receive} = createSocket(message => sent.push({id, ...message}));
			receivers.set(id, received => {
				if (received.kind === 'closed') receivers.delete(id);
				receive(received);
			});
			return socket;
		},
		close: async (): Promise<void> => {
			await step(undefined);
			child.kill('SIGKILL');
			await hasEnded;
		},
	};
}

type FromSocket = {kind: 'send'; data: string | Uint8Array} | {kind: 'close' | 'terminate'};

/** The program's end of a connection of the feed. */
function createSocket(send: (message: FromSocket) => void) {
	let state = connecting;
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
		send: data => send({kind: 'send', data}),
		close: () => {
			state = closing;
			send({kind: 'close'});
		},
		terminate: () => send({kind: 'terminate'}),
	};
	const receive = (received: FromService) => {
		if (received.kind === 'open') {
			state = open;
			socket.onopen?.({});
		} else if (received.kind === 'closed') {
			state = closed;
			socket.onclose?.(received.event);
		} else if (received.kind === 'message') socket.onmessage?.(received);
		else if (received.kind === 'error')
			socket.onerror?.({...(received.message !== undefined && {message: received.message})});
	};
	return {socket, receive};
}
