import {open, readdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import {printableLine} from './text.ts';

/** `path` is absolute. */
export type NamedFile = {bytes: Uint8Array; fileName: string; path: string};
/** A file named by the user, or why it was not read. */
export type FileRead = NamedFile | {problem: string};

/** Texts of the problems. */
type Words = {
	notAFile: (name: string) => string;
	tooLarge: (bytes: number, maxBytes: number) => string;
	unreadable: (name: string, cause: unknown) => string;
};

/** Reads a file named by the user, with `~` for the home directory; never more than `maxBytes`. */
export async function readNamedFile(name: string, maxBytes: number, words: Words): Promise<FileRead> {
	const full = fullPath(name);
	try {
		await using file = await open(full, 'r');
		const facts = await file.stat();
		if (!facts.isFile()) return {problem: words.notAFile(name)};
		if (facts.size > maxBytes) return {problem: words.tooLarge(facts.size, maxBytes)};
		const bytes = new Uint8Array(await file.readFile());
		return {bytes, fileName: path.basename(full), path: full};
	} catch (error) {
		return {problem: words.unreadable(name, error)};
	}
}

const fullPath = (name: string) => path.resolve(name.replace(/^~(?=$|\/)/, homedir()));

/** Completes a path as typed. Hidden files are included only if their dot is typed. */
export async function completePath(start: string): Promise<string[]> {
	const folder = start.slice(0, start.lastIndexOf('/') + 1);
	const prefix = start.slice(folder.length);
	try {
		const entries = await readdir(fullPath(folder === '' ? '.' : folder), {withFileTypes: true});
		return (
			entries
				.filter(({name}) => name.startsWith(prefix) && (prefix.startsWith('.') || !name.startsWith('.')))
				// Skips names that could act on a terminal.
				.filter(({name}) => printableLine(name) === name)
				.map(entry => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
				.sort()
		);
	} catch {
		// A missing or unreadable folder has no completions.
		return [];
	}
}
