import {
	appendFile,
	close,
	closeSync,
	constants,
	fstatSync,
	open,
	openSync,
	rename,
	renameSync,
	stat,
	writeSync,
} from 'node:fs';
import {promisify} from 'node:util';
import {checkRegularFile} from './regular-file.ts';

const files = {
	append: promisify(appendFile),
	close: promisify(close),
	open: promisify(open),
	rename: promisify(rename),
	stat: promisify(stat),
};

/** The output of a log. Nothing throws: what cannot be written is lost, and the next text is tried again. */
export type LogFile = {
	/** Queues a text; a batch is written in the background. */
	write: (text: string) => void;
	/** Characters that are not written yet. */
	readonly writableLength: number;
	/** Writes the rest before it returns, for the end of the process. */
	flush: () => void;
};

/** The size at which a file is renamed, replacing the one before: both together take at most twice as much. */
const maxLogBytes = 10 * 1024 * 1024;

/** O_NONBLOCK: opening a FIFO would wait for its reader. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** The earlier file beside a log file. */
export const rotatedName = (file: string): string => `${file}.1`;

/**
Opens a file for appending; a new one is private. Several processes can write to the same file: each writes whole lines, and
notices when the file was renamed. Throws the error of the file system if it cannot be opened.
*/
export function openLogFile(file: string, maxBytes = maxLogBytes): LogFile {
	checkRegularFile(file);
	let opened = openSync(file, flags, 0o600);
	// A short command writes everything at its end, when it is too late.
	if (fstatSync(opened).size >= maxBytes) {
		closeSync(opened);
		renameSync(file, rotatedName(file));
		opened = openSync(file, flags, 0o600);
	}
	let waiting: string[] = [];
	let batch = '';
	/** Whether the batch has been handed to the system, which completes it even if the process exits. */
	let isHandedOver = true;
	let length = 0;
	let isWriting = false;

	const reopen = async () => {
		const next = await files.open(file, flags, 0o600);
		const before = opened;
		opened = next;
		await files.close(before).catch(() => {});
	};
	const rotate = async (bytes: number) => {
		const found = await files.stat(file).catch(() => undefined);
		const own = fstatSync(opened);
		if (found?.ino !== own.ino || found.dev !== own.dev) return reopen();
		if (own.size === 0 || own.size + bytes <= maxBytes) return undefined;
		await files.rename(file, rotatedName(file));
		return reopen();
	};
	const writeAll = async () => {
		isWriting = true;
		// Lines of the same turn are written together.
		await Promise.resolve();
		while (waiting.length > 0) {
			batch = waiting.join('');
			waiting = [];
			isHandedOver = false;
			await rotate(Buffer.byteLength(batch)).catch(() => {});
			if (batch !== '') {
				isHandedOver = true;
				await files.append(opened, batch).catch(() => {});
			}
			length -= batch.length;
			batch = '';
		}
		isWriting = false;
	};
	return {
		get writableLength() {
			return length;
		},
		write: text => {
			waiting.push(text);
			length += text.length;
			if (!isWriting) void writeAll();
		},
		flush: () => {
			const rest = [...(isHandedOver ? [] : [batch]), ...waiting].join('');
			length -= rest.length;
			waiting = [];
			if (!isHandedOver) batch = '';
			try {
				const bytes = Buffer.from(rest);
				for (let at = 0; at < bytes.length;) at += writeSync(opened, bytes, at);
			} catch {
				// A full disk must not change how the program ends.
			}
		},
	};
}
