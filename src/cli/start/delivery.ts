import {afterUnlessDone, nextTurn} from '../../lib/time/clock.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import {writeProblem} from '../../messages/text.ts';

type Outputs = Record<'stdout' | 'stderr', NodeJS.WritableStream & {readonly writableLength: number}>;

/** Tracks the output of the process. A write error does not end the command; it changes the exit code. */
export type Delivery = Required<Pick<Io, 'unread' | 'acted'>> & {
	/** Waits until all output is written or refused. Returns the exit code. */
	settle: (code: ExitCode) => Promise<ExitCode>;
	/** Calls `exit` after `graceMs`, or later, as long as the output still makes progress. */
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
			// A reader that closes the pipe early is fine unless something was changed.
			if (errors.size === 0 || !isFailure) return code;
			const error = errors.get(stdout);
			if (error) {
				say(outputs, writeProblem(error, 'stdout'));
				await flush(stderr);
			}
			return code === exitCodes.done ? exitCodes.failed : code;
		},
		exitAfter: (graceMs, exit) => {
			const checkProgress = (before: number) => {
				const now = waiting();
				if (now === 0 || now >= before) exit();
				else after(graceMs, () => checkProgress(now));
			};
			after(graceMs, () => checkProgress(Number.POSITIVE_INFINITY));
		},
	};
}

/** A pipe accepts data when its reader is ready. An error is emitted after the callback. */
async function flush(stream: NodeJS.WritableStream): Promise<void> {
	await new Promise<void>(resolve => stream.write('', () => resolve()));
	await nextTurn();
}

const isReaderGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';
