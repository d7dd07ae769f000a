import type {PatternProblem} from '../lib/linear-pattern.ts';

/** Titles and help of the keys of a filter. */
export const filterCommandMessages = {
	keep: {title: 'Keep filter', short: 'Keep', help: 'Keep the filter and return to the list'},
	clear: {title: 'Clear filter', short: 'Clear', help: 'Clear the filter'},
	previous: {title: 'Older filter', short: 'Older', help: 'Fill in the filter that was used before'},
	next: {title: 'Newer filter', help: 'Fill in the next filter of the history, then the typed text'},
};

/** Problems with a filter. */
export const filterMessages = {
	noSuchField: (name: string, fields: string) => `Unknown field ${name}. Use ${fields}.`,
	notRegex: (source: string, problem: string) => `/${source}/ is not a regular expression: ${problem}.`,
	wantsNumber: (name: string) => `${name} needs a number: ${name}>0, ${name}=0, ${name}<=10.`,
};

/** Why a regular expression is invalid, as the end of a sentence. */
export function patternProblemText(problem: PatternProblem): string {
	switch (problem.problem) {
		case 'steps':
			return 'it repeats too much: use smaller counts or none';
		case 'backReference':
			return 'back-references are not supported';
		case 'lookAround':
			return 'lookahead and lookbehind are not supported';
		case 'syntax': {
			const {engine, part} = problem;
			return `${engine === '' ? 'invalid syntax' : engine}${part === '' ? '' : `: ${part}`}`;
		}
	}
}
