import type {FileHandle} from 'node:fs/promises';
import type {Recording} from '../app/kernel/files.ts';
import {fileMessages} from '../messages/cli-start.ts';

type Options = {
	path: string;
	handle: FileHandle;
	onProblem: (problem: string | undefined) => void;
	wordsOf: (error: unknown) => string;
	/** Maximum bytes queued for the disk. Text beyond it is dropped, and the loss is noted in the file. */
	maxQueuedBytes?: number;
};

/** Enough for minutes of a flood of the feed. */
const usualWaiting = 16_000_000;

/**
Opens a file to which text is appended as it arrives. Each write is flushed to the disk, so that a crash of the
TUI or of the machine loses only the last moment. After a failure the text is queued until the next addition.
*/
export function openRecording({
	path,
	handle,
	onProblem,
	wordsOf,
	maxQueuedBytes = usualWaiting,
}: Options): Recording {
	let waiting: Buffer[] = [];
	let size = 0;
	let lost = 0;
	let hasAlert = false;
	let writing: Promise<void> | undefined;

	/** Resolves to false after a failure; the text stays queued until the next addition. */
	const write = async (): Promise<boolean> => {
		try {
			while (waiting.length > 0 || lost > 0) {
				if (waiting.length === 0) {
					waiting.push(Buffer.from(fileMessages.lost(lost)));
					lost = 0;
				}
				const bytes = Buffer.concat(waiting);
				waiting = [bytes];
				const {bytesWritten} = await handle.write(bytes);
				// More text may have been queued meanwhile.
				waiting = [bytes.subarray(bytesWritten), ...waiting.slice(1)].filter(({length}) => length > 0);
				size = waiting.reduce((sum, {length}) => sum + length, 0);
			}
			await handle.datasync();
			if (hasAlert) onProblem(undefined);
			hasAlert = false;
			return true;
		} catch (error) {
			if (!hasAlert) onProblem(wordsOf(error));
			hasAlert = true;
			return false;
		}
	};
	const push = async () => {
		// Write what was queued while the disk was busy.
		while ((await write()) && waiting.length > 0);
		writing = undefined;
	};

	return {
		path,
		add: text => {
			const bytes = Buffer.from(text);
			if (size + bytes.length > maxQueuedBytes) lost++;
			else {
				waiting.push(bytes);
				size += bytes.length;
			}
			writing ??= push();
		},
		close: async () => {
			await writing;
			await write();
			await handle.close().catch(() => {});
		},
	};
}
