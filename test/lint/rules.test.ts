import {globSync} from 'node:fs';
import path from 'node:path';
import {RuleTester} from 'oxlint/plugins-dev';
import {describe, expect, test} from 'vitest';
import {sourceTour, tableUnder} from '../readme/pages.ts';
import {features, modules} from './borders.ts';
import {rules} from './rules.ts';

const root = path.resolve(import.meta.dirname, '../..');

RuleTester.describe = describe;
RuleTester.it = test;
const tester = new RuleTester({cwd: root, languageOptions: {parserOptions: {lang: 'ts'}}});

/** Checks that a rule reports each source in `bad` once, and none in `good`. Sources with a file start with its path. */
function check(name: keyof typeof rules, {bad, good}: {bad: string[]; good: string[]}): void {
	const caseOf = (source: string) => {
		const [, file, code = source] = /^(src\/\S+): ([^]*)$/.exec(source) ?? [];
		return {code, name: source, ...(file !== undefined && {filename: path.join(root, file)})};
	};
	tester.run(name, rules[name] as never, {
		valid: good.map(caseOf),
		invalid: bad.map(source => ({...caseOf(source), errors: 1})),
	});
}

check('module-imports', {
	bad: [
		"src/app/a.ts: import {a} from '../tui/a.ts';",
		"src/app/b/a.ts: import type {A} from '../../client/rest/a.ts';",
		"src/lib/a.ts: export {a} from '../contract/a.ts';",
		"src/cli/a.ts: import {a} from '../../test/a.ts';",
		"src/app/a.ts: const a = await import('node:fs');",
	],
	good: [
		"src/tui/a.ts: import {a} from '../app/a.ts';",
		"src/app/b/a.ts: import {a} from '../tui/a.ts';",
		"src/cli/a.ts: import a from '../../assets/a.json';",
		"src/cli/a.ts: import fs from 'node:fs';",
	],
});

check('feature-imports', {
	bad: [
		"src/app/nodes/a.ts: import {a} from '../console/a.ts';",
		"src/app/nodes/a.ts: import {type A, b} from '../console/read/a.ts';",
		"src/app/kernel/state/a.ts: import type {A} from '../../nodes/a.ts';",
		"src/app/a.ts: import {nodes} from './nodes/feature.ts';",
	],
	good: [
		"src/app/nodes/a.ts: import type {A} from '../console/a.ts';",
		"src/app/nodes/a.ts: import {type A, type B} from '../console/a.ts';",
		"src/app/watch/a.ts: import {a} from '../console/a.ts';",
		"src/app/watch/a.ts: import {a} from '../kernel/state/a.ts';",
		"src/app/kernel/state/a.ts: import type {State} from '../../state.ts';",
		"src/app/features.ts: import {nodes} from './nodes/feature.ts';",
	],
});

check('injected-only', {
	bad: ['Date.now();', 'new Date();', 'Math.random();', 'setTimeout(run, 1);', 'crypto.randomUUID();'],
	good: ['new Date(at);', 'services.now();', 'clock.wait(1);'],
});

check('module-variables', {
	bad: ['let a = 1;', 'export let a = 1;', 'var a = 1;'],
	good: ['const a = 1;', 'function b() { let a = 1; return a; }'],
});

check('keyed-records', {
	bad: ['type A = Record<string, number>;', 'const a: Readonly<Record<string, A>> = {};'],
	good: [
		'type A = Record<string, unknown>;',
		"type A = Record<'a', number>;",
		'const a = {} satisfies Record<string, A>;',
		'const a = {} satisfies Readonly<Record<string, A>>;',
	],
});

const longCalls = [
	'Math.max(0, ...numbers)',
	'list.push(...others)',
	'String.fromCharCode(...codes.map(code => code + 1))',
	'Object.assign({}, ...records)',
	'new Set(...[...list])',
	'pick(...(isAll ? list : []))',
	'run.apply(undefined, list)',
	'Reflect.apply(run, undefined, list)',
];

check('long-arguments', {
	bad: longCalls.flatMap(call => [
		`const made = (list: string[]) => ${call};`,
		`function inner(...list) { each(list => ${call}); }`,
	]),
	good: [
		'const all = [...list, ...others]',
		'const hand = (...given: number[]) => work(1, ...given)',
		'const hand = (...given) => Reflect.apply(work, undefined, given)',
		'chain(first, ...(second ? [second] : []))',
	],
});

check('json-parsing', {
	bad: ['JSON.parse(text);', 'await request.json();'],
	good: ['readJson(text);', 'Response.json(body);', 'JSON.stringify(a);'],
});

check('pure-reducers', {
	bad: [
		'export function reduce(state) { services.dispatch(event); return state; }',
		'export const slice = {initial: [], reduce: reduceNodes}; function reduceNodes() { notify(services); }',
	],
	good: ['export function run(services) { services.dispatch(event); }', 'export function reduce(state) {}'],
});

test('the tour of the source has the same table of modules', () => {
	const everything = Object.keys(modules).filter(name => name !== 'build' && name !== 'cli');
	const rows = tableUnder(sourceTour, 'Modules').map(([name = '', , imported = '']): [string, string[]] => [
		name.replaceAll('`', ''),
		imported === 'all but build' ? everything : imported.split(', ').filter(other => other !== '–'),
	]);
	const sorted = (entries: [string, readonly string[]][]) =>
		Object.fromEntries(entries.map(([name, imported]) => [name, imported.toSorted()]));
	expect(sorted(rows)).toEqual(sorted(Object.entries(modules).map(([name, {imports}]) => [name, imports])));
});

test('every module of src and every feature of app has borders', () => {
	const foldersIn = (folder: string) =>
		globSync(`${folder}/*/`, {cwd: root}).map(name => path.basename(name));
	expect(foldersIn('src').toSorted()).toEqual(Object.keys(modules).toSorted());
	expect(foldersIn('src/app').toSorted()).toEqual(Object.keys(features).toSorted());
});

test('features do not import each other in a cycle', () => {
	let left = Object.keys(features);
	for (let before = 0; before !== left.length;) {
		before = left.length;
		left = left.filter(feature => features[feature]?.some(other => left.includes(other)));
	}
	expect(left).toEqual([]);
});
