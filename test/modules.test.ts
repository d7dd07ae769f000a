import {globSync} from 'node:fs';
import path, {matchesGlob} from 'node:path';
import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {isolatedTests} from '../vitest.config.ts';
import {importsOf, sourceOf, sourcesIn} from './helpers/imports.ts';
import {partsOf} from './helpers/syntax.ts';

const root = path.resolve(import.meta.dirname, '..');

const mayImport: Record<string, string[]> = {
	lib: [],
	contract: ['lib'],
	games: ['lib'],
	actions: ['contract', 'games', 'lib', 'messages'],
	messages: ['actions', 'contract', 'lib'],
	config: ['contract', 'lib', 'messages'],
	journal: ['actions', 'contract', 'lib', 'messages'],
	api: ['contract', 'lib', 'messages'],
	feed: ['contract', 'lib', 'messages'],
	app: ['actions', 'contract', 'games', 'lib', 'messages'],
	tui: ['actions', 'app', 'contract', 'lib', 'messages'],
	'line-mode': ['actions', 'app', 'contract', 'lib', 'messages'],
	service: ['contract', 'games', 'lib', 'messages'],
	demo: ['contract', 'games', 'lib', 'messages', 'service'],
	client: ['api', 'contract', 'feed', 'lib', 'messages'],
	cli: [
		'actions',
		'adopt',
		'api',
		'config',
		'contract',
		'app',
		'demo',
		'feed',
		'games',
		'journal',
		'lib',
		'line-mode',
		'messages',
		'service',
		'tui',
	],
	adopt: ['contract', 'games', 'lib', 'messages'],
	build: ['cli'],
};

/** The packages that a module may use besides `node:` modules. */
const owns: Record<string, RegExp> = {
	lib: /^(croner|cronstrue|diff|re2js|string-width|undici|node:.*)$/,
	contract: /^zod$/,
	games: /^$/,
	actions: /^$/,
	messages: /^$/,
	config: /^(zod|smol-toml|node:.*)$/,
	journal: /^node:/,
	api: /^(undici|node:.*)$/,
	feed: /^(@stomp\/stompjs|undici|ws|node:.*)$/,
	app: /^$/,
	tui: /^(react|ink|chalk|fast-png|ink-text-input|ink-select-input|string-width|node:.*)$/,
	'line-mode': /^node:/,
	service: /^(amqplib|croner|hono|kysely|pg|undici|@stomp\/stompjs|ws|@hono\/node-server|zod|node:.*)$/,
	demo: /^(zod|node:.*)$/,
	client: /^$/,
	adopt: /^(smol-toml|yaml|node:.*)$/,
	cli: /^(commander|modern-tar|node:.*)$/,
	build: /^(esbuild|@lydell\/node-pty|node:.*)$/,
};

const imports = Object.keys(mayImport).flatMap(module =>
	sourcesIn(`src/${module}`)
		.flatMap(importsOf)
		.map(found => ({...found, module})),
);

test('every module imports only the modules below it', () => {
	const strays = imports.filter(({module, target}) => {
		const [top, to = ''] = target.split('/');
		return top === 'src' ? to !== module && !mayImport[module]?.includes(to) : top === 'test';
	});
	expect(strays).toEqual([]);
});

test('every module uses only its own packages', () => {
	const strays = imports.filter(
		({module, target}) => !/^(src|assets)\//.test(target) && !owns[module]?.test(target),
	);
	expect(strays).toEqual([]);
});

test('every folder of src is a module with a rule', () => {
	const modules = globSync('src/*/', {cwd: root}).map(folder => path.basename(folder));
	expect(modules.filter(module => !(module in mayImport))).toEqual([]);
});

test('app receives time and randomness from outside', () => {
	const strays = sourcesIn('src/app').filter(file =>
		/Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|randomUUID/.test(sourceOf(file)),
	);
	expect(strays).toEqual([]);
});

test('no file is longer than 400 lines', () => {
	const long = [...sourcesIn('src'), ...sourcesIn('test')].filter(
		file => sourceOf(file).split('\n').length > 401,
	);
	expect(long).toEqual([]);
});

test('files do not import each other in a cycle, not even for types', () => {
	const next = new Map(sourcesIn('src').map(file => [file, importsOf(file).map(({target}) => target)]));
	const done = new Set<string>();
	const circles: string[][] = [];
	const walk = (file: string, path: readonly string[]) => {
		if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
		if (path.includes(file) || done.has(file)) return;
		for (const target of next.get(file) ?? []) walk(target, [...path, file]);
		done.add(file);
	};
	for (const file of next.keys()) walk(file, []);
	expect(circles).toEqual([]);
});

test('only tests with a process of their own replace modules', () => {
	// Elsewhere, a module that another test has imported is not replaced, or stays replaced in the next test.
	const replacing = sourcesIn('test').filter(file => /\bvi\.(mock|doMock)\(/.test(sourceOf(file)));
	expect(replacing).not.toEqual([]);
	expect(replacing.filter(file => !matchesGlob(file, isolatedTests))).toEqual([]);
});

/** The number of lines of each function in a source, and where it starts. */
function functionsIn(source: string, lang: 'ts' | 'tsx'): {at: number; lines: number}[] {
	const found: {at: number; lines: number}[] = [];
	const visit = (value: unknown) => {
		for (const node of partsOf(value)) {
			const {type, start, end} = node;
			if (/Function/.test(type)) {
				const at = source.slice(0, start).split('\n').length;
				found.push({at, lines: source.slice(start, end).split('\n').length});
			}
			for (const part of Object.values(node)) visit(part);
		}
	};
	visit(parseAst(source, {lang}));
	return found;
}

test('no function is longer than 80 lines', () => {
	const long = sourcesIn('src').flatMap(file =>
		functionsIn(sourceOf(file), file.endsWith('x') ? 'tsx' : 'ts')
			.filter(({lines}) => lines > 80)
			.map(({at, lines}) => `${file}:${at}: ${lines} lines`),
	);
	expect(long).toEqual([]);
});

test('counts the lines of a function, also inside another', () => {
	const source = 'const one = () => {\n\tfunction two() {\n\t\treturn 2;\n\t}\n\treturn two;\n};\n';
	expect(functionsIn(source, 'ts')).toEqual([
		{at: 1, lines: 6},
		{at: 2, lines: 3},
	]);
});

test('no core module has a variable of its own: sessions in one process share nothing', () => {
	const strays = sourcesIn('src/app').filter(file => /^(export )?let /m.test(sourceOf(file)));
	expect(strays).toEqual([]);
});
