import {expect, test} from 'vitest';
import {importsOf, sourceOf, sourcesIn} from './helpers/imports.ts';

/**
 * The features that each feature imports code from. All of them import the kernel, and the files of app
 * itself import everything. A feature that needs one more is a decision: add it here and to the table of
 * `src/README.md`.
 */
const runsOf: Readonly<Record<string, readonly string[]>> = {
	alerts: ['servers'],
	automations: [],
	console: ['servers'],
	dialogs: ['console', 'nodes', 'servers'],
	'custom-commands': ['console'],
	export: ['console', 'multi-command', 'timeline'],
	handover: ['export', 'servers'],
	jobs: ['console', 'servers', 'watch'],
	kernel: [],
	'multi-command': ['console'],
	nodes: [],
	players: ['console', 'export'],
	servers: ['nodes', 'trends'],
	team: [],
	'team-journal': ['servers'],
	timeline: ['automations', 'console', 'jobs', 'servers', 'team-journal'],
	trends: [],
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

test('the kernel imports no feature, not even its types', () => {
	const strays = imports.filter(
		({file, target}) =>
			featureOf(file) === 'kernel' &&
			target.startsWith('src/app/') &&
			!/^src\/app\/(kernel\/|state\.ts$)/.test(target),
	);
	expect(strays).toEqual([]);
});

test('only the list of features imports the registration of a feature', () => {
	const strays = imports.filter(
		({file, target}) => target.endsWith('/feature.ts') && featureOf(target) !== 'kernel' && file !== list,
	);
	expect(strays).toEqual([]);
});

test('a feature imports only its declared features', () => {
	expect(found).toEqual(runsOf);
});

/**
 * Repeatedly removes the features that import none of the remaining ones, and returns the cycles that are
 * left.
 */
function circlesIn(graph: Readonly<Record<string, readonly string[]>>): string[] {
	let left = Object.keys(graph);
	for (let before = 0; before !== left.length;) {
		before = left.length;
		const stands = new Set(left);
		left = left.filter(feature => graph[feature]?.some(other => stands.has(other)));
	}
	return left;
}

test('features do not import each other in a cycle', () => {
	expect(circlesIn({a: ['b'], b: ['a'], c: ['a'], d: []})).toEqual(['a', 'b', 'c']);
	expect(circlesIn(found)).toEqual([]);
});

test('only features that send actions, commands and reads call the service', () => {
	const asks =
		/^src\/app\/(session\.ts|read-version\.ts|kernel\/services\.ts|\w[\w-]*\/(read-[\w-]+|run-[\w-]+|send-[\w-]+|carry-out|open-dialog|prepare-action|poll-[\w-]+)\.ts)$/;
	const strays = files
		.filter(file => !asks.test(file))
		.filter(file => /\bapi\.\w|[{,]\s*api\b/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});

test('state and selectors have no side effects', () => {
	const strays = files
		.filter(file => /\bstate\b.*=> |export function reduce/.test(sourceOf(file)))
		.filter(file => /export function reduce/.test(sourceOf(file)))
		.filter(file => /\bdispatch\(|\bnotify\(/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});
