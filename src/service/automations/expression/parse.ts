import {expressionMessages} from '../../../messages/service-automations.ts';
import {functions} from './functions.ts';
import {isTrue, numberOf, operators, textOf} from './operators.ts';
import {call, charge, elementsOf, memberOf, type Names} from './values.ts';
import {ExpressionError, tokensOf} from './tokens.ts';

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
export function parse(source: string): Evaluate {
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
