import {execFileSync} from 'node:child_process';
import {closeSync, constants, fstatSync, openSync, rmSync, writeSync} from 'node:fs';
import {withoutOwnVariables} from '../../lib/secret-variables.ts';
import {serverInputMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from '../console/console-error.ts';

/** A FIFO takes this much or nothing in one write. (pipe(7): PIPE_BUF) */
const maxBytes = 4096;

/**
Opens a new input for a process: a FIFO at this path, which only its owner may use. It never ends, not even after we exit,
because some servers exit at the end of their input: a FIFO that is open for reading and writing is its own writer.
Undefined if the system has no FIFOs.
*/
export function openInput(file: string): number | undefined {
	try {
		rmSync(file, {force: true});
		execFileSync('mkfifo', ['-m', '600', file], {stdio: 'ignore', env: withoutOwnVariables(process.env)});
		return openSync(file, 'r+');
	} catch {
		return undefined;
	}
}

/** Writes to the input of a process. Throws `ConsoleError` if it could not be written; then nothing was. */
export function writeInput(file: string, text: string): void {
	const bytes = Buffer.from(text);
	if (bytes.length > maxBytes)
		throw new ConsoleError('malformed', serverInputMessages.tooLong(bytes.length, maxBytes));
	const descriptor = openForWriting(file);
	try {
		if (!fstatSync(descriptor).isFIFO()) throw new ConsoleError('refused', serverInputMessages.none);
		writeSync(descriptor, bytes);
	} catch (cause) {
		// The FIFO is full.
		throw cause instanceof ConsoleError
			? cause
			: new ConsoleError('refused', serverInputMessages.notRead, {cause});
	} finally {
		closeSync(descriptor);
	}
}

function openForWriting(file: string): number {
	const {O_WRONLY, O_NONBLOCK, O_NOFOLLOW} = constants;
	try {
		return openSync(file, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
	} catch (cause) {
		// Nobody has it open, or it does not exist.
		throw new ConsoleError('refused', serverInputMessages.none, {cause});
	}
}
