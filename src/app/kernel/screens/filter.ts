import {ownValue, tableOf} from '../../../lib/json/maps.ts';
import {linearPattern} from '../../../lib/text/linear-pattern.ts';
import {allOf, type FieldTest, type Test} from './field-tests.ts';
import {filterMessages, patternProblemText} from '../../../messages/server-list.ts';

/**
`problem` is a sentence on why the filter is invalid; it then hides nothing. `doubt` is a sentence on why nothing can
match: the filter asks for a value that does not exist.
*/
export type Filter<Args extends readonly unknown[]> = {
	problem: string | undefined;
	doubt?: string | undefined;
	test: Test<Args> | undefined;
};

/** The fields that a filter can search: `Name` are its text fields, `Number` its numeric fields. */
export type Vocabulary<
	Args extends readonly unknown[],
	Name extends string = string,
	Number extends string = string,
> = {
	/** The text that words and patterns search, in lower case. */
	text: (...args: Args) => string;
	/** `field:wanted`, with `wanted` in lower case. Returns a sentence if no such value can exist. */
	fields: Readonly<Record<Name, (wanted: string) => FieldTest<Args> | string>>;
	/** `field>0` and the like; undefined if there is no number to compare. */
	numbers: Readonly<Record<Number, (...args: Args) => number | undefined>>;
};

/**
Parses a filter. Every word must be found; `/…/` is a regular expression; a leading `!` negates a term; `field:value` or
`field:"a value"` searches one field; `number>0` and the like compare.
*/
export function parseFilter<Args extends readonly unknown[]>(
	text: string,
	vocabulary: Vocabulary<Args>,
): Filter<Args> {
	const tests: FieldTest<Args>[] = [];
	for (const [token] of text.matchAll(/!?\/(?:\\.|[^/])*(?:\/|$)|[^\s:=]+[:=]"[^"]*"|\S+/g)) {
		const isInverse = token.startsWith('!') && token.length > 1;
		const found = testOf(isInverse ? token.slice(1) : token, vocabulary);
		if (typeof found === 'string') return {problem: found, test: undefined};
		tests.push(isInverse ? {...found, test: (...args) => !found.test(...args)} : found);
	}
	if (tests.length === 0) return {problem: undefined, test: undefined};
	return {problem: undefined, ...allOf(tests)};
}

function testOf<Args extends readonly unknown[]>(
	token: string,
	{text, fields, numbers}: Vocabulary<Args>,
): FieldTest<Args> | string {
	if (token.startsWith('/') && token.length > 1) return asField(patternTest(token, text));
	const [, field, operator, rest] = /^([a-z]+)(:|[<>!]=?|=)(.*)$/i.exec(token) ?? [];
	if (field !== undefined && operator !== undefined && rest !== undefined) {
		const name = field.toLowerCase();
		const number = ownValue(numbers, name);
		if (number) return asField(numberTest(name, number, operator, rest));
		const test = ownValue(fields, name);
		if (test && (operator === ':' || operator === '='))
			return test(rest.replace(/^"(.*)"$/, '$1').toLowerCase());
		if (operator === ':') return filterMessages.noSuchField(name, namesIn({fields, numbers}));
	}
	const word = token.toLowerCase();
	return {test: (...args) => text(...args).includes(word)};
}

const asField = <Args extends readonly unknown[]>(found: Test<Args> | string): FieldTest<Args> | string =>
	typeof found === 'string' ? found : {test: found};

const namesIn = (of: {fields: object; numbers: object}) =>
	[...Object.keys(of.fields), ...Object.keys(of.numbers)].join(', ');

/** The closing slash may be missing while the pattern is being typed. */
function patternTest<Args extends readonly unknown[]>(
	token: string,
	text: (...args: Args) => string,
): Test<Args> | string {
	const source = token.length > 1 && token.endsWith('/') ? token.slice(1, -1) : token.slice(1);
	const matcher = linearPattern(source, {lines: true});
	if ('problem' in matcher) return filterMessages.notRegex(source, patternProblemText(matcher));
	return (...args) => matcher.has(text(...args));
}

const compare = tableOf<(a: number, b: number) => boolean>({
	':': (a, b) => a === b,
	'=': (a, b) => a === b,
	'!=': (a, b) => a !== b,
	'>': (a, b) => a > b,
	'>=': (a, b) => a >= b,
	'<': (a, b) => a < b,
	'<=': (a, b) => a <= b,
});

function numberTest<Args extends readonly unknown[]>(
	name: string,
	read: (...args: Args) => number | undefined,
	operator: string,
	rest: string,
): Test<Args> | string {
	const by = compare.get(operator);
	if (!by || !/^\d+$/.test(rest)) return filterMessages.wantsNumber(name);
	const wanted = Number(rest);
	return (...args) => {
		const number = read(...args);
		return number !== undefined && by(number, wanted);
	};
}
