import {closeSync, constants, fstatSync, openSync, write, writeSync} from 'node:fs';
import {systemClock} from '../../lib/time/clock.ts';

/** Receives bytes: one write at a time; `done` is called when the terminal has accepted all of them or is gone. */
export type Output = {
	write(bytes: Uint8Array, done: (error?: Error) => void): void;
	/**
	For exits: writes the rest of the current write, then these bytes, synchronously; gives up on a stopped
	terminal.
	*/
	writeSync(bytes: Uint8Array): void;
	close(): void;
};

/** Interval for retrying a stopped terminal, ms: first and maximum. */
const firstRetryMs = 2;
const lastRetryMs = 50;
/** How long an exit waits for a terminal that accepts no data, ms. */
const patienceMs = 250;

/**
Writes to a terminal without ever blocking. Node makes stdout blocking if it is a terminal, and a pool thread
stuck in a write even delays `process.exit`. So the terminal is opened a second time, non-blocking, which does
not affect the shell's own descriptor. If that is not possible, the thread pool writes.
*/
export function openTtyOutput(fd: number): Output {
	const own = reopen(fd);
	const target = own ?? fd;
	let left: Uint8Array | undefined;
	let cancelRetry = () => {};

	const push = (done: (error?: Error) => void, waitMs: number) => {
		const settle = (error: NodeJS.ErrnoException | null, written: number) => {
			if (!left) return;
			const isFull = error?.code === 'EAGAIN';
			if (error && !isFull) {
				left = undefined;
				done(error);
				return;
			}
			left = left.subarray(written);
			if (left.length === 0) {
				left = undefined;
				done();
			} else if (isFull || own !== undefined) {
				const nextMs = isFull ? Math.min(waitMs * 2, lastRetryMs) : firstRetryMs;
				cancelRetry = systemClock.after(waitMs, () => push(done, nextMs));
			} else push(done, firstRetryMs);
		};
		if (left === undefined) return;
		if (own === undefined) write(target, left, settle);
		else {
			const [error, written] = attempt(own, left);
			settle(error, written);
		}
	};

	return {
		write(bytes, done) {
			left = bytes;
			push(done, firstRetryMs);
		},
		writeSync(bytes) {
			cancelRetry();
			let rest = left && own !== undefined ? Buffer.concat([left, bytes]) : bytes;
			left = undefined;
			for (let waitedMs = 0; rest.length > 0 && waitedMs < patienceMs;) {
				const [error, written] = attempt(target, rest);
				if (error && error.code !== 'EAGAIN') return;
				rest = rest.subarray(written);
				if (written > 0) waitedMs = 0;
				else waitedMs += pause(firstRetryMs);
			}
		},
		close() {
			cancelRetry();
			if (own !== undefined) closeSync(own);
		},
	};
}

function attempt(fd: number, bytes: Uint8Array): [NodeJS.ErrnoException | null, number] {
	try {
		return [null, writeSync(fd, bytes)];
	} catch (error) {
		// node:fs throws only these.
		return [error as NodeJS.ErrnoException, 0];
	}
}

function pause(ms: number): number {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
	return ms;
}

/** Opens the same terminal with a file description of our own; returns undefined if the system has no such path. */
function reopen(fd: number): number | undefined {
	for (const path of [`/proc/self/fd/${fd}`, '/dev/tty']) {
		let own: number | undefined;
		try {
			const here = fstatSync(fd);
			if (!here.isCharacterDevice()) return undefined;
			own = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
			// On Linux, /dev/tty has its own device number, but there the first path works; elsewhere it stands for
			// the terminal.
			if (path === '/dev/tty' || fstatSync(own).rdev === here.rdev) return own;
			closeSync(own);
		} catch {
			// Try the next path.
		}
	}
	return undefined;
}
