import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './root.ts';

/** Writes `SHA256SUMS` of the artifacts in the folder. */
export function writeChecksums(folder: string): void {
	const files = readdirSync(folder).filter(name => name !== 'SHA256SUMS');
	const sums = files.toSorted().map(name => `${hashOf(path.join(folder, name))}  ${name}\n`);
	writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

if (import.meta.main) writeChecksums(path.join(root, 'dist/release'));
