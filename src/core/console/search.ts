import {remembered} from '../../lib/remembered.ts';
import type {Line} from '../state/console.ts';
import type {Chunk, Lines} from '../state/console-lines.ts';

/** What is sought. `problem`: why the pattern cannot be meant; then nothing is found. */
export type Pattern = {text: string; expression: RegExp | undefined; problem: string | undefined};

/**
Words as they stand, or `/regular expression/`, whose closing slash may be missing while it is typed. Small letters
find capitals too; with a capital in it, letters are taken as they are.
*/
export const patternOf = remembered((text: string): Pattern => {
	if (text === '' || text === '/') return {text, expression: undefined, problem: undefined};
	const isExpression = text.startsWith('/');
	const body = isExpression
		? text.slice(1).replace(/(?<!\\)\/$/, '')
		: text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	// `\S` and the like are no capitals.
	const isExact = /\p{Lu}/u.test(isExpression ? body.replace(/\\./g, '') : text);
	try {
		return {text, expression: new RegExp(body, isExact ? 'gu' : 'giu'), problem: undefined};
	} catch {
		return {text, expression: undefined, problem: 'not a regular expression'};
	}
});

/** Where the pattern stands in a text, as pairs of from and to. */
export function rangesIn(text: string, {expression}: Pattern): [from: number, to: number][] {
	if (!expression) return [];
	// It may have been left behind a match elsewhere.
	expression.lastIndex = 0;
	return [...text.matchAll(expression)].flatMap(({0: found, index}): [number, number][] =>
		found === '' ? [] : [[index, index + found.length]],
	);
}

function matches(line: Line, {expression}: Pattern): boolean {
	if (!expression) return false;
	if (line.kind === 'note') return has(expression, line.text);
	return has(expression, line.command) || (line.response !== undefined && has(expression, line.response));
}

function has(expression: RegExp, text: string): boolean {
	expression.lastIndex = 0;
	return expression.test(text);
}

type Found = {pattern: Pattern; indexes: readonly number[]};

/** What was found in a chunk last. A chunk never changes, and one pattern is sought at a time. */
const searched = new WeakMap<Chunk, Found>();

const knownIn = (chunk: Chunk, pattern: Pattern): readonly number[] | undefined => {
	const known = searched.get(chunk);
	return known?.pattern === pattern ? known.indexes : undefined;
};

function searchChunk(chunk: Chunk, pattern: Pattern): {indexes: readonly number[]; read: number} {
	const known = knownIn(chunk, pattern);
	if (known) return {indexes: known, read: 0};
	let read = 0;
	const indexes: number[] = [];
	for (const [index, line] of chunk.entries()) {
		read += line.kind === 'note' ? line.text.length : line.command.length + (line.response?.length ?? 0);
		if (matches(line, pattern)) indexes.push(index);
	}
	searched.set(chunk, {pattern, indexes});
	return {indexes, read};
}

/** Searches, from the newest line on, so many characters more; true when no line is left. */
export function searchOn({chunks}: Lines, pattern: Pattern, characters: number): boolean {
	let left = characters;
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place];
		if (!chunk || knownIn(chunk, pattern)) continue;
		if (left <= 0) return false;
		left -= searchChunk(chunk, pattern).read;
	}
	return true;
}

/** How many lines match, as far as they were searched, and how many of them are not after an index. */
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

/** `after`: the search must go on from this index; undefined where there is no line left in that direction. */
export type Sought = {index: number} | {after: number} | undefined;

/** The next matching line from an index on, itself among them; gives up after so many characters. */
export function seek(
	{length, chunks}: Lines,
	pattern: Pattern,
	{from, by}: {from: number; by: 1 | -1},
	characters: number,
): Sought {
	let left = characters;
	let start = by === 1 ? 0 : length;
	for (let step = 0; step < chunks.length; step++) {
		const chunk = chunks[by === 1 ? step : chunks.length - 1 - step] ?? [];
		if (by === -1) start -= chunk.length;
		const isBehind = by === 1 ? start + chunk.length <= from : start > from;
		if (!isBehind) {
			if (left <= 0) return {after: by === 1 ? start : start + chunk.length - 1};
			const {indexes, read} = searchChunk(chunk, pattern);
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
