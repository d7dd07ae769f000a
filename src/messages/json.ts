import {maxDepth} from '../lib/depth.ts';
import type {JsonProblem} from '../lib/json.ts';

/** `close`: the closing bracket that would have been valid. */
const kinds: Record<JsonProblem['kind'], (close: string) => string> = {
	depth: () => `it nests deeper than ${maxDepth} levels`,
	comma: close => `a comma or ${close} is missing`,
	extraComma: close => `there is a comma before ${close}`,
	name: () => 'a name in double quotes is missing',
	colon: () => 'a colon is missing',
	text: () => 'the text in quotes is invalid or not closed',
	value: () => 'a value is missing',
	rest: () => 'there is text after the end',
};

/** For example `line 3, column 7: a comma or ] is missing`. */
export function jsonProblemText({kind, close = '', isAtEnd = false, position}: JsonProblem): string {
	const where = position === undefined ? '' : `line ${position.line}, column ${position.column}: `;
	return `${where}${isAtEnd ? 'the text ends too early, ' : ''}${kinds[kind](close)}`;
}
