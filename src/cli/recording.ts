import type {FileHandle} from 'node:fs/promises';
import type {Recording} from '../app/kernel/files.ts';
import {fileMessages} from '../messages/cli-start.ts';

type Options = {
	path: string;
	handle: FileHandle;
	onProblem: (problem: string | undefined) => void;
	wordsOf: (error: unknown) => string;
	/** This many bytes wait for the disk, at most: what is beyond is lost, and its loss written. */
	maxQueuedBytes?: number;
};

/** Minutes of a flood of the feed. */
const usualWaiting = 16_000_000;

/**
A file to which text is appended as it comes. Everything goes to the disk at once, so that neither a crash of the TUI
nor of the machine takes more than the last moment; while that fails the text waits for the next that comes.
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
	let isTroubled = false;
	let writing: Promise<void> | undefined;

	/** False: it failed, and waits for the next that comes. */
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
				// More may have come behind it meanwhile.
				waiting = [bytes.subarray(bytesWritten), ...waiting.slice(1)].filter(({length}) => length > 0);
				size = waiting.reduce((sum, {length}) => sum + length, 0);
			}
			await handle.datasync();
			if (isTroubled) onProblem(undefined);
			isTroubled = false;
			return true;
		} catch (error) {
			if (!isTroubled) onProblem(wordsOf(error));
			isTroubled = true;
			return false;
		}
	};
	const push = async () => {
		// What came while the disk was busy has nobody else to write it.
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
