import {open} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import type {FileRead} from '../core/services.ts';

/** Reads a file that somebody has named, `~` meaning their home; never more than `mostBytes`. */
export async function readNamedFile(name: string, mostBytes: number): Promise<FileRead> {
	const full = path.resolve(name.replace(/^~(?=$|\/)/, homedir()));
	try {
		await using file = await open(full, 'r');
		const facts = await file.stat();
		if (!facts.isFile()) return {problem: `${name} is not a file.`};
		if (facts.size > mostBytes) {
			return {
				problem: `It has ${Math.ceil(facts.size / 1024)} KiB: more than ${mostBytes / 1024} KiB is not sent.`,
			};
		}
		const bytes = new Uint8Array(await file.readFile());
		return {bytes, fileName: path.basename(full)};
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'ENOENT') return {problem: `There is no file ${name}.`};
		return {problem: code === 'EACCES' ? `${name} may not be read.` : `${name} cannot be read.`};
	}
}
