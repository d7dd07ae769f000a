import type {Line} from '../console/console-line.ts';
import {oldestFirst, type Lines} from '../console/console-lines.ts';
import {isWithin, type Span} from './coverage-gaps.ts';
import {withoutSecretsIn, type Entry} from './export-entry.ts';
import {formats, type FormatId} from './formats.ts';

/**
A part of the text of an export. Lines that are skipped yield parts without text, so that the caller can let
keys and frames through. `cost`: the work that it took, in characters.
*/
export type Part = {text: string; cost: number; lines: number; entries: number};

export type Export = {
	/** Number of lines to examine. */
	lines: number;
	parts: Iterable<Part>;
};

/** Cost of an entry besides its characters, and of a line that is only examined. */
const [perEntry, perExaminedLine] = [100, 5];

/** Lines examined between two parts. */
const linesPerPart = 256;

/** Counts matching lines, in parts. */
export function* countParts(all: readonly Lines[], passes: (line: Line) => boolean): Generator<Part, number> {
	let [count, examined] = [0, 0];
	for (const lines of all) {
		for (const line of oldestFirst(lines)) {
			if (passes(line)) count++;
			if (++examined % linesPerPart === 0)
				yield {text: '', cost: linesPerPart * perExaminedLine, lines: 0, entries: 0};
		}
	}
	return count;
}

/**
Yields each entry as it is written to the file, without secrets. An undefined entry stands for a line that is
not exported.
*/
export function* entryParts(
	entries: Iterable<Entry | undefined>,
	format: FormatId,
	hide: (text: string) => string,
): Generator<Part, void> {
	for (const given of entries) {
		if (!given) {
			yield {text: '', cost: perExaminedLine, lines: 1, entries: 0};
			continue;
		}
		const text = formats[format].entry(withoutSecretsIn(given, hide));
		yield {text, cost: text.length + perEntry, lines: 1, entries: 1};
	}
}

export const headingPart = (text: string): Part => ({text, cost: text.length, lines: 0, entries: 0});

/** Matches a command that may or may not have run. */
export const isUnknown =
	(span: Span) =>
	(line: Line): boolean =>
		line.kind === 'command' &&
		(line.status === 'timeout' || line.status === 'abandoned') &&
		isWithin(line.at, span);
