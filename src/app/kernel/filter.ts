import {tableOf, ownValue} from '../../lib/maps.ts';
import {linearPattern} from '../../lib/linear-pattern.ts';
import {filterMessages, patternProblemText} from '../../messages/filters.ts';

export type Test<Given extends readonly unknown[]> = (...given: Given) => boolean;

/**
`problem` is a sentence on why the filter is invalid; it then hides nothing. `doubt` is a sentence on why nothing can
match: the filter asks for a value that does not exist.
*/
export type Filter<Given extends readonly unknown[]> = {
	problem: string | undefined;
	doubt?: string | undefined;
	test: Test<Given> | undefined;
};

/** The test of one field. */
export type FieldTest<Given extends readonly unknown[]> = {
	test: Test<Given>;
	doubt?: string | undefined;
};

/** What a filter can search: `Name` are its text fields, `Number` its numeric fields. */
export type Vocabulary<
	Given extends readonly unknown[],
	Name extends string = string,
	Number extends string = string,
> = {
	/** The text that words and patterns search, in lower case. */
	text: (...given: Given) => string;
	/** `field:wanted`, with `wanted` in lower case. Returns a sentence if no such value can exist. */
	fields: Readonly<Record<Name, (wanted: string) => FieldTest<Given> | string>>;
	/** `field>0` and the like; undefined if there is no number to compare. */
	numbers: Readonly<Record<Number, (...given: Given) => number | undefined>>;
};

/**
Parses a filter. Every word must be found; `/…/` is a regular expression; a leading `!` negates a term; `field:value` or
`field:"a value"` searches one field; `number>0` and the like compare.
*/
export function parseFilter<Given extends readonly unknown[]>(
	text: string,
	vocabulary: Vocabulary<Given>,
): Filter<Given> {
	const tests: FieldTest<Given>[] = [];
	for (const [token] of text.matchAll(/!?\/(?:\\.|[^/])*(?:\/|$)|[^\s:=]+[:=]"[^"]*"|\S+/g)) {
		const isInverse = token.startsWith('!') && token.length > 1;
		const found = testOf(isInverse ? token.slice(1) : token, vocabulary);
		if (typeof found === 'string') return {problem: found, test: undefined};
		tests.push(isInverse ? {...found, test: (...given) => !found.test(...given)} : found);
	}
	if (tests.length === 0) return {problem: undefined, test: undefined};
	return {problem: undefined, ...allOf(tests)};
}

/** Combines tests: all must pass, and the first doubt is kept. */
export const allOf = <Given extends readonly unknown[]>(
	tests: readonly FieldTest<Given>[],
): FieldTest<Given> => ({
	test: (...given) => tests.every(({test}) => test(...given)),
	doubt: tests.find(({doubt}) => doubt !== undefined)?.doubt,
});

function testOf<Given extends readonly unknown[]>(
	token: string,
	{text, fields, numbers}: Vocabulary<Given>,
): FieldTest<Given> | string {
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
	return {test: (...given) => text(...given).includes(word)};
}

const asField = <Given extends readonly unknown[]>(found: Test<Given> | string): FieldTest<Given> | string =>
	typeof found === 'string' ? found : {test: found};

const namesIn = (of: {fields: object; numbers: object}) =>
	[...Object.keys(of.fields), ...Object.keys(of.numbers)].join(', ');

/** The closing slash may be missing while the pattern is being typed. */
function patternTest<Given extends readonly unknown[]>(
	token: string,
	text: (...given: Given) => string,
): Test<Given> | string {
	const source = token.length > 1 && token.endsWith('/') ? token.slice(1, -1) : token.slice(1);
	const matcher = linearPattern(source, {lines: true});
	if ('problem' in matcher) return filterMessages.notRegex(source, patternProblemText(matcher));
	return (...given) => matcher.has(text(...given));
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

function numberTest<Given extends readonly unknown[]>(
	name: string,
	read: (...given: Given) => number | undefined,
	operator: string,
	rest: string,
): Test<Given> | string {
	const by = compare.get(operator);
	if (!by || !/^\d+$/.test(rest)) return filterMessages.wantsNumber(name);
	const wanted = Number(rest);
	return (...given) => {
		const number = read(...given);
		return number !== undefined && by(number, wanted);
	};
}
