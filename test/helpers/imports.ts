import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** `runs`: the import exists at run time; a type-only import does not. */
export type Import = {file: string; target: string; runs: boolean};

/** Source files in a folder of the repository, as paths from its root. */
export const sourcesIn = (folder: string): string[] =>
	globSync(`${folder}/**/*.{ts,tsx}`, {cwd: root}).map(file => file.replaceAll(path.sep, '/'));

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** What a file imports or re-exports: project files as paths from the root, packages by name. */
export function importsOf(file: string): Import[] {
	const found = sourceOf(file).matchAll(
		/(?:^(?:import|export)\s(?:([^;']*)\sfrom\s)?|\bimport\(\s*)'([^']+)'/gm,
	);
	return [...found].map(([, names = '', target = '']) => ({
		file,
		target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
		runs: !isTypes(names),
	}));
}

const isTypes = (names: string) =>
	/^type\s/.test(names) ||
	(names.startsWith('{') &&
		names
			.slice(1, -1)
			.split(',')
			.every(name => /^\s*(type\s.*)?$/s.test(name)));
