import type {Line} from '../console/console-line.ts';
import {oldestFirst, type Lines} from '../console/console-lines.ts';
import {isWithin, type Span} from './coverage-gaps.ts';
import {withoutSecretsIn, type Entry} from './export-entry.ts';
import {formats, type FormatId} from './formats.ts';

/**
A part of the text of an export. What is looked through without a text is a part as well, so that whoever asks for parts
can let keys and frames have their turn. `cost`: what it took to make it, in characters.
*/
export type Part = {text: string; cost: number; lines: number; entries: number};

export type Export = {
	/** Lines that are looked through. */
	lines: number;
	parts: Iterable<Part>;
};

/** What an entry costs besides its characters, and a line that is only looked at. */
const [perEntry, perLook] = [100, 5];

/** This many lines are looked at between two parts. */
const lookedAt = 256;

/** Counts what passes, part by part. */
export function* countParts(all: readonly Lines[], passes: (line: Line) => boolean): Generator<Part, number> {
	let [count, looked] = [0, 0];
	for (const lines of all) {
		for (const line of oldestFirst(lines)) {
			if (passes(line)) count++;
			if (++looked % lookedAt === 0) yield {text: '', cost: lookedAt * perLook, lines: 0, entries: 0};
		}
	}
	return count;
}

/** Every entry as it is in the file, without secrets; undefined stands for a line that does not. */
export function* entryParts(
	entries: Iterable<Entry | undefined>,
	format: FormatId,
	hide: (text: string) => string,
): Generator<Part, void> {
	for (const given of entries) {
		if (!given) {
			yield {text: '', cost: perLook, lines: 1, entries: 0};
			continue;
		}
		const text = formats[format].entry(withoutSecretsIn(given, hide));
		yield {text, cost: text.length + perEntry, lines: 1, entries: 1};
	}
}

export const headingPart = (text: string): Part => ({text, cost: text.length, lines: 0, entries: 0});

/** A command of which nobody knows whether it ran. */
export const isUnknown =
	(span: Span) =>
	(line: Line): boolean =>
		line.kind === 'command' &&
		(line.status === 'timeout' || line.status === 'abandoned') &&
		isWithin(line.at, span);
