import {withoutSectionSigns} from '../../../lib/text/section-signs.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import {linearPattern, type Matcher, plainPattern} from '../../../lib/text/linear-pattern.ts';
import type {TextField} from '../../kernel/text/text-field.ts';
import {type Chunk, type Line, type Lines, outputText} from '../record/lines.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {patternProblemText} from '../../../messages/server-list.ts';
import type {Row, Segment} from './rows.ts';
import type {Tone} from '../../kernel/text/spans.ts';
import {activityText} from '../../../actions/activity.ts';

/** A search pattern. `problem` is why it is invalid; it then matches nothing. */
export type Pattern = {text: string; matcher: Matcher | undefined; problem: string | undefined};

/**
Parses literal text or `/regular expression/`, whose closing slash may be missing while it is typed. Lowercase text
ignores case; any capital letter makes the search case-sensitive.
*/
export function patternOf(text: string): Pattern {
	if (text === '' || text === '/') return {text, matcher: undefined, problem: undefined};
	const isExpression = text.startsWith('/');
	const body = isExpression ? text.slice(1).replace(/(?<!\\)\/$/, '') : text;
	// `\S` and the like do not count as capitals.
	const exact = /\p{Lu}/u.test(isExpression ? body.replace(/\\./g, '') : text);
	const matcher = isExpression ? linearPattern(body, {exact}) : plainPattern(text, {exact});
	return 'problem' in matcher
		? {text, matcher: undefined, problem: consoleMessages.search.noPattern(patternProblemText(matcher))}
		: {text, matcher, problem: undefined};
}

/** Returns the pattern of a field, cached. */
export const patternIn = memoize(({text}: TextField): Pattern => patternOf(text));

/** Returns the ranges of the pattern in a text. */
export const rangesIn = (text: string, {matcher}: Pattern): [from: number, to: number][] =>
	matcher?.rangesIn(text) ?? [];

function matches(line: Line, {matcher}: Pattern): boolean {
	if (!matcher) return false;
	if (line.kind === 'note') return matcher.has(activityText(line.activity));
	// A text may be searched as it is shown, or raw.
	const has = (text: string) =>
		matcher.has(text) || (text.includes('\xA7') && matcher.has(withoutSectionSigns(text)));
	if (line.kind === 'output') return has(outputText(line));
	return matcher.has(line.command) || (line.response !== undefined && has(line.response));
}

function lengthOf(line: Line): number {
	if (line.kind === 'note') return activityText(line.activity).length;
	if (line.kind === 'output') return outputText(line).length;
	return line.command.length + (line.response?.length ?? 0);
}

/** `next` is the first entry of the chunk that was not searched. */
type ChunkResult = {pattern: Pattern; indexes: readonly number[]; next: number};

/** The latest result for each chunk. A chunk never changes, and there is only one pattern at a time. */
const searched = new WeakMap<Chunk, ChunkResult>();

const knownIn = (chunk: Chunk, pattern: Pattern): readonly number[] | undefined => {
	const known = searched.get(chunk);
	return known?.pattern.text === pattern.text && known.next >= chunk.length ? known.indexes : undefined;
};

/**
Searches further in a chunk for `characters` characters, at least one entry; `indexes` is undefined until the entire
chunk is searched.
*/
function searchChunk(
	chunk: Chunk,
	pattern: Pattern,
	characters: number,
): {indexes: readonly number[] | undefined; read: number} {
	const known = searched.get(chunk);
	const isOfIt = known?.pattern.text === pattern.text;
	if (isOfIt && known.next >= chunk.length) return {indexes: known.indexes, read: 0};
	const indexes = isOfIt ? [...known.indexes] : [];
	const {cost = 1} = pattern.matcher ?? {};
	let next = isOfIt ? known.next : 0;
	let read = 0;
	for (let line = chunk[next]; line && read < characters; line = chunk[next]) {
		read += lengthOf(line) * cost;
		if (matches(line, pattern)) indexes.push(next);
		next++;
	}
	searched.set(chunk, {pattern, indexes, next});
	return {indexes: next >= chunk.length ? indexes : undefined, read};
}

/** Searches `characters` more characters, newest entries first. Returns true when no entry is left. */
export function searchOn({chunks}: Lines, pattern: Pattern, characters: number): boolean {
	let left = characters;
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place];
		if (!chunk || knownIn(chunk, pattern)) continue;
		if (left <= 0) return false;
		const {indexes, read} = searchChunk(chunk, pattern, left);
		if (!indexes) return false;
		left -= read;
	}
	return true;
}

/** Counts the matching entries searched so far, and those of them up to index `until`. */
export function countMatches(
	{chunks}: Lines,
	pattern: Pattern,
	until: number,
): {count: number; number: number; complete: boolean} {
	let [start, count, number] = [0, 0, 0];
	let complete = true;
	for (const chunk of chunks) {
		const indexes = knownIn(chunk, pattern);
		if (!indexes) complete = false;
		count += indexes?.length ?? 0;
		if (start + chunk.length - 1 <= until) number += indexes?.length ?? 0;
		else if (start <= until) number += indexes?.filter(index => start + index <= until).length ?? 0;
		start += chunk.length;
	}
	return {count, number, complete};
}

/** `after`: the index from which to continue the search; undefined if no entry is left in that direction. */
export type SearchResult = {index: number} | {after: number} | undefined;

/** Returns the next matching entry from index `from`, inclusive; gives up after `characters` characters. */
export function continueSearch(
	{length, chunks}: Lines,
	pattern: Pattern,
	{from, by}: {from: number; by: 1 | -1},
	characters: number,
): SearchResult {
	let left = characters;
	let start = by === 1 ? 0 : length;
	for (let step = 0; step < chunks.length; step++) {
		const chunk = chunks[by === 1 ? step : chunks.length - 1 - step];
		if (!chunk) break;
		if (by === -1) start -= chunk.length;
		const isBehind = by === 1 ? start + chunk.length <= from : start > from;
		if (!isBehind) {
			const here = by === 1 ? Math.max(from, start) : Math.min(from, start + chunk.length - 1);
			if (left <= 0) return {after: here};
			const {indexes, read} = searchChunk(chunk, pattern, left);
			if (!indexes) return {after: here};
			left -= read;
			const found =
				by === 1
					? indexes.find(index => start + index >= from)
					: indexes.findLast(index => start + index <= from);
			if (found !== undefined) return {index: start + found};
		}
		if (by === 1) start += chunk.length;
	}
	return undefined;
}

const searchable: ReadonlySet<Tone> = new Set(['command', 'response', 'note', 'failure', 'output']);

/** Highlights matches, and puts the cursor before the first row of its block. */
export function highlightMatches<Shown extends Pick<Row, 'block' | 'segments'>>(
	rows: readonly Shown[],
	pattern: Pattern | undefined,
	cursor: string | undefined,
	tones: ReadonlySet<Tone> = searchable,
): readonly Shown[] {
	if (!pattern?.matcher && cursor === undefined) return rows;
	const at = rows.findIndex(({block}) => block === cursor);
	return rows.map((row, index) => {
		const segments = pattern?.matcher
			? row.segments.flatMap(part => splitMatches(part, pattern, tones))
			: row.segments;
		return {...row, segments: index === at ? withCursor(segments) : segments};
	});
}

function splitMatches(segment: Segment, pattern: Pattern, tones: ReadonlySet<Tone>): Segment[] {
	const {text, tone, ...own} = segment;
	if (!tones.has(tone) || typeof text !== 'string') return [segment];
	const parts: Segment[] = [];
	let from = 0;
	for (const [start, end] of rangesIn(text, pattern)) {
		parts.push({...own, text: text.slice(from, start), tone}, {text: text.slice(start, end), tone: 'match'});
		from = end;
	}
	parts.push({...own, text: text.slice(from), tone});
	return parts.filter(part => part.text !== '');
}

/** Marks the cursor with a sign as well as a style, for terminals without styles: `03:13:55>me`, `>-- gap`. */
function withCursor([first, ...rest]: readonly Segment[]): Segment[] {
	if (typeof first?.text !== 'string') return [...(first ? [first] : []), ...rest];
	if (first.tone === 'time') return [{text: `${first.text.slice(0, -1)}>`, tone: 'cursor'}, ...rest];
	return [{text: '>', tone: 'cursor'}, {text: first.text.slice(1), tone: first.tone}, ...rest];
}
