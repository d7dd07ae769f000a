import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readFileSync,
	readSync,
	type Stats,
	statSync,
} from 'node:fs';
import os from 'node:os';
import {systemClock} from '../time/clock.ts';

/** Far more than any settings or secret file needs. */
const maxBytes = 10 * 1024 * 1024;
/** A program that writes to a pipe may ask for a passphrase first. */
const maxWaitMs = 30_000;

/**
Reads a file without ever blocking: opening a FIFO would wait for a writer, and a device may have no end. Throws the error
of the file system, EISDIR or ENXIO if it is not a regular file, or ERR_FS_FILE_TOO_LARGE above 10 MiB.
*/
export function readRegularFile(file: string): Buffer {
	const opened = openNonBlocking(file);
	try {
		return readOpened(opened);
	} finally {
		closeSync(opened);
	}
}

/** The text of a file, read as by `readRegularFile`; undefined if it cannot be read. */
export function tryReadText(file: string): string | undefined {
	try {
		return readRegularFile(file).toString();
	} catch {
		return undefined;
	}
}

/** The first half of `readRegularFile`, for checks of the opened file. */
export const openNonBlocking = (file: string): number =>
	openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);

function readOpened(opened: number): Buffer {
	const facts = fstatSync(opened);
	if (isNull(facts)) return Buffer.alloc(0);
	checkRegular(facts);
	if (facts.size > maxBytes) throw withCode('ERR_FS_FILE_TOO_LARGE');
	return readFileSync(opened);
}

const descriptorName = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** Whether this is the null device, or a pipe or device that the shell has opened for us: `<(pass show x)`. */
export const isPassed = (file: string, facts: Stats): boolean =>
	isNull(facts) || (descriptorName.test(file) && (facts.isFIFO() || facts.isCharacterDevice()));

/** Like `readOpened`, but reads a pipe to its end. Throws ETIMEDOUT if that takes more than 30 seconds. */
export function readPassed(file: string, opened: number, waitMs = maxWaitMs): Buffer {
	if (!isPassed(file, fstatSync(opened))) return readOpened(opened);
	const until = systemClock.monotonic() + waitMs;
	const parts: Buffer[] = [];
	for (let size = 0; size <= maxBytes;) {
		if (systemClock.monotonic() > until) throw withCode('ETIMEDOUT');
		const part = Buffer.alloc(64 * 1024);
		const bytes = readIfThere(opened, part);
		if (bytes === 0) return Buffer.concat(parts);
		if (bytes === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
		else parts.push(part.subarray(0, bytes));
		size += bytes ?? 0;
	}
	throw withCode('ERR_FS_FILE_TOO_LARGE');
}

/** Returns the number of bytes, 0 at the end; undefined if there are none yet. */
function readIfThere(opened: number, into: Buffer): number | undefined {
	try {
		return readSync(opened, into);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
		throw error;
	}
}

/** Throws EISDIR or ENXIO if the path exists and is not a regular file. Does not open it. */
export function checkRegularFile(file: string): void {
	const facts = statSync(file, {throwIfNoEntry: false});
	if (facts) checkRegular(facts);
}

function checkRegular(facts: Stats): void {
	if (!facts.isFile()) throw withCode(facts.isDirectory() ? 'EISDIR' : 'ENXIO');
}

const isNull = (facts: Stats): boolean =>
	facts.isCharacterDevice() && facts.rdev === statSync(os.devNull, {throwIfNoEntry: false})?.rdev;

const withCode = (code: string): Error => Object.assign(new Error(code), {code});
