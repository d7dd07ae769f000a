import {tableOf, ownValue} from '../../lib/maps.ts';
import {linearPattern} from '../../lib/linear-pattern.ts';
import {filterMessages, patternProblemText} from '../../messages/filters.ts';

export type Test<Given extends readonly unknown[]> = (...given: Given) => boolean;

/**
`problem`: what cannot be meant, in a sentence; then nothing is hidden. `doubt`: why nothing can match, in a sentence: it
asks for a value that nobody knows.
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

/** What a filter can look at: `Name` are its fields, `Number` those that compare. */
export type Vocabulary<
	Given extends readonly unknown[],
	Name extends string = string,
	Number extends string = string,
> = {
	/** In lower case: where words and patterns look. */
	text: (...given: Given) => string;
	/** `field:wanted`; what is wanted comes in lower case. A sentence says that there can be no such thing. */
	fields: Readonly<Record<Name, (wanted: string) => FieldTest<Given> | string>>;
	/** `field>0` and the like; undefined where there is no number that could compare. */
	numbers: Readonly<Record<Number, (...given: Given) => number | undefined>>;
};

/**
What a filter says: words that must all be found; `/…/` a regular expression; `!` before anything turns it round;
`field:value` or `field:"a value"` looks in one field; `number>0` and the like compare.
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

/** What all of them let through; in doubt where one is. */
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

/** The closing slash may be missing while it is typed. */
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
