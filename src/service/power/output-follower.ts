import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {PassThrough, type Readable} from 'node:stream';
import {type Clock, repeat} from '../../lib/time/clock.ts';
import {serverProcessMessages} from '../../messages/service.ts';
import {createLineDecoder} from '../console/tcp-stream.ts';
import {readTerminal} from '../console/terminal-screen.ts';
import {lastLines, trimLog} from './server-log.ts';

/** The future output of a process in its log file, as a stream. */
export type OutputFollower = {
	output: Readable;
	/** Shortens a log that has grown too large, without losing what was not read. */
	trim: () => void;
	/** Reads the rest and ends the stream. */
	end: () => void;
	/** Stops reading, without an end. */
	release: () => void;
	/** Returns the last lines that were printed, oldest first. */
	lines: () => string[];
};

/** How often the file is read, in milliseconds, and how much of it at once. */
const pollMs = 100;
const chunkBytes = 64 * 1024;
/** A reader with a larger backlog skips to this distance from the end. */
const maxBehindBytes = 4 * 1024 * 1024;
/** A longer line is broken. */
const maxLineBytes = 64 * 1024;

/** Follows a log file from a position. Unread output stays in the file. What a program writes to a terminal may have no line breaks. */
export function followOutput(
	file: string,
	clock: Clock,
	position: number,
	isTerminal = false,
): OutputFollower {
	const output = new PassThrough();
	let at = position;
	let sinceBreak = 0;

	const write = (chunk: Buffer): boolean => {
		const lastBreak = chunk.lastIndexOf('\n');
		sinceBreak = lastBreak === -1 ? sinceBreak + chunk.length : chunk.length - lastBreak - 1;
		if (isTerminal || sinceBreak <= maxLineBytes) return output.write(chunk);
		sinceBreak = 0;
		return output.write(Buffer.concat([chunk, Buffer.from('\n')]));
	};
	const skip = (size: number) => {
		const behind = size - at - maxBehindBytes;
		if (behind <= 0) return;
		at += behind;
		write(Buffer.from(`\n${serverProcessMessages.log(serverProcessMessages.skipped(behind))}\n`));
	};
	/** Returns true if there is more to read and a reader is waiting. */
	const readOn = (): boolean => {
		const size = sizeOf(file);
		// Another process has truncated it.
		if (size < at) at = size;
		skip(size);
		const chunk = readAt(file, at, Math.min(chunkBytes, size - at));
		if (chunk.length === 0) return false;
		at += chunk.length;
		return write(chunk) && at < size;
	};
	const poll = () => {
		while (!output.writableNeedDrain && readOn());
	};
	const release = repeat(clock, () => pollMs, poll);
	return {
		output,
		trim: () => {
			poll();
			at = Math.max(0, at - trimLog(file));
		},
		end: () => {
			release();
			poll();
			output.end();
		},
		release,
		lines: () => lastLines(file),
	};
}

/** The same for the output of a terminal: the lines that appear on its screen. */
export function followTerminal(file: string, clock: Clock, position: number): OutputFollower {
	const follower = followOutput(file, clock, position, true);
	const screen = readTerminal(follower.output, clock);
	const release = () => {
		follower.release();
		screen.release();
	};
	return {...follower, output: screen.output, lines: screen.lines, release};
}

/** Calls back with every line of the output that is not empty. */
export function readOutput(output: Readable, onLine: (line: string) => void): void {
	const {push} = createLineDecoder(line => {
		if (line !== '') onLine(line);
	});
	output.on('data', push);
}

export const sizeOf = (file: string): number => statSync(file, {throwIfNoEntry: false})?.size ?? 0;

function readAt(file: string, position: number, length: number): Buffer {
	if (length <= 0) return Buffer.alloc(0);
	const descriptor = openSync(file, 'r');
	try {
		const chunk = Buffer.alloc(length);
		return chunk.subarray(0, readSync(descriptor, chunk, 0, length, position));
	} finally {
		closeSync(descriptor);
	}
}
