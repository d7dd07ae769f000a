import {fstatSync, openSync, readSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {zstdDecompressSync} from 'node:zlib';
import {codeCacheFolder, readCode, storeCode, writtenAt} from './code-cache.ts';
import {restoreCodeFlags} from './optimizer.ts';
import {parts, runParts, type Part} from './parts.ts';
import {commandIn, whichCode} from './which-code.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/** Set by the build: identifies the exact text of the program. */
declare const PROGRAM_ID: string;
/**
Set by the build: the characters of each part, and its bytes at the end of this file: compressed, in Base64, one part
after the other in a comment.
*/
declare const PARTS: Record<Part, {length: number; packed: number}>;

/**
Starts the program in the comment at the end of this launcher, with its text and the code that V8 compiled in earlier
runs. The first exit stores both, and the first success of each command adds the functions that it compiled: with the code of
another command only, `rcon` takes 1.3 times the CPU time. If the stored files are unusable for any reason, the program
starts without them.

Node decodes and V8 scans the whole file at each start: with the program as plain text, that takes a third of the time of
`node -e 0`.

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
const isTui = which === 'tui';
const folder = codeCacheFolder(process.env);
const build = `${PROGRAM_ID}-${process.versions.v8}-${process.arch}`;
const used: {isFresh: boolean; isCurrent: () => boolean; store: () => void}[] = [];
process.once('exit', keepCode);
runParts(part => {
	const prefix = `${which}-${part}-`;
	const kept = path.join(folder, prefix + build);
	const before = writtenAt(kept);
	const cachedData = readCode(kept);
	restoreCodeFlags();
	const script = new Script(textOf(part), {filename: file, ...(cachedData && {cachedData})});
	const isFresh = !cachedData || script.cachedDataRejected === true;
	used.push({
		isFresh,
		// A command that ended meanwhile has stored functions that this process does not know.
		isCurrent: () => writtenAt(kept) === before,
		// Fresh code lacks the functions of all earlier commands.
		store: () =>
			storeCode(() => script.createCachedData(), kept, isFresh && !isTui ? [prefix, 'has-'] : [prefix]),
	});
	return script.runInThisContext();
});

/** Stores fresh code, and all code once for each command. An empty file marks that the code contains its functions. */
function keepCode(status: number): void {
	restoreCodeFlags();
	const command = commandIn(process.argv.slice(2));
	const prefix = `has-${command}-`;
	const kept = path.join(folder, prefix + build);
	const fresh = used.filter(({isFresh}) => isFresh);
	const isNew = fresh.length > 0 || writtenAt(kept) === undefined;
	const isAdded =
		isNew && !isTui && command !== undefined && status === 0 && used.every(({isCurrent}) => isCurrent());
	for (const {isCurrent, store} of isAdded ? used : fresh) if (isCurrent()) store();
	if (isAdded) storeCode(() => Buffer.alloc(0), kept, [prefix]);
}

function textOf(part: Part): string {
	const packed = packedText(part);
	const prefix = `text-${part}-`;
	const kept = path.join(folder, prefix + PROGRAM_ID);
	const found = readCode(kept);
	if (found?.length === PARTS[part].length) return found.toString('latin1');
	const text = zstdDecompressSync(Buffer.from(packed(), 'base64'));
	process.once('exit', () => storeCode(() => text, kept, [prefix]));
	return text.toString('latin1');
}

/** Returns how to read a part, after checking that the file is whole. */
function packedText(part: Part): () => string {
	const size = bytesOf(parts);
	const at = fstatSync(opened).size - size - 1;
	const read = (from: number, bytes: number) => {
		const buffer = Buffer.allocUnsafeSlow(bytes);
		return buffer.toString('latin1', 0, readSync(opened, buffer, 0, bytes, from));
	};
	if (read(at - begin.length, begin.length) + read(at + size, 1) !== `${begin}\n`) {
		process.stderr.write(launchMessages.changedFile(file));
		process.exit(70);
	}
	return () => read(at + bytesOf(parts.slice(0, parts.indexOf(part))), PARTS[part].packed);
}

function bytesOf(some: readonly Part[]): number {
	return some.reduce((sum, part) => sum + PARTS[part].packed, 0);
}
