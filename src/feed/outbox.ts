import type {FeedEvent, FeedSignal, FeedStatus} from '../contract/packets.ts';
import type {Clock} from '../lib/clock.ts';
import {pushAll} from '../lib/long-lists.ts';

export type Outbox = {
	status: (status: FeedStatus) => void;
	events: (events: readonly FeedEvent[]) => void;
	/** Drops what is waiting and takes nothing more. */
	close: () => void;
};

/**
Hands signals on in their order, after the socket's own work is done: packets that came together are one batch, and
a bug of the listener is not taken for a bad frame.
*/
export function createOutbox(clock: Clock, on: (signal: FeedSignal) => void): Outbox {
	let waiting: FeedSignal[] = [];
	let closed = false;
	const flush = () => {
		const signals = waiting;
		waiting = [];
		for (const signal of signals) if (!closed) on(signal);
	};
	const add = (signal: FeedSignal) => {
		if (closed) return;
		if (waiting.length === 0) setImmediate(flush);
		waiting.push(signal);
	};
	return {
		status: status => add({type: 'status', at: clock.now(), status}),
		events: events => {
			const last = waiting.at(-1);
			if (last?.type === 'events') pushAll(last.events, events);
			else if (events.length > 0) add({type: 'events', at: clock.now(), events: [...events]});
		},
		close: () => {
			closed = true;
		},
	};
}
