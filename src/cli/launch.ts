import {closeSync, constants, fstatSync, openSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {afterUnlessDone} from '../lib/time/clock.ts';
import {codeFile, readCode, storeCode} from './code-cache.ts';
import {launchMessages} from '../messages/launch.ts';

/** Set by the build: this file; the program beside it, its first line, which identifies its exact text, and its size in bytes. */
declare const LAUNCHER: string;
declare const PROGRAM: {file: string; id: string; firstLine: string; size: number};

/**
Starts the program beside this launcher with the code that V8 compiled in an earlier run of the same command. It is stored when
a run has succeeded or lasts, which has called what the command needs, and again a day later: the first run may be a demo.
*/
const file = path.join(path.dirname(LAUNCHER), PROGRAM.file);
/** When the code of a run that lasts is stored, ms. V8 drops code that is not called for a while. */
const storedAfterMs = 10_000;
// By default Node opens an inspector on this signal: the sender could then run code with our credentials.
process.on('SIGUSR1', () => {});
const kept = codeFile(PROGRAM.id);
const {script, isCurrent} = compile();
if (!isCurrent) {
	let isStored = false;
	const store = () => {
		if (!isStored) storeCode(kept, () => script.createCachedData());
		isStored = true;
	};
	afterUnlessDone(storedAfterMs, store);
	process.once('exit', status => status === 0 && store());
}
// The build makes it a function of `require`.
(script.runInThisContext() as (require: NodeJS.Require) => void)(require);

function compile() {
	const cached = readCode(kept);
	const script = new Script(readProgram(), {filename: file, ...(cached && {cachedData: cached.code})});
	return {script, isCurrent: cached !== undefined && !cached.isOld && script.cachedDataRejected !== true};
}

/** Returns the text of the program if it is that of this launcher, and only its owner, or the system's, can have written it. */
function readProgram(): string {
	try {
		// A pipe would wait for a writer.
		const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
		const found = fstatSync(opened);
		const isSafe =
			process.platform === 'win32' ||
			((found.uid === 0 || found.uid === statSync(LAUNCHER).uid) && (found.mode & 0o002) === 0);
		if (isSafe && found.isFile() && found.size === PROGRAM.size) {
			const read = readFileSync(opened, 'latin1');
			closeSync(opened);
			if (read.startsWith(PROGRAM.firstLine)) return read;
		}
	} catch {
		// Reported like any other damage.
	}
	process.stderr.write(launchMessages.changedFile(file));
	process.exit(70);
}
