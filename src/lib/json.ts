import {cutDeep, isTooDeep, maxDepth} from './depth.ts';
import {replaceUnprintable} from './text.ts';

/** `JSON.parse` for text from outside, with what nests too deeply cut. Throws `SyntaxError`. */
export const parseJson = (text: string): unknown => cutDeep(JSON.parse(text) as unknown);

/** Why a value that somebody wrote is not sent. */
const nestsTooDeeply = `it nests deeper than ${maxDepth} levels`;

/** JSON that people can edit: indented, and with escapes for what a terminal would not show; nothing is lost. */
export function editableJson(value: unknown): string {
	return harmlessJson(JSON.stringify(value, null, 2) ?? 'null');
}

/** A JSON text with escapes for what could act on a terminal: it means the same. */
export function harmlessJson(text: string): string {
	return replaceUnprintable(text, character =>
		character
			.split('')
			.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);
}

/**
The value of a JSON text that somebody wrote, or what is wrong with it and where: `line 3, column 7: a comma or ] is
missing`. What nests too deeply is a problem: nothing of it may be lost.
*/
export function readJson(text: string): {value: unknown} | {problem: string} {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(value) ? {problem: nestsTooDeeply} : {value};
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const {at, reason} = mistakeIn(text);
		const before = text.slice(0, at).split('\n');
		return {problem: `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason}`};
	}
}

type Mistake = {at: number; reason: string};

const space = /[ \t\r\n]*/y;
const scalar =
	/"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The engine says not always where the mistake is. The text is known to have one. */
function mistakeIn(text: string): Mistake {
	let at = 0;
	const skip = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const [found] = pattern.exec(text) ?? [];
		at += found?.length ?? 0;
		return found;
	};
	const next = () => (skip(space), text[at]);
	const fail = (reason: string): Mistake => ({
		at,
		reason: at >= text.length ? `the text ends too early, ${reason}` : reason,
	});
	let depth = 0;
	const members = (close: string, member: () => Mistake | undefined): Mistake | undefined => {
		if (depth === maxDepth) return fail(nestsTooDeeply);
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
			if (end !== ',' && end !== close) return fail(`a comma or ${close} is missing`);
			at++;
			if (end === close) return undefined;
			if (next() === close) return fail(`a comma stands before ${close}`);
		}
	};
	const value = (): Mistake | undefined => {
		const first = next();
		if (first === '[') return members(']', value);
		if (first === '{') {
			return members('}', () => {
				if (next() !== '"' || skip(scalar) === undefined) return fail('a name in double quotes is missing');
				if (next() !== ':') return fail('a colon is missing');
				at++;
				return value();
			});
		}
		if (skip(scalar) !== undefined) return undefined;
		return fail(first === '"' ? 'the text in quotes is not right or has no end' : 'a value is missing');
	};
	const problem = value();
	if (problem) return problem;
	next();
	return fail('something stands behind the end');
}
