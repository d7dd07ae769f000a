import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {sourceOf, sourcesIn} from './helpers/imports.ts';
import {partsOf, type Syntax} from './helpers/syntax.ts';

/*
 * One call takes about 120,000 arguments and throws `RangeError` for more. Only literals and the function's
 * own arguments may be spread into a call. `lib/long-lists.ts` has the replacement.
 */

/** `[a, b]` and `is ? [a] : []`: as long as they are in the source. */
function isWrittenOut({type, elements, consequent, alternate}: Syntax): boolean {
	if (type === 'ArrayExpression') return partsOf(elements).every(({type}) => type !== 'SpreadElement');
	return type === 'ConditionalExpression' && [consequent, alternate].flatMap(partsOf).every(isWrittenOut);
}

/** The parameter names of a function, and which of them is the rest parameter. */
function parametersOf({params}: Syntax): {names: unknown[]; rest: unknown[]} {
	const rest = partsOf(params).flatMap(({type, argument}) =>
		type === 'RestElement' ? partsOf(argument) : [],
	);
	return {names: partsOf(params).map(({name}) => name), rest: rest.map(({name}) => name)};
}

/** The list arguments of a call: those that are spread, and the last one of `apply`. */
function listsFor({type, callee, arguments: given}: Syntax): Syntax[] {
	if (type !== 'CallExpression' && type !== 'NewExpression') return [];
	const isApply = partsOf(callee).some(({property}) => partsOf(property).some(({name}) => name === 'apply'));
	const spread = partsOf(given).filter(part => part.type === 'SpreadElement');
	return [...spread.flatMap(({argument}) => partsOf(argument)), ...(isApply ? partsOf(given).slice(-1) : [])];
}

/** The calls that get a list of any length as their arguments. */
function longCalls(source: string, lang: 'ts' | 'tsx'): string[] {
	const found: string[] = [];
	const visit = (node: Syntax, handedOn: ReadonlySet<unknown>) => {
		const {names, rest} = parametersOf(node);
		const known = new Set([...handedOn].filter(name => !names.includes(name)).concat(rest));
		const isShort = (list: Syntax) =>
			isWrittenOut(list) || (list.type === 'Identifier' && known.has(list['name']));
		if (!listsFor(node).every(isShort)) found.push(source.slice(node.start, node.end));
		for (const part of Object.values(node).flatMap(partsOf)) visit(part, known);
	};
	for (const part of partsOf(parseAst(source, {lang}))) visit(part, new Set());
	return found;
}

test.each([
	'Math.max(0, ...numbers)',
	'list.push(...others)',
	'String.fromCharCode(...codes.map(code => code + 1))',
	'Object.assign({}, ...records)',
	'new Set(...[...list])',
	'pick(...(isAll ? list : []))',
	'run.apply(undefined, list)',
	'Reflect.apply(run, undefined, list)',
])('reports %s', call => {
	expect(longCalls(`const made = (list: string[]) => ${call};`, 'ts')).toContain(call);
	expect(longCalls(`function inner(...list) { each(list => ${call}); }`, 'ts')).toContain(call);
});

test.each([
	'const all = [...list, ...others]',
	'const hand = (...given: number[]) => work(1, ...given)',
	'const hand = (...given) => Reflect.apply(work, undefined, given)',
	'chain(first, ...(second ? [second] : []))',
])('accepts %s', source => {
	expect(longCalls(source, 'ts')).toEqual([]);
});

test('no list is spread into the arguments of a call', () => {
	const strays = sourcesIn('src').flatMap(file => {
		const source = sourceOf(file);
		if (!/\.{3}|\bapply\(/.test(source)) return [];
		return longCalls(source, file.endsWith('x') ? 'tsx' : 'ts').map(call => `${file}: ${call}`);
	});
	expect(strays).toEqual([]);
});
