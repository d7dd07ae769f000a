import {bytesOf, sizesWithout} from './console-bytes.ts';
import type {ConsoleBuffer, PrintedEvent} from './console-buffer.ts';
import type {OutputLine} from './console-line.ts';
import {placeAfter} from './console-lines.ts';
import {skewAfterNews} from './console-skew.ts';
import {insertAllAt, withoutOldestOutput} from './output-lines.ts';

/** Adds unsolicited game output, in the order of the service's clock. */
function append(buffer: ConsoleBuffer, event: PrintedEvent): ConsoleBuffer {
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

/** Drops the oldest output, at most `count` entries or `bytes`, and keeps everything else. */
function dropOldest(buffer: ConsoleBuffer, count: number, bytes = Infinity): ConsoleBuffer {
	let [counted, freed] = [0, 0];
	const {lines, gone} = withoutOldestOutput(buffer.lines, dropped => {
		for (let line = dropped[counted]; line; line = dropped[++counted]) freed += bytesOf(line);
		return counted >= count || freed >= bytes;
	});
	return {
		...buffer,
		lines,
		...sizesWithout(buffer, gone),
		droppedOutputs: buffer.droppedOutputs + gone.length,
	};
}

/** Used only for games that print unsolicited output. */
export const consoleOutput = {append, dropOldest};
