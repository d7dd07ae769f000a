import {readSync} from 'node:fs';

/** More than the text or the code of any part that a start needs. Only pages that are read into take memory. */
const leastBytes = 2_000_000;
let memory: Buffer | undefined;

/**
Reads into memory that the next call overwrites. In memory of its own, each text and code cache of a start would take
new pages from the system, which cost 2 % of a first paint.
*/
export function readShared(from: number, at: number, length: number): Buffer {
	if (!memory || memory.byteLength < length) memory = Buffer.allocUnsafeSlow(Math.max(leastBytes, length));
	return memory.subarray(0, readSync(from, memory, 0, length, at));
}

/** Frees the memory until the next call. */
export function releaseShared(): void {
	memory = undefined;
}
