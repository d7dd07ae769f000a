import {
	closeSync,
	constants,
	fstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/*
What a real server says goes to a file, not to a pipe of ours: a server that outlives this process would be ended by
the next line that it writes to a broken pipe.
*/

const maxLines = 500;
const maxLineLength = 2000;
/** Enough for the lines above, in bytes. */
const tailBytes = 4 * 1024 * 1024;
const maxFileBytes = 16 * tailBytes;

/** An empty log for one more process, which appends to it. The caller closes the descriptor. */
export function openLog(file: string): number {
	const {O_WRONLY, O_CREAT, O_TRUNC, O_APPEND} = constants;
	return openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
}

/** The last lines, oldest first; one that has not ended yet is the last. None where there is no file. */
export function lastLines(file: string): string[] {
	const {text, isWhole} = tailOf(file);
	const lines = text.split('\n');
	if (!isWhole) lines.shift();
	if (lines.at(-1) === '') lines.pop();
	return lines.slice(-maxLines).map(line => line.replace(/\r$/, '').slice(0, maxLineLength));
}

/** Drops all but the end of a log that has grown too large. A line that is written meanwhile may be lost. */
export function trimLog(file: string): void {
	const size = statSync(file, {throwIfNoEntry: false})?.size ?? 0;
	if (size > maxFileBytes) writeFileSync(file, tailOf(file).text);
}

function tailOf(file: string): {text: string; isWhole: boolean} {
	let descriptor: number;
	try {
		descriptor = openSync(file, 'r');
	} catch {
		return {text: '', isWhole: true};
	}
	try {
		const {size} = fstatSync(descriptor);
		const from = Math.max(0, size - tailBytes);
		const bytes = Buffer.alloc(size - from);
		const read = readSync(descriptor, bytes, 0, bytes.length, from);
		return {text: bytes.toString('utf8', 0, read), isWhole: from === 0};
	} finally {
		closeSync(descriptor);
	}
}

/** Where the output of real servers goes: beside the records, or to a temporary folder where those are in memory. */
export function openLogFolder(data: string | undefined) {
	const isKept = data !== undefined && data !== ':memory:';
	let folder: string | undefined;
	const open = () => {
		if (!isKept) return mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
		const kept = path.join(path.dirname(data), 'logs');
		mkdirSync(kept, {recursive: true, mode: 0o700});
		return kept;
	};
	return {
		fileOf: (serverId: string) => path.join((folder ??= open()), `${encodeURIComponent(serverId)}.log`),
		close: () => {
			if (!isKept && folder !== undefined) rmSync(folder, {recursive: true, force: true});
		},
	};
}
