import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {codeSpans, root, sourceTour as tour, tableUnder, type Page} from './pages.ts';

/** A file has an extension, and a folder ends with a slash. Both may be relative to `src`. */
const isPath = (code: string) => /^[\w.@+-]+(?:\/[\w.@+-]+)*(?:\/|\.(?:tsx?|mjs|json|md))$/.test(code);
const placeOf = (code: string) =>
	path.join(root, /^(?:test|assets|\.github)\//.test(code) ? '' : 'src', code);

const missingPaths = (page: Page) =>
	codeSpans(page).filter(code => isPath(code) && !existsSync(placeOf(code)));

/** A row of "Where does it go?": its examples, and its files with the declarations that it names in them. */
type Walk = {change: string; examples: readonly string[]; files: readonly {file: string; list?: string}[]};

const walksOn = (page: Page): Walk[] =>
	tableUnder(page, 'Where does it go?').map(([change = '', ...cells]) => ({
		change,
		examples: [...change.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example.toLowerCase()),
		// Files in parentheses are needed only sometimes.
		files: cells.flatMap(cell => filesIn(cell.replaceAll(/\([^)]*\)/g, ''))),
	}));

/** The files of a cell; `list` is each name in "`first` and `second` in `file`". */
const filesIn = (cell: string): Walk['files'] =>
	[...cell.matchAll(/((?:`\w+` (?:and|in) )*)`([^`]+)`/g)]
		.filter(([, , file = '']) => isPath(file) && !file.endsWith('/'))
		.flatMap(([, names = '', file = '']) => [
			{file},
			...[...names.matchAll(/`(\w+)`/g)].map(([, list = '']) => ({file, list})),
		]);

/** The declaration of a name at the top level of a source; it ends before the first blank line below it. */
function declarationOf(name: string, source: string): string | undefined {
	const start = source.search(new RegExp(`^(?:export )?(?:const|function|type) ${name}\\b`, 'm'));
	return start === -1 ? undefined : source.slice(start).split(/\n\n(?!\t)/, 1)[0];
}

function problemsOf({change, examples, files}: Walk): string[] {
	return files.flatMap(({file, list}) => {
		const source = readFileSync(placeOf(file), 'utf8');
		const place = list === undefined ? source : declarationOf(list, source);
		if (place === undefined) return `${change}: ${file} does not declare ${list}`;
		const isEntered = [...examples, ...examples.map(wordsOf)].some(word =>
			place.toLowerCase().includes(word),
		);
		return examples.length === 0 || isEntered ? [] : `${change}: not in ${list ?? 'any part'} of ${file}`;
	});
}

/** `cancel-task` is `canceltask` in names. */
const wordsOf = (example: string) => example.replaceAll(/[^a-z\d]/g, '');

test('every file and folder in the tour exists', () => {
	expect(codeSpans(tour).filter(isPath).length).toBeGreaterThan(100);
	expect(missingPaths(tour)).toEqual([]);
});

test('every file of a walk has the entry of its example, in the list that the walk names', () => {
	const walks = walksOn(tour);
	expect(walks.length).toBeGreaterThan(20);
	expect(walks.flatMap(({files}) => files).length).toBeGreaterThan(100);
	expect(walks.flatMap(problemsOf)).toEqual([]);
});

test('detects a missing file, list and entry', () => {
	const page = (text: string): Page => ({file: 'src/README.md', text});
	expect(missingPaths(page('`lib/once.ts` `lib/twice.ts` `lib/net/` `lib/nothing/` `test/none.ts`'))).toEqual(
		['lib/twice.ts', 'lib/nothing/', 'test/none.ts'],
	);
	const table = (cell: string) =>
		walksOn(page(`## Where does it go?\n\n| a | b |\n| --- | --- |\n| a setting (\`bell\`) | ${cell} |\n`));
	expect(table('`ConfigFile` in `config/schema.ts`, `config/schema.ts`').flatMap(problemsOf)).toEqual([]);
	expect(table('`NoFile` and `ViewTable` in `config/schema.ts`, `lib/once.ts`').flatMap(problemsOf)).toEqual([
		'a setting (`bell`): config/schema.ts does not declare NoFile',
		'a setting (`bell`): not in ViewTable of config/schema.ts',
		'a setting (`bell`): not in any part of lib/once.ts',
	]);
});

test('the tour takes ten minutes', () => {
	expect(Buffer.byteLength(tour.text)).toBeLessThan(17_000);
});
