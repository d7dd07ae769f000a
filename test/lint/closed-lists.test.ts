import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {partsOf, type Syntax, textOf} from '../helpers/syntax.ts';

/** A list of words that is written in full somewhere, of at least three. */
type ClosedList = {file: string; line: number; words: ReadonlySet<string>};

const partOf = (node: Syntax | undefined, part: string): Syntax | undefined => partsOf(node?.[part])[0];

/** Names of properties, which the type beside them declares. */
const selects = (node: Syntax | undefined) => {
	const name = partOf(node, 'typeName')?.['name'];
	return name === 'Pick' || name === 'Omit';
};

/** The words of a union of string literals; other members do not count. */
const wordsOfUnion = (node: Syntax) =>
	partsOf(node['types']).flatMap(type => {
		const literal = partOf(type, 'literal');
		return literal ? (textOf(literal) ?? []) : [];
	});

/** The words of an array of nothing but string literals and spreads. */
function wordsOfArray(node: Syntax): string[] {
	const elements = partsOf(node['elements']).filter(({type}) => type !== 'SpreadElement');
	const words = elements.map(element => (element.type === 'Literal' ? textOf(element) : undefined));
	return words.filter(word => word !== undefined).length === elements.length ? (words as string[]) : [];
}

const wordsOfObject = (node: Syntax) =>
	partsOf(node['properties']).flatMap(property => {
		const key = partOf(property, 'key');
		return key ? (textOf(key) ?? String(key['name'])) : [];
	});

/** `as const`, `satisfies`, `new Set(…)`, `z.enum(…)`: the array in it is a list. */
const wraps = ({type}: Syntax) =>
	/^(TSAsExpression|TSSatisfiesExpression|NewExpression|CallExpression|VariableDeclarator|MemberExpression)$/.test(
		type,
	);

/** Finds the lists of a source: unions, arrays that are values of their own, and objects whose keys are a type. */
function listsIn(file: string, source: string): ClosedList[] {
	const keyed = new Set([...source.matchAll(/keyof typeof (\w+)/g)].map(([, name]) => name));
	const found: ClosedList[] = [];
	const visit = (value: unknown, parents: readonly Syntax[]) => {
		for (const node of partsOf(value)) {
			const [parent, grandparent] = parents;
			let words: string[] = [];
			if (node.type === 'TSUnionType' && !selects(grandparent)) words = wordsOfUnion(node);
			if (node.type === 'ArrayExpression' && parent && wraps(parent)) words = wordsOfArray(node);
			if (node.type === 'ObjectExpression') {
				const owner = parents.find(({type}) => !/^TS(As|Satisfies)Expression$/.test(type));
				const name = owner?.type === 'VariableDeclarator' ? partOf(owner, 'id')?.['name'] : undefined;
				if (typeof name === 'string' && keyed.has(name)) words = wordsOfObject(node);
			}
			const set = new Set(words);
			const line = source.slice(0, node.start).split('\n').length;
			if (set.size > 2) found.push({file, line, words: set});
			for (const part of Object.values(node)) visit(part, [node, ...parents]);
		}
	};
	visit(parseAst(source, {lang: file.endsWith('x') ? 'tsx' : 'ts'}), []);
	return found;
}

/** Whether two lists are the same, or nearly: two thirds of the words of the longer one are in both. */
function isCopy(a: ClosedList, b: ClosedList): boolean {
	const shared = a.words.intersection(b.words).size;
	return shared > 2 && 3 * shared >= 2 * Math.max(a.words.size, b.words.size);
}

const copiesIn = (lists: readonly ClosedList[]) =>
	lists.flatMap((list, index) =>
		lists.slice(index + 1).flatMap(other => (isCopy(list, other) ? [[list, other] as const] : [])),
	);

/** Files, from `src`, whose lists have words in common but are not copies of each other. */
const differentLists: readonly (readonly [one: string, other: string, why: string])[] = [
	[
		'contract/states.ts',
		'contract/states.ts',
		'tasks of nodes and runs of automations have states of their own',
	],
	['contract/states.ts', 'app/handover/away.ts', 'the report of an absence has the phases in another order'],
	[
		'cli/commands/find/selectors.ts',
		'app/servers/server-fields.ts',
		'a command also has an option for the name',
	],
	['app/help-view.ts', 'app/servers/columns.ts', 'the help explains the sign of the cursor as well'],
];

const areOf = ([a, b]: readonly [ClosedList, ClosedList], [one, other]: (typeof differentLists)[number]) =>
	[a.file, b.file].toSorted().join() === [`src/${one}`, `src/${other}`].toSorted().join();

const placeOf = ({file, line, words}: ClosedList) => `${file}:${line} ${[...words].join(' ')}`;
const describePairs = (pairs: readonly (readonly [ClosedList, ClosedList])[]) =>
	pairs.map(pair => pair.map(placeOf).join('  =  '));

const copies = copiesIn(sourcesIn('src').flatMap(file => listsIn(file, sourceOf(file))));

test('a closed list is written once; all else is derived from it', () => {
	expect(describePairs(copies.filter(pair => !differentLists.some(files => areOf(pair, files))))).toEqual([]);
});

test('every exception is needed', () => {
	expect(differentLists.filter(files => !copies.some(pair => areOf(pair, files)))).toEqual([]);
});

test.each([
	["type Verb = 'start' | 'stop' | 'restart';"],
	["type Verb = Extract<Id, 'start' | 'stop' | 'restart'>;"],
	["const verbs = ['start', 'stop', 'restart'] as const;"],
	["const verbs = new Set(['stop', 'restart', 'start']);"],
	["const isPower = (word: string) => ['start', 'stop', 'restart'].includes(word);"],
	["const Verb = z.enum(['start', 'stop', 'restart', 'broadcast']);"],
	['const verbs = {start: 1, stop: 2, restart: 3};\ntype Verb = keyof typeof verbs;'],
])('finds a second copy: %s', copy => {
	const list = "export const powerVerbs = ['start', 'stop', 'restart'] as const;";
	expect(copiesIn([...listsIn('a.ts', list), ...listsIn('b.ts', copy)])).toHaveLength(1);
});

test.each([
	['const verbs = [...powerVerbs, "broadcast"] as const;'],
	["type Power = Pick<Driver, 'start' | 'stop' | 'restart'>;"],
	['const goals: Record<PowerVerb, string> = {start: 1, stop: 2, restart: 3};'],
	["const replaces = {ids: ['start', 'stop', 'restart']};"],
])('does not take for a copy: %s', other => {
	const list = "export const powerVerbs = ['start', 'stop', 'restart'] as const;";
	expect(copiesIn([...listsIn('a.ts', list), ...listsIn('b.ts', other)])).toEqual([]);
});
