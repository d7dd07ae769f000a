import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Source files in a folder of the repository, as paths from its root. */
export const sourcesIn = (folder: string): string[] =>
	globSync(`${folder}/**/*.{ts,tsx}`, {cwd: root}).map(file => file.replaceAll(path.sep, '/'));

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
