import {expect, test} from 'vitest';
import {importsOf, sourceOf, sourcesIn} from './helpers/imports.ts';

/**
What the code of each feature runs of others; all of them run the kernel, and the files of app itself run everything. A
feature that needs one more is a decision: it goes in here and into the table of `src/README.md`.
*/
const runsOf: Readonly<Record<string, readonly string[]>> = {
	automations: [],
	console: ['servers'],
	dialogs: ['console', 'servers'],
	export: ['console', 'multi-command', 'timeline'],
	jobs: ['console', 'servers', 'watch'],
	kernel: [],
	'multi-command': ['console'],
	nodes: [],
	servers: [],
	team: [],
	timeline: ['automations', 'console', 'jobs', 'servers'],
	watch: ['console'],
};

const files = sourcesIn('src/app');
const featureOf = (file: string): string => {
	const [, , folder = '', name] = file.split('/');
	return name === undefined ? 'app' : folder;
};

const imports = files.flatMap(importsOf);
const list = 'src/app/features.ts';
const edges = imports
	.filter(({target, runs}) => runs && target.startsWith('src/app/'))
	.map(({file, target}) => [featureOf(file), featureOf(target)] as const)
	.filter(([from, to]) => from !== to && from !== 'app' && to !== 'kernel');
const found = Object.fromEntries(
	[...new Set(files.map(featureOf))]
		.filter(feature => feature !== 'app')
		.map(feature => [
			feature,
			[...new Set(edges.filter(([from]) => from === feature).map(([, to]) => to))].toSorted(),
		]),
);

test('the kernel knows no feature, not even the types of one', () => {
	const strays = imports.filter(
		({file, target}) =>
			featureOf(file) === 'kernel' &&
			target.startsWith('src/app/') &&
			!/^src\/app\/(kernel\/|state\.ts$)/.test(target),
	);
	expect(strays).toEqual([]);
});

test('only the list of features imports what a feature adds to the program', () => {
	const strays = imports.filter(
		({file, target}) => target.endsWith('/feature.ts') && featureOf(target) !== 'kernel' && file !== list,
	);
	expect(strays).toEqual([]);
});

test('a feature runs only the features that it is known to stand on', () => {
	expect(found).toEqual(runsOf);
});

/** What is left after taking away, again and again, the features that stand on nothing that is left: the circles. */
function circlesIn(graph: Readonly<Record<string, readonly string[]>>): string[] {
	let left = Object.keys(graph);
	for (let before = 0; before !== left.length;) {
		before = left.length;
		const stands = new Set(left);
		left = left.filter(feature => graph[feature]?.some(other => stands.has(other)));
	}
	return left;
}

test('no features stand on each other in a circle', () => {
	expect(circlesIn({a: ['b'], b: ['a'], c: ['a'], d: []})).toEqual(['a', 'b', 'c']);
	expect(circlesIn(found)).toEqual([]);
});

test('only what sends actions, commands and readings asks the service', () => {
	const asks =
		/^src\/app\/(session\.ts|read-version\.ts|kernel\/services\.ts|\w[\w-]*\/(read-[\w-]+|run-[\w-]+|send-[\w-]+|carry-out|open-dialog|prepare-action|poll-[\w-]+)\.ts)$/;
	const strays = files
		.filter(file => !asks.test(file))
		.filter(file => /\bapi\.\w|[{,]\s*api\b/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});

test('state and what is computed from it change nothing', () => {
	const strays = files
		.filter(file => /\bstate\b.*=> |export function reduce/.test(sourceOf(file)))
		.filter(file => /export function reduce/.test(sourceOf(file)))
		.filter(file => /\bdispatch\(|\bnotify\(/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});
