import type {ByName} from '../lib/json/maps.ts';
import {expressionMessages} from '../messages/automations.ts';
import {largest, smallest} from '../lib/lists/long-lists.ts';
import {memoize} from '../lib/lists/memoize.ts';

export type Token = {kind: 'number' | 'text' | 'name' | 'sign'; text: string};

class ExpressionError extends Error {
	override name = 'ExpressionError';
}

/** A name that no run has. */
class UnknownName extends ExpressionError {}

const shapes = [
	['number', /\d+(?:\.\d+)?/y],
	['text', /'(?:[^']|'')*'|"(?:[^"]|"")*"/y],
	['name', /#?[a-z_]\w*/iy],
	['sign', /\?\.|\.\?\[|\.!\[|\?:|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]]/y],
] as const;

/** Splits an expression into tokens. Throws `ExpressionError`. */
function tokensOf(source: string): Token[] {
	const tokens: Token[] = [];
	for (let at = 0; at < source.length;) {
		if (/\s/.test(source.charAt(at))) {
			at++;
			continue;
		}
		const token = tokenAt(source, at);
		if (!token) throw new ExpressionError(expressionMessages.unknownCharacter(source.charAt(at)));
		at += token.text.length;
		tokens.push(token);
	}
	return tokens;
}

function tokenAt(source: string, at: number): Token | undefined {
	for (const [kind, shape] of shapes) {
		shape.lastIndex = at;
		const text = shape.exec(source)?.[0];
		if (text !== undefined) return {kind, text};
	}
	return undefined;
}

/** The values of names: those of the run, and inside a selection or projection those of the element. */
export type Names = {
	root: Readonly<Record<string, unknown>>;
	element?: unknown;
	/** How many more elements may be visited, because nested searches grow without bounds. */
	budget: {left: number};
};

/** This many characters of text count as one element. */
const charactersPerElement = 100;

/** Charges the values that an operator or function reads to the budget. `cost`: additional cost of its own work. */
function charge({budget}: Pick<Names, 'budget'>, values: readonly unknown[], cost = 0): void {
	budget.left -= cost;
	for (const value of values) {
		budget.left -= 1 + (typeof value === 'string' ? value.length / charactersPerElement : 0);
		if (budget.left < 0) throw new ExpressionError(expressionMessages.tooManyElements);
		if (Array.isArray(value)) charge({budget}, value);
	}
}

/** Returns an own member of a value by name or index, never one of JavaScript's built-in members. */
function memberOf(value: unknown, name: string): unknown {
	if (value === null || value === undefined) throw new ExpressionError(expressionMessages.emptyValue(name));
	if (Array.isArray(value)) {
		const element: unknown = /^\d+$/.test(name) ? value[Number(name)] : undefined;
		if (element === undefined) throw new ExpressionError(expressionMessages.noElement(name));
		return element;
	}
	if (typeof value !== 'object' || !Object.hasOwn(value, name))
		throw new UnknownName(expressionMessages.unknownName(name));
	// Checked above: an own member.
	return (value as Record<string, unknown>)[name];
}

/** Calls a method of a value: `size()` of lists and texts, or a one-argument method of the run's values. */
function call(value: unknown, name: string, args: unknown[]): unknown {
	if (name === 'size' && (Array.isArray(value) || typeof value === 'string')) return value.length;
	const method = memberOf(value, name);
	if (typeof method !== 'function') throw new UnknownName(expressionMessages.notAFunction(name));
	return method(args[0]) as unknown;
}

function elementsOf(value: unknown, {budget}: Names): unknown[] {
	if (!Array.isArray(value)) throw new ExpressionError(expressionMessages.notAList);
	budget.left -= value.length;
	if (budget.left < 0) throw new ExpressionError(expressionMessages.tooManyElements);
	return value;
}

/** Maximum length of a text that an expression produces, in characters. */
const maxTextLength = 1_000_000;

/** Joins texts. Throws `ExpressionError` if the result would be too long. */
function joinTexts(texts: readonly string[], between = ''): string {
	let length = 0;
	for (const text of texts) {
		length += text.length + between.length;
		if (length > maxTextLength) throw new ExpressionError(expressionMessages.longText(maxTextLength));
	}
	return texts.join(between);
}

/** Returns a value as templates show it; null becomes empty text. */
function textOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (Array.isArray(value)) return joinTexts(value.map(textOf), ',');
	if (typeof value === 'object' || typeof value === 'function')
		throw new ExpressionError(expressionMessages.groupAsText);
	return String(value);
}

/** Returns true unless the value is null, false, 0, empty text or an empty list. */
function isTrue(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function numberOf(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new ExpressionError(expressionMessages.notANumber(textOf(value).slice(0, 100)));
}

function compare(left: unknown, right: unknown): number {
	if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
	return numberOf(left) - numberOf(right);
}

const areSame = (left: unknown, right: unknown) => (left ?? null) === (right ?? null);

type Operator = (left: unknown, right: unknown) => unknown;

/** Binary operators by precedence; the last ones bind tightest. */
const operators: readonly ReadonlyMap<string, Operator>[] = [
	new Map<string, Operator>([
		['==', areSame],
		['!=', (left, right) => !areSame(left, right)],
		['<', (left, right) => compare(left, right) < 0],
		['>', (left, right) => compare(left, right) > 0],
		['<=', (left, right) => compare(left, right) <= 0],
		['>=', (left, right) => compare(left, right) >= 0],
	]),
	new Map<string, Operator>([
		['+', plus],
		['-', (left, right) => numberOf(left) - numberOf(right)],
	]),
	new Map<string, Operator>([
		['*', (left, right) => numberOf(left) * numberOf(right)],
		['/', (left, right) => numberOf(left) / divisor(right)],
		['%', (left, right) => numberOf(left) % divisor(right)],
	]),
];

function plus(left: unknown, right: unknown): unknown {
	if (typeof left === 'number' && typeof right === 'number') return left + right;
	return joinTexts([textOf(left), textOf(right)]);
}

function divisor(value: unknown): number {
	const number = numberOf(value);
	if (number === 0) throw new ExpressionError(expressionMessages.dividedByZero);
	return number;
}

type Called = (values: unknown[]) => unknown;

const numbers = (values: unknown[]) => values.flat().map(numberOf);

/** The functions of the expression language. (public documentation: AEL, functions) */
const functions: ReadonlyMap<string, Called> = new Map<string, Called>([
	['upper', ([text]) => textOf(text).toUpperCase()],
	['lower', ([text]) => textOf(text).toLowerCase()],
	['trim', ([text]) => textOf(text).trim()],
	[
		'join',
		([list, between]) => joinTexts((Array.isArray(list) ? list : [list]).map(textOf), textOf(between ?? ',')),
	],
	['min', values => smallest(numbers(values))],
	['max', values => largest(numbers(values))],
	['sum', values => sum(numbers(values))],
	[
		'avg',
		values => {
			const all = numbers(values);
			return all.length === 0 ? null : sum(all) / all.length;
		},
	],
	['formatDate', ([seconds, pattern, zone]) => formatDate(numberOf(seconds), textOf(pattern), textOf(zone))],
]);

const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);

const fields: ByName<Intl.DateTimeFormatPartTypes> = {
	yyyy: 'year',
	MM: 'month',
	dd: 'day',
	HH: 'hour',
	mm: 'minute',
	ss: 'second',
};

function formatDate(seconds: number, pattern: string, zone: string): string {
	const parts = partsOf(new Date(seconds * 1000), zone || 'UTC');
	return (pattern || 'yyyy-MM-dd HH:mm:ss').replaceAll(
		/yyyy|MM|dd|HH|mm|ss/g,
		field => parts.find(({type}) => type === fields[field])?.value ?? '',
	);
}

/** Memoized, because a projection may format thousands of times in one time zone. */
const formatOf = memoize((timeZone: string) => {
	const [two, hourCycle] = ['2-digit', 'h23'] as const;
	return new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle,
		year: 'numeric',
		month: two,
		day: two,
		hour: two,
		minute: two,
		second: two,
	});
});

function partsOf(moment: Date, timeZone: string): Intl.DateTimeFormatPart[] {
	try {
		return formatOf(timeZone).formatToParts(moment);
	} catch (error) {
		throw new ExpressionError(expressionMessages.timeZone(timeZone), {cause: error});
	}
}

/** Evaluates an expression with the values of its names. */
type Evaluate = (names: Names) => unknown;

const longest = 500;
/** The cost of a function call besides its arguments: formatting a date takes as long as many elements. */
const callCost = 10;

/**
Parses the supported part of the service's expression language: values, `? :`, `?:`, `and`, `or`, `not`, comparison,
arithmetic, `.`, `?.`, `[ ]`, selection `.?[ ]`, projection `.![ ]`, and the functions. An expression can access nothing
but `names`. Throws `ExpressionError`. (public documentation: AEL)
*/
function parse(source: string): Evaluate {
	if (source.length > longest) throw new ExpressionError(expressionMessages.tooLong(longest));
	const tokens = readTokens(source);
	const evaluate = parseChoice(tokens);
	const rest = tokens.peek();
	if (rest !== undefined) throw new ExpressionError(expressionMessages.unexpected(rest));
	return evaluate;
}

type Tokens = ReturnType<typeof readTokens>;

/** Returns a reader that takes the tokens of an expression one by one. */
function readTokens(source: string) {
	const tokens = tokensOf(source);
	let at = 0;
	const peek = () => tokens[at]?.text;
	const acceptOneOf = (texts: readonly string[]): string | undefined => {
		const token = tokens[at];
		if (!token || token.kind === 'text' || !texts.includes(token.text)) return undefined;
		at++;
		return token.text;
	};
	return {
		source,
		peek,
		next: () => tokens[at++],
		acceptOneOf,
		accept: (...texts: string[]) => acceptOneOf(texts),
		expect: (text: string) => {
			if (acceptOneOf([text]) === undefined)
				throw new ExpressionError(expressionMessages.missing(text, peek()));
		},
	};
}

function parseChoice(tokens: Tokens): Evaluate {
	const condition = parseOr(tokens);
	if (tokens.accept('?:') !== undefined) {
		const otherwise = parseChoice(tokens);
		return names => {
			const value = condition(names);
			return value === null || value === undefined || value === '' ? otherwise(names) : value;
		};
	}
	if (tokens.accept('?') === undefined) return condition;
	const yes = parseChoice(tokens);
	tokens.expect(':');
	const no = parseChoice(tokens);
	return names => (isTrue(condition(names)) ? yes(names) : no(names));
}

function parseOr(tokens: Tokens): Evaluate {
	const left = parseAnd(tokens);
	if (tokens.accept('or', '||') === undefined) return left;
	const right = parseOr(tokens);
	return names => isTrue(left(names)) || isTrue(right(names));
}

function parseAnd(tokens: Tokens): Evaluate {
	const left = parseNegation(tokens);
	if (tokens.accept('and', '&&') === undefined) return left;
	const right = parseAnd(tokens);
	return names => isTrue(left(names)) && isTrue(right(names));
}

function parseNegation(tokens: Tokens): Evaluate {
	if (tokens.accept('not', '!') === undefined) return parseBinary(tokens, 0);
	const value = parseNegation(tokens);
	return names => !isTrue(value(names));
}

function parseBinary(tokens: Tokens, level: number): Evaluate {
	const known = operators[level];
	if (!known) return parseSign(tokens);
	const signs = [...known.keys()];
	let left = parseBinary(tokens, level + 1);
	for (let sign = tokens.acceptOneOf(signs); sign !== undefined; sign = tokens.acceptOneOf(signs)) {
		const [operator, before, right] = [known.get(sign), left, parseBinary(tokens, level + 1)];
		left = names => {
			const [first, second] = [before(names), right(names)];
			charge(names, [first, second]);
			return operator?.(first, second);
		};
	}
	return left;
}

function parseSign(tokens: Tokens): Evaluate {
	if (tokens.accept('-') === undefined) return parseAccess(tokens);
	const value = parseSign(tokens);
	return names => -numberOf(value(names));
}

function parseAccess(tokens: Tokens): Evaluate {
	let from = single(tokens);
	for (;;) {
		const sign = tokens.accept('.', '?.', '[', '.?[', '.![');
		if (sign === undefined) return from;
		from = step(tokens, from, sign);
	}
}

function step(tokens: Tokens, from: Evaluate, sign: string): Evaluate {
	if (sign === '.' || sign === '?.') {
		const name = tokens.next()?.text ?? '';
		const values = tokens.accept('(') === undefined ? undefined : list(tokens);
		return names => {
			const value = from(names);
			if (sign === '?.' && (value ?? null) === null) return null;
			return values
				? call(
						value,
						name,
						values.map(each => each(names)),
					)
				: memberOf(value, name);
		};
	}
	const inner = parseChoice(tokens);
	tokens.expect(']');
	if (sign === '[')
		return names => {
			const key = inner(names);
			charge(names, [key]);
			return memberOf(from(names), textOf(key));
		};
	const within = (names: Names, element: unknown) => inner({...names, element});
	return sign === '.?['
		? names => elementsOf(from(names), names).filter(element => isTrue(within(names, element)))
		: names => elementsOf(from(names), names).map(element => within(names, element));
}

function list(tokens: Tokens): Evaluate[] {
	const values: Evaluate[] = [];
	while (tokens.accept(')') === undefined) {
		if (values.length > 0) tokens.expect(',');
		values.push(parseChoice(tokens));
	}
	return values;
}

function single(tokens: Tokens): Evaluate {
	if (tokens.accept('(') !== undefined) {
		const inner = parseChoice(tokens);
		tokens.expect(')');
		return inner;
	}
	const token = tokens.next();
	if (!token || token.kind === 'sign')
		throw new ExpressionError(expressionMessages.incomplete(tokens.source));
	const {kind, text} = token;
	if (kind === 'number') return () => Number(text);
	if (kind === 'text') return () => text.slice(1, -1).replaceAll(text.charAt(0).repeat(2), text.charAt(0));
	return tokens.accept('(') === undefined ? parseName(text) : parseCall(text, list(tokens));
}

function parseCall(name: string, values: Evaluate[]): Evaluate {
	const work = functions.get(name);
	if (!work) throw new ExpressionError(expressionMessages.unknownFunction(name));
	return names => {
		const given = values.map(each => each(names));
		charge(names, given, callCost);
		return work(given);
	};
}

const constants = new Map<string, unknown>([
	['true', true],
	['false', false],
	['null', null],
]);

function parseName(name: string): Evaluate {
	if (constants.has(name)) return () => constants.get(name);
	return ({root, element}) => {
		if (name === '#this') return element;
		const own = element !== null && typeof element === 'object' && Object.hasOwn(element, name);
		return memberOf(own ? element : root, name);
	};
}

const expressions = /\{([^{}]*)\}/g;

/** `problem`: why the expression can never be read; undefined if it is known. */
type FoundExpression = {expression: string; problem: string | undefined};

/** Returns the expressions of a template, each with the problem that `names` instead of a run reveals. */
export const expressionsIn = (
	template: string,
	names: Readonly<Record<string, unknown>>,
): FoundExpression[] =>
	[...template.matchAll(expressions)].map(([, expression = '']) => {
		const failed = ({message}: Error) => ({
			expression,
			problem: expressionMessages.failed(expression, message),
		});
		let evaluate: Evaluate;
		try {
			evaluate = parse(expression);
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			return failed(error);
		}
		try {
			textOf(evaluate({root: names, budget: {left: maxElements}}));
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			// Anything else depends on the values.
			if (error instanceof UnknownName) return failed(error);
		}
		return {expression, problem: undefined};
	});

const maxElements = 100_000;

/**
Returns the template with each `{expression}` replaced by its value as text. Throws an error with the service's key.
*/
export function fill(template: string, root: Readonly<Record<string, unknown>>): string {
	const budget = {left: maxElements};
	let length = 0;
	return template.replaceAll(expressions, (_whole, expression: string) => {
		try {
			const text = textOf(parse(expression)({root, budget}));
			length += text.length;
			if (length > maxTextLength) throw new ExpressionError(expressionMessages.longText(maxTextLength));
			return text;
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			throw new Error(expressionMessages.failed(expression, error.message), {cause: error});
		}
	});
}
