import type {Readable} from 'node:stream';
import {afterUnlessDone} from '../../lib/time/clock.ts';
import {unendedMs} from './pastes.ts';
import type {MouseEvent} from '../../app/mouse.ts';

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
			if (reader.isHolding()) cancelTimer = after(reader.isWaiting() ? escTimeoutMs : unendedMs, giveUp);
			if (events.length > 0) onEvents(events);
			if (keys !== '') return keys;
		}
	};
	return () => {
		cancelTimer();
		Reflect.deleteProperty(stdin, 'read');
	};
}

/** Turns on reports of presses and the wheel, in SGR form (xterm: ctlseqs). The terminal still handles dragging. */
export const mouseOn = '\x1b[?1000h\x1b[?1006h';

/** Turns on reports of the focus (xterm: ctlseqs). */
export const focusOn = '\x1b[?1004h';

/** The reports of a terminal among the keys. */
export type TerminalReport = MouseEvent | {kind: 'focusIn' | 'focusOut'};

/** Matches a report; of the mouse also in the older form that a terminal may send before it switches to SGR. */
const report = /\x1b\[<(\d+);(\d+);(\d+)([Mm])|\x1b\[M[^\0-\x1f]{3}|\x1b\[([IO])/g;
/** Matches a possible start of a report at the end of a read. A lone Esc or the start of another sequence matches, too. */
const start = /\x1b(?:\[(?:<[\d;]{0,15}|M[^\0-\x1f]{0,2})?)?$/;
/** Checks that the start belongs to a report and not to a key. */
const isCertain = (text: string) => text.length > 2;

export type ReportReader = {
	/** Removes the reports from a read, even if they are split across reads. Returns the rest as `keys`. */
	take: (text: string) => {keys: string; events: readonly TerminalReport[]};
	/** Returns the held text, such as Esc, if it is a key, and drops it if it is the start of a report. */
	giveUp: () => string;
	/** Text is held that may be a key. */
	isWaiting: () => boolean;
	isHolding: () => boolean;
};

export function createReportReader(): ReportReader {
	let held = '';
	return {
		take: text => {
			const events: TerminalReport[] = [];
			const all = held + text;
			const rest = all.replaceAll(
				report,
				(_, code?: string, column?: string, row?: string, final?: string, focus?: string) => {
					if (focus !== undefined) events.push({kind: focus === 'I' ? 'focusIn' : 'focusOut'});
					const event = eventOf(Number(code), final);
					if (event && code !== undefined)
						events.push({kind: event, x: Number(column) - 1, y: Number(row) - 1});
					return '';
				},
			);
			held = start.exec(rest)?.[0] ?? '';
			return {keys: rest.slice(0, rest.length - held.length), events};
		},
		giveUp: () => {
			const keys = isCertain(held) ? '' : held;
			held = '';
			return keys;
		},
		isWaiting: () => held !== '' && !isCertain(held),
		isHolding: () => held !== '',
	};
}

/** Accepts presses of the left button and the wheel. The terminal handles them with Shift, Alt or Ctrl. */
function eventOf(code: number, final: string | undefined): MouseEvent['kind'] | undefined {
	if (final !== 'M') return undefined;
	if (code === 0) return 'click';
	if (code === 64) return 'wheelUp';
	return code === 65 ? 'wheelDown' : undefined;
}
