import type {FeedEvent, FeedSignal, FeedStatus} from '../contract/packets.ts';
import type {Clock} from '../lib/clock.ts';
import {pushAll} from '../lib/long-lists.ts';

export type Outbox = {
	status: (status: FeedStatus) => void;
	events: (events: readonly FeedEvent[]) => void;
	/** Drops pending signals and accepts no more. */
	close: () => void;
};

/**
Delivers signals in order, after the socket has finished its event: packets that arrive together are one batch, and an
error of the listener is not mistaken for a bad frame.
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
