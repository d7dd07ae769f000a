import {bytesOf} from './console-bounds.ts';
import type {ConsoleBuffer, PrintedEvent} from './console-buffer.ts';
import type {OutputLine} from './console-line.ts';
import {insertAllAt, placeAfter} from './console-lines.ts';
import {skewAfterNews} from './console-skew.ts';

/** Adds what a game printed unasked, in the order of the service's clock. */
export function appendOutput(buffer: ConsoleBuffer, event: PrintedEvent): ConsoleBuffer {
	const {id, at, timestamp, lines, omitted} = event;
	const skew = timestamp === undefined ? {} : skewAfterNews(buffer.skews, at, timestamp);
	const order = timestamp ?? at - buffer.skewMs;
	const dated = {kind: 'output', at: timestamp ?? at, order, isDated: timestamp !== undefined} as const;
	const entries: OutputLine[] = lines.map((printed, index) => ({...dated, id: `${id}:${index}`, printed}));
	if (omitted > 0) entries.push({...dated, id: `${id}:omitted`, printed: {kind: 'omitted', count: omitted}});
	return {
		...buffer,
		...skew,
		lines: insertAllAt(buffer.lines, placeAfter(buffer.lines, order), entries),
		outputs: buffer.outputs + entries.length,
		bytes: entries.reduce((bytes, line) => bytes + bytesOf(line), buffer.bytes),
	};
}
