import {cutDeep, isTooDeep, maxDepth} from './depth.ts';
import {replaceUnprintable} from '../text/text.ts';

/** Parses JSON from outside and cuts values that nest too deeply. Throws `SyntaxError`. */
export const parseJson = (text: string): unknown => cutDeep(JSON.parse(text) as unknown);

/** Parses JSON from outside as `parseJson`; undefined if it is none. */
export function tryParseJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** Formats JSON for editing: indented, and with escapes for characters that a terminal would not show. Lossless. */
export function editableJson(value: unknown): string {
	return harmlessJson(JSON.stringify(value, null, 2) ?? 'null');
}

/** Escapes the characters of a JSON text that could act on a terminal. The value stays the same. */
export function harmlessJson(text: string): string {
	return replaceUnprintable(text, character =>
		character
			.split('')
			.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);
}

/**
What is wrong with a JSON text, and where, counted from 1. The texts are in `messages/text.ts`. `close`: the expected
closing bracket. `isAtEnd`: the text ends too early.
*/
export type JsonProblem = {
	kind: 'depth' | 'comma' | 'extraComma' | 'name' | 'colon' | 'text' | 'value' | 'rest';
	close?: string;
	isAtEnd?: boolean;
	/** Undefined if the problem is the whole value. */
	position?: {line: number; column: number};
};

/** Parses JSON that a person wrote. A value that nests too deeply is a problem, because no part of it may be lost. */
export function readJson(text: string): {value: unknown} | {problem: JsonProblem} {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? {problem: {kind: 'depth'}} : {value};
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const {at, ...mistake} = mistakeIn(text);
		const before = text.slice(0, at).split('\n');
		const position = {line: before.length, column: (before.at(-1)?.length ?? 0) + 1};
		return {problem: {...mistake, position}};
	}
}

type Mistake = Pick<JsonProblem, 'kind' | 'close' | 'isAtEnd'> & {at: number};

const space = /[ \t\r\n]*/y;
const scalar =
	/"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Finds the mistake, because the engine does not always report its position. The text is known to be invalid. */
function mistakeIn(text: string): Mistake {
	let at = 0;
	const skip = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const [found] = pattern.exec(text) ?? [];
		at += found?.length ?? 0;
		return found;
	};
	const next = () => (skip(space), text[at]);
	const fail = (kind: JsonProblem['kind'], close = ''): Mistake => ({
		at,
		kind,
		close,
		isAtEnd: at >= text.length,
	});
	let depth = 0;
	const members = (close: string, member: () => Mistake | undefined): Mistake | undefined => {
		if (depth === maxDepth) return fail('depth');
		depth++;
		const problem = membersTo(close, member);
		depth--;
		return problem;
	};
	const membersTo = (close: string, member: () => Mistake | undefined): Mistake | undefined => {
		at++;
		if (next() === close) {
			at++;
			return undefined;
		}
		for (;;) {
			const problem = member();
			if (problem) return problem;
			const end = next();
			if (end !== ',' && end !== close) return fail('comma', close);
			at++;
			if (end === close) return undefined;
			if (next() === close) return fail('extraComma', close);
		}
	};
	const value = (): Mistake | undefined => {
		const first = next();
		if (first === '[') return members(']', value);
		if (first === '{') {
			return members('}', () => {
				if (next() !== '"' || skip(scalar) === undefined) return fail('name');
				if (next() !== ':') return fail('colon');
				at++;
				return value();
			});
		}
		if (skip(scalar) !== undefined) return undefined;
		return fail(first === '"' ? 'text' : 'value');
	};
	const problem = value();
	if (problem) return problem;
	next();
	return fail('rest');
}
