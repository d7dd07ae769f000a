import type {ConsoleBuffer} from '../console/record/buffer.ts';
import {feedDoubt, type FeedState, type Gap, refusedDestinations} from '../kernel/state/feed-state.ts';
import type {State} from '../state.ts';
import {fileTime, type FormatId, formats} from './formats.ts';
import {exportMessages} from '../../messages/export.ts';
import {type Line, type Lines, oldestFirst} from '../console/record/lines.ts';
import {type Entry, withoutSecretsIn} from './export-entry.ts';

/** Start and end of a time span, epoch ms; an undefined side is open. */
export type Span = {from?: number | undefined; to?: number | undefined};

export const isWithin = (at: number, {from = -Infinity, to = Infinity}: Span): boolean =>
	at >= from && at <= to;

export const gapTouches = (gap: Gap, {from = -Infinity, to = Infinity}: Span): boolean =>
	gap.from <= to && (gap.to ?? Infinity) >= from;

/**
Describes what this session could not observe within a time span, so that a file read weeks later does not
seem complete. `unknown`: number of commands that may or may not have run.
*/
export function coverageGaps(
	state: State,
	serverIds: readonly string[],
	span: Span,
	{pollMs, unknown, isUtc}: {pollMs: number; unknown: number; isUtc: boolean},
): string[] {
	const {feed} = state;
	const buffers = serverIds.flatMap(id => state.console.get(id) ?? []);
	return [
		...feedWords(feed, span, {pollMs, isUtc}),
		...refusedDestinations(feed).map(({destination, reason}) =>
			exportMessages.gaps.refused(destination, reason),
		),
		...(feed.unreadable > 0 ? [exportMessages.gaps.unreadable(feed.unreadable)] : []),
		...droppedWords(buffers),
		...unknownWords(unknown),
		exportMessages.gaps.power(pollMs / 1000),
		exportMessages.gaps.others,
	];
}

function feedWords(feed: FeedState, span: Span, {pollMs, isUtc}: {pollMs: number; isUtc: boolean}): string[] {
	const gaps = feed.gaps.filter(gap => gapTouches(gap, span));
	const words = gaps.map(({from, to, filled}) =>
		to === undefined
			? exportMessages.gaps.noFeedSince(fileTime(from, isUtc), filled)
			: exportMessages.gaps.noFeed(fileTime(from, isUtc), fileTime(to, isUtc), filled),
	);
	const isOff = feed.status?.status !== 'live' && gaps.length === 0;
	const doubt = feedDoubt(feed);
	if (doubt !== undefined) return [doubt, ...words];
	return isOff ? [exportMessages.gaps.neverLive(pollMs / 1000), ...words] : words;
}

function droppedWords(buffers: readonly ConsoleBuffer[]): string[] {
	const dropped = buffers.reduce((sum, buffer) => sum + buffer.dropped, 0);
	return dropped > 0 ? [exportMessages.gaps.dropped(dropped)] : [];
}

function unknownWords(unknown: number): string[] {
	if (unknown === 0) return [];
	return [unknown === 1 ? exportMessages.gaps.oneUnknown : exportMessages.gaps.unknown(unknown)];
}

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
	{format, isUtc, hide}: {format: FormatId; isUtc: boolean; hide: (text: string) => string},
): Generator<Part, void> {
	for (const given of entries) {
		if (!given) {
			yield {text: '', cost: perExaminedLine, lines: 1, entries: 0};
			continue;
		}
		const text = formats[format].entry(withoutSecretsIn(given, hide), isUtc);
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
