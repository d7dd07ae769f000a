import {linearEngine} from './linear-engine.ts';

/** A text that is sought. `has` and `rangesIn` (pairs of from and to) take steps in proportion to the text, whatever is sought. */
export type Matcher = {
	has: (text: string) => boolean;
	rangesIn: (text: string) => [from: number, to: number][];
	/** Steps for each character, at the most, as a multiple of those for plain words. */
	cost: number;
};

/** How letters are taken, and whether `^` and `$` are at every line. */
type PatternOptions = {exact?: boolean; lines?: boolean};

/** This many steps of a pattern may be looked at for each character. Names, addresses and numbers take up to fifty. */
const maxSteps = 250;
/** A step costs this much of what plain words cost. */
const perStep = 1 / 20;

/**
A regular expression that somebody typed, for an engine that reads every character once: one that goes back and forth
spends four minutes on `.*.*.*=.*` in 100,000 lines of chat, and nothing can stop it meanwhile. What needs going back is
refused, and so is what counts too far.
*/
export function linearPattern(
	source: string,
	{exact = false, lines = false}: PatternOptions = {},
): Matcher | PatternProblem {
	if (source.includes('\\k<')) return {problem: 'backReference'};
	try {
		const compiled = linearEngine.compile(source, {exact, lines});
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

/** Why a pattern is refused; `messages/filters.ts` has the words. `engine`: those of the engine, and the part that it means. */
export type PatternProblem =
	{problem: 'steps' | 'backReference' | 'lookAround'} | {problem: 'syntax'; engine: string; part: string};

/** What is wrong with a pattern that cannot be compiled. */
function problemIn(source: string, message: string): PatternProblem {
	const unescaped = source.replace(/\\[^1-9]/g, '');
	if (/\(\?<?[=!]/.test(unescaped)) return {problem: 'lookAround'};
	if (/\\[1-9]/.test(unescaped)) return {problem: 'backReference'};
	// `error parsing regexp: what is wrong: `the part``; where the part is all of it, options of ours are before it.
	const [, engine = '', part = ''] = /: ([^`]*?)(?:: `(.*)`)?$/s.exec(message) ?? [];
	return {problem: 'syntax', engine, part: part.endsWith(source) ? '' : part};
}

/** V8 refuses a regular expression of more characters than some ten thousand when it is first used. */
const maxExpression = 5000;

/** Words as they stand. */
export function plainPattern(text: string, {exact = false}: PatternOptions = {}): Matcher {
	if (text.length > maxExpression) return longText(text, exact);
	const expression = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), exact ? 'gu' : 'giu');
	return {
		has: given => {
			// It may have been left behind a match elsewhere.
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

/** A text that is too long for a regular expression, such as a paste. */
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
