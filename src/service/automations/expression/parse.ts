import {functions} from './functions.ts';
import {isTrue, numberOf, operators, textOf} from './operators.ts';
import {call, elementsOf, memberOf, type Names} from './values.ts';
import {ExpressionError, tokensOf} from './tokens.ts';

/** What an expression means, given what its names stand for. */
type Meaning = (names: Names) => unknown;

const longest = 500;

/**
The part of the service's expression language that a terminal can keep its word on: values, `? :`, `?:`, `and`,
`or`, `not`, comparison, arithmetic, `.`, `?.`, `[ ]`, selection `.?[ ]`, projection `.![ ]`, and the functions. It
reaches nothing but `names`. Throws `ExpressionError`. (service-facts: AEL)
*/
export function parse(source: string): Meaning {
	if (source.length > longest) throw new ExpressionError(`An expression has at most ${longest} characters.`);
	const tokens = tokensOf(source);
	let at = 0;
	const peek = () => tokens[at]?.text;
	const takes = (...texts: string[]): string | undefined => takesOneOf(texts);
	const takesOneOf = (texts: readonly string[]): string | undefined => {
		const token = tokens[at];
		if (!token || token.kind === 'text' || !texts.includes(token.text)) return undefined;
		at++;
		return token.text;
	};
	const needs = (text: string) => {
		if (takes(text) === undefined)
			throw new ExpressionError(`"${text}" is missing${peek() === undefined ? '' : ` before ${peek()}`}.`);
	};

	function choice(): Meaning {
		const given = either();
		if (takes('?:') !== undefined) {
			const otherwise = choice();
			return names => {
				const value = given(names);
				return value === null || value === undefined || value === '' ? otherwise(names) : value;
			};
		}
		if (takes('?') === undefined) return given;
		const yes = choice();
		needs(':');
		const no = choice();
		return names => (isTrue(given(names)) ? yes(names) : no(names));
	}
	function either(): Meaning {
		const left = both();
		if (takes('or', '||') === undefined) return left;
		const right = either();
		return names => isTrue(left(names)) || isTrue(right(names));
	}
	function both(): Meaning {
		const left = negated();
		if (takes('and', '&&') === undefined) return left;
		const right = both();
		return names => isTrue(left(names)) && isTrue(right(names));
	}
	function negated(): Meaning {
		if (takes('not', '!') === undefined) return joined(0);
		const value = negated();
		return names => !isTrue(value(names));
	}
	function joined(level: number): Meaning {
		const known = operators[level];
		if (!known) return signed();
		const signs = [...known.keys()];
		let left = joined(level + 1);
		for (let sign = takesOneOf(signs); sign !== undefined; sign = takesOneOf(signs)) {
			const [operator, before, right] = [known.get(sign), left, joined(level + 1)];
			left = names => operator?.(before(names), right(names));
		}
		return left;
	}
	function signed(): Meaning {
		if (takes('-') === undefined) return reached();
		const value = signed();
		return names => -numberOf(value(names));
	}
	function reached(): Meaning {
		let from = single();
		for (;;) {
			const sign = takes('.', '?.', '[', '.?[', '.![');
			if (sign === undefined) return from;
			from = step(from, sign);
		}
	}
	function step(from: Meaning, sign: string): Meaning {
		if (sign === '.' || sign === '?.') {
			const name = tokens[at++]?.text ?? '';
			const values = takes('(') === undefined ? undefined : list();
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
		const inner = choice();
		needs(']');
		if (sign === '[') return names => memberOf(from(names), textOf(inner(names)));
		const within = (names: Names, element: unknown) => inner({...names, element});
		return sign === '.?['
			? names => elementsOf(from(names), names).filter(element => isTrue(within(names, element)))
			: names => elementsOf(from(names), names).map(element => within(names, element));
	}
	function list(): Meaning[] {
		const values: Meaning[] = [];
		while (takes(')') === undefined) {
			if (values.length > 0) needs(',');
			values.push(choice());
		}
		return values;
	}
	function single(): Meaning {
		if (takes('(') !== undefined) {
			const inner = choice();
			needs(')');
			return inner;
		}
		const token = tokens[at++];
		if (!token || token.kind === 'sign') throw new ExpressionError(`Something is missing in "${source}".`);
		const {kind, text} = token;
		if (kind === 'number') return () => Number(text);
		if (kind === 'text') return () => text.slice(1, -1).replaceAll(text.charAt(0).repeat(2), text.charAt(0));
		return takes('(') === undefined ? named(text) : called(text, list());
	}

	const meaning = choice();
	if (at < tokens.length) throw new ExpressionError(`"${peek()}" was not expected.`);
	return meaning;
}

function called(name: string, values: Meaning[]): Meaning {
	const work = functions.get(name);
	if (!work) throw new ExpressionError(`There is no function ${name}.`);
	return names => work(values.map(each => each(names)));
}

const constants = new Map<string, unknown>([
	['true', true],
	['false', false],
	['null', null],
]);

function named(name: string): Meaning {
	if (constants.has(name)) return () => constants.get(name);
	return ({root, element}) => {
		if (name === '#this') return element;
		const own = element !== null && typeof element === 'object' && Object.hasOwn(element, name);
		return memberOf(own ? element : root, name);
	};
}
