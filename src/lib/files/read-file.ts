import {constants} from 'node:fs';
import {open, readdir} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import {printableLine} from '../text/text.ts';

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
		// Opening a FIFO would wait for its other end.
		await using file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
		const facts = await file.stat();
		if (!facts.isFile()) return {problem: words.notAFile(name)};
		if (facts.size > maxBytes) return {problem: words.tooLarge(facts.size, maxBytes)};
		// A file may grow, and those of /proc have no size.
		const room = new Uint8Array(maxBytes + 1);
		let size = 0;
		for (let read = 1; read > 0 && size < room.length; size += read)
			read = (await file.read(room, size, room.length - size)).bytesRead;
		if (size > maxBytes) return {problem: words.tooLarge(size, maxBytes)};
		return {bytes: room.slice(0, size), fileName: path.basename(full), path: full};
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
