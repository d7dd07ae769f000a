import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

const mayImport: Record<string, string[]> = {
	lib: [],
	contract: ['lib'],
	config: ['contract', 'lib'],
	journal: ['contract', 'lib'],
	api: ['contract', 'lib'],
	feed: ['contract', 'lib'],
	core: ['contract', 'lib'],
	ui: ['core', 'contract', 'lib'],
	sandbox: ['contract', 'lib'],
	client: ['api', 'contract', 'feed', 'lib'],
	cli: ['api', 'config', 'contract', 'core', 'feed', 'journal', 'lib', 'sandbox', 'ui'],
};

/** Which packages a room may use besides `node:` modules. */
const owns: Record<string, RegExp> = {
	lib: /^(croner|cronstrue|diff|string-width|node:.*)$/,
	contract: /^zod$/,
	config: /^(zod|smol-toml|node:.*)$/,
	journal: /^node:/,
	api: /^(undici|node:.*)$/,
	feed: /^(@stomp\/stompjs|undici|node:.*)$/,
	core: /^$/,
	ui: /^(react|ink|fast-png|ink-text-input|ink-select-input|string-width|node:.*)$/,
	sandbox: /^(croner|hono|@stomp\/stompjs|ws|@hono\/node-server|zod|node:.*)$/,
	client: /^$/,
	cli: /^(commander|node:.*)$/,
};

type Import = {file: string; room: string; target: string};

function filesIn(folder: string): string[] {
	return globSync(`${folder}/**/*.{ts,tsx}`, {cwd: root});
}

const imports: Import[] = Object.keys(mayImport).flatMap(room =>
	filesIn(`src/${room}`).flatMap(file =>
		[
			...readFileSync(path.join(root, file), 'utf8').matchAll(
				/(?:^(?:import|export)\s(?:[^;']*\sfrom\s)?|\bimport\(\s*)'([^']+)'/gm,
			),
		].map(([, target]) => ({file, room, target: target ?? ''})),
	),
);

test('every room imports only the rooms below it', () => {
	const strays = imports.filter(({file, room, target}) => {
		if (!target.startsWith('.')) return false;
		const to = path.relative(root, path.resolve(root, path.dirname(file), target)).split(path.sep);
		if (to[0] === 'assets') return false;
		return to[0] !== 'src' || (to[1] !== room && !mayImport[room]?.includes(to[1] ?? ''));
	});
	expect(strays).toEqual([]);
});

test('every room uses only the packages that it owns', () => {
	const strays = imports.filter(({room, target}) => !target.startsWith('.') && !owns[room]?.test(target));
	expect(strays).toEqual([]);
});

test('every folder of src is a room with a rule', () => {
	const rooms = globSync('src/*/', {cwd: root}).map(folder => path.basename(folder));
	expect(rooms.filter(room => !(room in mayImport))).toEqual([]);
});

test('core gets time and chance from outside', () => {
	const strays = filesIn('src/core').filter(file =>
		/Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|randomUUID/.test(
			readFileSync(path.join(root, file), 'utf8'),
		),
	);
	expect(strays).toEqual([]);
});

test('no file is longer than 250 lines', () => {
	const long = [...filesIn('src'), ...filesIn('test')].filter(
		file => readFileSync(path.join(root, file), 'utf8').split('\n').length > 251,
	);
	expect(long).toEqual([]);
});
