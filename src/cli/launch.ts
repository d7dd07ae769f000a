import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {codeCacheFolder, storeCode, readKept} from './code-cache.ts';
import {parts, runParts, type Part} from './parts.ts';
import {whichCode} from './which-code.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/** By the build: names the very text of the program. */
declare const PROGRAM_ID: string;
/** By the build: how many bytes of this file each part takes. They are in a comment, one behind the other, at its end. */
declare const PART_BYTES: Record<Part, number>;

/**
Starts the program that is in a comment behind this launcher, with the code that V8 made of it in an earlier
run, and keeps that code at the first exit. Whatever is wrong with the kept code, the program starts without it.

`module.enableCompileCache` of Node keeps code as soon as a module is compiled, so without the functions inside that run
later, and only of modules in files of their own. With it, a first paint takes 1.9 times and a one-shot command 1.6
times the CPU time.
*/
const file = import.meta.filename;
// By default Node opens an inspector on this signal: whoever may send it could then run code with our credentials.
process.on('SIGUSR1', () => {});
// Open until all is read: an update puts another file in its place.
const opened = openSync(file, 'r');
const begin = '//@program';
const which = whichCode();
const folder = codeCacheFolder(process.env);
runParts(part => {
	const prefix = `${which}-${part}-`;
	const kept = path.join(folder, `${prefix}${PROGRAM_ID}-${process.versions.v8}-${process.arch}`);
	const cachedData = readKept(kept);
	const script = new Script(textOf(part), {filename: file, ...(cachedData && {cachedData})});
	if (!cachedData || script.cachedDataRejected) {
		process.once('exit', () => storeCode(() => script.createCachedData(), kept, prefix));
	}
	return script.runInThisContext();
});

function textOf(part: Part): string {
	const size = bytesOf(parts);
	const at = fstatSync(opened).size - size - 1;
	const read = (from: number, bytes: number) => {
		const buffer = Buffer.allocUnsafeSlow(bytes);
		return buffer.toString('latin1', 0, readSync(opened, buffer, 0, bytes, from));
	};
	const isWhole = read(at - begin.length, begin.length) + read(at + size, 1) === `${begin}\n`;
	const text = read(at + bytesOf(parts.slice(0, parts.indexOf(part))), PART_BYTES[part]);
	if (part === parts.at(-1)) closeSync(opened);
	if (isWhole) return text;
	process.stderr.write(launchMessages.changedFile(file));
	process.exit(70);
}

function bytesOf(some: readonly Part[]): number {
	return some.reduce((sum, part) => sum + PART_BYTES[part], 0);
}
