import {constants, fstatSync, openSync, statSync} from 'node:fs';
import path from 'node:path';
import {openCachedScripts} from './cached-scripts.ts';
import {runParts, type Part} from './parts.ts';
import {readShared} from './read-shared.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/** Set by the build: the program beside this file, its first line, which identifies its exact text, and its size in bytes. */
declare const PROGRAM: {file: string; id: string; firstLine: string; size: number};
/** Set by the build: where each part is in the program, in bytes. It is ASCII. */
declare const PARTS: Record<Part, {at: number; length: number}>;

/**
Starts the program beside this launcher with the code that V8 compiled in earlier runs.

The program is a file of its own, because Node decodes and V8 scans a whole module at each start: with the program as a
comment in this one, that takes 12 % of the time of `node -e 0`.

Node's `module.enableCompileCache` stores code as soon as a module is compiled, so without functions that run
later, and only for modules in separate files. With it, a first paint takes 1.9 times and a one-shot command 1.6
times the CPU time.
*/
const file = path.join(import.meta.dirname, PROGRAM.file);
// By default Node opens an inspector on this signal: the sender could then run code with our credentials.
process.on('SIGUSR1', () => {});
// Keep it open until all is read: an update replaces the file.
const opened = openProgram();
const run = openCachedScripts(PROGRAM.id);
runParts(part => run(part, textOf(part), file));

function openProgram(): number {
	try {
		// A pipe would wait for a writer.
		const found = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
		if (isOurs(found)) return found;
	} catch {
		// Reported like any other damage.
	}
	return refuse();
}

/** True for the program of this launcher that only its owner, or the system's, can have written. */
function isOurs(program: number): boolean {
	const {firstLine, size} = PROGRAM;
	const found = fstatSync(program);
	const isSafe =
		process.platform === 'win32' ||
		((found.uid === 0 || found.uid === statSync(import.meta.filename).uid) && (found.mode & 0o002) === 0);
	return (
		isSafe && found.isFile() && found.size === size && readText(program, 0, firstLine.length) === firstLine
	);
}

function refuse(): never {
	process.stderr.write(launchMessages.changedFile(file));
	process.exit(70);
}

function textOf(part: Part): string {
	// It may have been overwritten in place.
	if (!isOurs(opened)) refuse();
	const {at, length} = PARTS[part];
	return readText(opened, at, length);
}

function readText(from: number, at: number, length: number): string {
	return readShared(from, at, length).toString('latin1');
}
