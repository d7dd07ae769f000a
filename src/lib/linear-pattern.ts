import {linearEngine} from './linear-engine.ts';

/** A text that is sought. `has` and `rangesIn` (pairs of from and to) take steps in proportion to the text, whatever is sought. */
export type Matcher = {
	has: (text: string) => boolean;
	rangesIn: (text: string) => [from: number, to: number][];
	/** Steps for each character, at the most, as a multiple of those for plain words. */
	cost: number;
};

/** How letters are taken, and whether `^` and `$` stand at every line. */
type PatternOptions = {exact?: boolean; lines?: boolean};

/** So many steps of a pattern may be looked at for each character. Names, addresses and numbers take up to fifty. */
const mostSteps = 250;
/** A step costs this much of what plain words cost. */
const perStep = 1 / 20;

/**
A regular expression that somebody typed, for an engine that reads every character once: one that goes back and forth
spends four minutes on `.*.*.*=.*` in 100,000 lines of chat, and nothing can stop it meanwhile. What needs going back is
refused, and so is what counts too far. The problem is the end of a sentence: `not a regular expression: …`.
*/
export function linearPattern(
	source: string,
	{exact = false, lines = false}: PatternOptions = {},
): Matcher | string {
	if (source.includes('\\k<')) return backReference;
	try {
		const compiled = linearEngine.compile(source, {exact, lines});
		const steps = compiled.programSize();
		if (steps > mostSteps) return 'counts too far: repeat less, or leave the count out';
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
		return reasonFor(source, error instanceof Error ? error.message : '');
	}
}

const backReference = 'repeating what a group found is not known here';

/** Said where a pattern cannot be compiled. */
function reasonFor(source: string, message: string): string {
	const unescaped = source.replace(/\\[^1-9]/g, '');
	if (/\(\?<?[=!]/.test(unescaped)) return 'looking ahead or behind is not known here';
	if (/\\[1-9]/.test(unescaped)) return backReference;
	// `error parsing regexp: what is wrong: `the part``; where the part is all of it, options of ours stand before it.
	const [, what = 'it cannot be read', part = ''] = /: ([^`]*?)(?:: `(.*)`)?$/s.exec(message) ?? [];
	return part === '' || part.endsWith(source) ? what : `${what}: ${part}`;
}

/** Words as they stand. */
export function plainPattern(text: string, {exact = false}: PatternOptions = {}): Matcher {
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
