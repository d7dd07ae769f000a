import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../lib/clock.ts';
import {createReportReader, type TerminalReport} from './terminal/reports.ts';

type Options = {
	stdin: Readable;
	onEvents: (events: readonly TerminalReport[]) => void;
	/** Runs a function after a delay in ms; returns a function that cancels it. */
	after?: (ms: number, run: () => void) => () => void;
};

/** How long an Esc at the end of a read may be the start of a report. */
const escTimeoutMs = 25;

/**
Removes reports of the mouse and the focus from each read before Ink sees it: Ink would treat the digits of a report that is split across two
reads as keys.
*/
export function listenToReports({stdin, onEvents, after = afterUnlessDone}: Options): () => void {
	const reader = createReportReader();
	const read = stdin.read.bind(stdin);
	let released = '';
	let cancelTimer = () => {};
	const giveUp = () => {
		released += reader.giveUp();
		if (released !== '') stdin.emit('readable');
	};
	// Node passes a size of 0 to fetch more data.
	stdin.read = (size?: number): unknown => {
		if (size !== 0 && released !== '') {
			const keys = released;
			released = '';
			return keys;
		}
		for (;;) {
			const chunk: unknown = read(size);
			if (typeof chunk !== 'string') return chunk;
			cancelTimer();
			const {keys, events} = reader.take(chunk);
			if (reader.isWaiting()) cancelTimer = after(escTimeoutMs, giveUp);
			if (events.length > 0) onEvents(events);
			if (keys !== '') return keys;
		}
	};
	return () => {
		cancelTimer();
		Reflect.deleteProperty(stdin, 'read');
	};
}
