import {RE2JS} from 're2js';

/** Searches texts in linear time, whatever the pattern. `rangesIn` returns pairs of start and end. */
export type Matcher = {
	has: (text: string) => boolean;
	rangesIn: (text: string) => [from: number, to: number][];
	/** The maximum cost per character, as a multiple of the cost of plain words. */
	cost: number;
};

/** `exact`: case-sensitive. `lines`: `^` and `$` match at every line. */
type PatternOptions = {exact?: boolean; lines?: boolean};

/** The largest accepted program, in steps per character. Names, addresses and numbers take up to fifty. */
const maxSteps = 250;
/** The cost of a step relative to plain words. */
const perStep = 1 / 20;

/**
Compiles a user's regular expression for an engine that reads every character once. A backtracking engine spends four
minutes on `.*.*.*=.*` in 100,000 lines of chat, and cannot be interrupted. Patterns that need backtracking or count too
far are rejected.
*/
export function linearPattern(
	source: string,
	{exact = false, lines = false}: PatternOptions = {},
): Matcher | PatternProblem {
	if (source.includes('\\k<')) return {problem: 'backReference'};
	try {
		const compiled = compile(source, {exact, lines});
		const steps = compiled.programSize();
		if (steps > maxSteps) return {problem: 'steps'};
		return {
			has: text => compiled.test(text),
			rangesIn: text => {
				const ranges: [number, number][] = [];
				if (!compiled.test(text)) return ranges;
				const matcher = compiled.matcher(text);
				while (matcher.find())
					if (matcher.end() > matcher.start()) ranges.push([matcher.start(), matcher.end()]);
				return ranges;
			},
			cost: 1 + steps * perStep,
		};
	} catch (error) {
		return problemIn(source, error instanceof Error ? error.message : '');
	}
}

/** Throws if the pattern is invalid. */
const compile = (source: string, {exact, lines}: Required<PatternOptions>): RE2JS =>
	RE2JS.compile(
		RE2JS.translateRegExp(source),
		(exact ? 0 : RE2JS.CASE_INSENSITIVE) | (lines ? RE2JS.MULTILINE : 0),
	);

/**
Compiles a pattern of this program for texts from outside. Returns a function that returns the groups by name if the
pattern matches the text, without those that match nothing. Throws if the pattern is invalid.
*/
export function groupReader(source: string): (text: string) => ReadonlyMap<string, string> | undefined {
	const compiled = compile(source, {exact: true, lines: false});
	const names = Object.keys(compiled.namedGroups());
	return text => {
		// Most texts match nothing, which the engine finds out faster without groups.
		if (!compiled.test(text)) return undefined;
		const matcher = compiled.matcher(text);
		if (!matcher.find()) return undefined;
		return new Map(
			names.flatMap(name => {
				const value = matcher.group(name);
				return value === null ? [] : [[name, value] as const];
			}),
		);
	};
}

/**
Why a pattern is rejected. The texts are in `messages/server-list.ts`. `engine`: the engine's message; `part`: the part of
the pattern that it names.
*/
export type PatternProblem =
	{problem: 'steps' | 'backReference' | 'lookAround'} | {problem: 'syntax'; engine: string; part: string};

/** Explains why a pattern does not compile. */
function problemIn(source: string, message: string): PatternProblem {
	const unescaped = source.replace(/\\[^1-9]/g, '');
	if (/\(\?<?[=!]/.test(unescaped)) return {problem: 'lookAround'};
	if (/\\[1-9]/.test(unescaped)) return {problem: 'backReference'};
	// `error parsing regexp: what is wrong: `the part``. If the part is the entire pattern, our own options precede it.
	const [, engine = '', part = ''] = /: ([^`]*?)(?:: `(.*)`)?$/s.exec(message) ?? [];
	return {problem: 'syntax', engine, part: part.endsWith(source) ? '' : part};
}

/** V8 rejects a regular expression longer than about ten thousand characters when it is first used. */
const maxExpression = 5000;

/** Searches for literal text. */
export function plainPattern(text: string, {exact = false}: PatternOptions = {}): Matcher {
	if (text.length > maxExpression) return longText(text, exact);
	const expression = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), exact ? 'gu' : 'giu');
	return {
		has: given => {
			// An earlier match may have left an offset.
			expression.lastIndex = 0;
			return expression.test(given);
		},
		rangesIn: given => {
			expression.lastIndex = 0;
			return [...given.matchAll(expression)].map(({0: found, index}) => [index, index + found.length]);
		},
		cost: 1,
	};
}

/** Searches for a text that is too long for a regular expression, such as a paste. */
function longText(text: string, exact: boolean): Matcher {
	const fold = (given: string) => (exact ? given : given.toLowerCase());
	const wanted = fold(text);
	return {
		has: given => fold(given).includes(wanted),
		rangesIn: given => {
			const ranges: [number, number][] = [];
			const folded = fold(given);
			for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length))
				ranges.push([at, at + wanted.length]);
			return ranges;
		},
		cost: 1,
	};
}
