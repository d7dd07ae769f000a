import {setImmediate} from 'node:timers/promises';
import {afterUnlessDone} from '../lib/clock.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {writeProblem} from '../messages/files.ts';

type Outputs = Record<'stdout' | 'stderr', NodeJS.WritableStream & {readonly writableLength: number}>;

/** What becomes of the output of a process. A write error ends no command by itself: the exit code tells of it. */
export type Delivery = Required<Pick<Io, 'unread' | 'acted'>> & {
	/** Waits until everything written has been taken or refused; gives the code to exit with. */
	settle: (code: ExitCode) => Promise<ExitCode>;
	/** Calls `exit` after `graceMs`, or as soon after that as nobody takes anything of the output any more. */
	exitAfter: (graceMs: number, exit: () => void) => void;
};

export function openDelivery(outputs: Outputs, after = afterUnlessDone): Delivery {
	const {stdout, stderr} = outputs;
	const waiting = () => stdout.writableLength + stderr.writableLength;
	const unread = new AbortController();
	const errors = new Map<NodeJS.WritableStream, Error>();
	let hasActed = false;
	for (const stream of [stdout, stderr]) {
		stream.on('error', (error: Error) => {
			if (!errors.has(stream)) errors.set(stream, error);
		});
	}
	stdout.on('error', error => unread.abort(error));

	return {
		unread: unread.signal,
		acted: () => (hasActed = true),
		settle: async code => {
			await Promise.all([flush(stdout), flush(stderr)]);
			const isFailure = hasActed || [...errors.values()].some(error => !isReaderGone(error));
			// Whoever only read and has had enough need not be told.
			if (errors.size === 0 || !isFailure) return code;
			const error = errors.get(stdout);
			if (error) {
				say(outputs, writeProblem(error, 'stdout'));
				await flush(stderr);
			}
			return code === exitCodes.done ? exitCodes.failed : code;
		},
		exitAfter: (graceMs, exit) => {
			const look = (before: number) => {
				const now = waiting();
				if (now === 0 || now >= before) exit();
				else after(graceMs, () => look(now));
			};
			after(graceMs, () => look(Number.POSITIVE_INFINITY));
		},
	};
}

/** Pipes take what is written when their reader is ready for it. An error is emitted after the callback. */
async function flush(stream: NodeJS.WritableStream): Promise<void> {
	await new Promise<void>(resolve => stream.write('', () => resolve()));
	await setImmediate();
}

const isReaderGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';
