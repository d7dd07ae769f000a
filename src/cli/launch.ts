import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {codeCacheFolder, storeCode, readCode} from './code-cache.ts';
import {parts, runParts, type Part} from './parts.ts';
import {whichCode} from './which-code.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/** Set by the build: identifies the exact text of the program. */
declare const PROGRAM_ID: string;
/**
Set by the build: the size of each part in bytes. The parts follow each other in a comment at the end of this
file.
*/
declare const PART_BYTES: Record<Part, number>;

/**
Starts the program in the comment at the end of this launcher, with the code that V8 compiled in an earlier run;
the first exit stores that code. If the stored code is unusable for any reason, the program starts without it.

Node's `module.enableCompileCache` stores code as soon as a module is compiled, so without functions that run
later, and only for modules in separate files. With it, a first paint takes 1.9 times and a one-shot command 1.6
times the CPU time.
*/
const file = import.meta.filename;
// By default Node opens an inspector on this signal: the sender could then run code with our credentials.
process.on('SIGUSR1', () => {});
// Keep it open until all is read: an update replaces the file.
const opened = openSync(file, 'r');
const begin = '//@program';
const which = whichCode();
const folder = codeCacheFolder(process.env);
runParts(part => {
	const prefix = `${which}-${part}-`;
	const kept = path.join(folder, `${prefix}${PROGRAM_ID}-${process.versions.v8}-${process.arch}`);
	const cachedData = readCode(kept);
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
