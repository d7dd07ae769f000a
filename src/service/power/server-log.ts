import {
	closeSync,
	constants,
	fstatSync,
	mkdtempSync,
	openSync,
	readSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {makeFolder} from '../../lib/files/private-folder.ts';

/*
Output of real servers is written to a file, because a server that outlives us would die writing to a broken pipe.
*/

export const maxLines = 500;
const maxLineLength = 2000;
/** Enough bytes for the lines above. */
const tailBytes = 4 * 1024 * 1024;
const maxFileBytes = 16 * tailBytes;

/** Opens an empty log to which a new process appends. The caller closes the descriptor. */
export function openLog(file: string): number {
	const {O_WRONLY, O_CREAT, O_TRUNC, O_APPEND} = constants;
	return openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
}

/** Returns the last lines, oldest first, including an unfinished one. Empty if there is no file. */
export function lastLines(file: string): string[] {
	const {bytes, isWhole} = tailOf(file);
	const text = bytes.toString('utf8');
	return linesOf(isWhole ? text : text.slice(text.indexOf('\n') + 1));
}

/** Returns the last lines of a text, as many and as long as a log has. */
export function linesOf(text: string): string[] {
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines.slice(-maxLines).map(line => line.replace(/\r$/, '').slice(0, maxLineLength));
}

/**
Truncates a log that has grown too large to its end. Returns the number of bytes cut off. A line written at the same time
may be lost.
*/
export function trimLog(file: string): number {
	const size = statSync(file, {throwIfNoEntry: false})?.size ?? 0;
	if (size <= maxFileBytes) return 0;
	const tail = tailOf(file).bytes;
	writeFileSync(file, tail);
	return size - tail.length;
}

function tailOf(file: string): {bytes: Buffer; isWhole: boolean} {
	let descriptor: number;
	try {
		descriptor = openSync(file, 'r');
	} catch {
		return {bytes: Buffer.alloc(0), isWhole: true};
	}
	try {
		const {size} = fstatSync(descriptor);
		const from = Math.max(0, size - tailBytes);
		const bytes = Buffer.alloc(size - from);
		const read = readSync(descriptor, bytes, 0, bytes.length, from);
		return {bytes: bytes.subarray(0, read), isWhole: from === 0};
	} finally {
		closeSync(descriptor);
	}
}

const isOnDisk = (data: string | undefined): data is string => data !== undefined && data !== ':memory:';

/** Returns the usual folder for the archives of backups: beside the records; undefined if those are in memory. */
export const archivesFolder = (data: string | undefined): string | undefined =>
	isOnDisk(data) ? path.resolve(path.dirname(data), 'backups') : undefined;

/** Opens the folder for the output of real servers: beside the records, or a temporary folder if those are in memory. */
export function openLogFolder(data: string | undefined) {
	const isKept = isOnDisk(data);
	let folder: string | undefined;
	const open = () => {
		if (!isKept) return mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
		const kept = path.join(path.dirname(data), 'logs');
		makeFolder(kept);
		return kept;
	};
	const fileOf = (serverId: string, extension: 'log' | 'in') =>
		path.join((folder ??= open()), `${encodeURIComponent(serverId)}.${extension}`);
	return {
		fileOf: (serverId: string) => fileOf(serverId, 'log'),
		/** The FIFO that is the input of a server's process. */
		inputOf: (serverId: string) => fileOf(serverId, 'in'),
		close: () => {
			if (!isKept && folder !== undefined) rmSync(folder, {recursive: true, force: true});
		},
	};
}
