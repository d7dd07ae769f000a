import {printableLine} from '../../lib/text/text.ts';
import {type Clock, systemClock} from '../../lib/time/clock.ts';
import {timeLeft} from '../../lib/time/time-left.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import type {OutcomeStatus} from './outcomes.ts';
import {progressMessages} from '../../messages/cli.ts';

/** The progress of a command: on a terminal, on one line that is rewritten in place and removed at the end. */
export type Progress = {
	settled: (ended: OutcomeStatus) => void;
	say: (text: string) => void;
	close: () => void;
};

const usualColumns = 80;

/** After this time without a line, the reader of a log cannot tell whether a command still waits. */
export const silentMs = 60_000;

/**
Opens the progress of a command, unless it is `quiet`. Where lines cannot be rewritten, the counts of several servers are said
now and then instead.
*/
export async function openProgress(
	io: Pick<Io, 'stderr' | 'env' | 'diagnostics'>,
	{total, quiet, clock = systemClock}: {total: number; quiet: boolean | undefined; clock?: Clock},
): Promise<Progress> {
	const {stderr, env} = io;
	const isLine = stderr.isTTY === true && env['TERM'] !== 'dumb';
	if (quiet || (!isLine && total === 1)) return silent;
	const counts: Record<OutcomeStatus, number> = {
		done: 0,
		incomplete: 0,
		failed: 0,
		unknown: 0,
		'not-sent': 0,
	};
	const startedAt = clock.monotonic();
	const text = () => progressText(total, counts, clock.monotonic() - startedAt);
	if (!isLine) {
		const sayCounts = () => {
			say(io, text());
			cancel = clock.after(silentMs, sayCounts);
		};
		let cancel = clock.after(silentMs, sayCounts);
		return {...silent, settled: ended => void counts[ended]++, close: () => cancel()};
	}
	const {cut} = await import('../../lib/text/width.ts');
	const rewrite = (line: string) =>
		void stderr.write(`\r${cut(printableLine(line), (stderr.columns ?? usualColumns) - 1)}\x1b[K`);
	if (total > 1) rewrite(progressText(total, counts));
	return {
		say: rewrite,
		settled: ended => {
			counts[ended]++;
			if (total > 1) rewrite(text());
		},
		close: () => void stderr.write('\r\x1b[K'),
	};
}

const silent: Progress = {settled: () => {}, say: () => {}, close: () => {}};

/** For example `12/40 done, 2 failed, 26 waiting, 3.1/s, 8s left`. */
export function progressText(
	total: number,
	counts: Readonly<Record<OutcomeStatus, number>>,
	elapsedMs = 0,
): string {
	const {done, incomplete, failed, unknown, 'not-sent': notSent} = counts;
	const ended = done + incomplete + failed + unknown + notSent;
	const leftMs = timeLeft(ended / total, elapsedMs);
	return [
		progressMessages.done(done, total),
		...(incomplete > 0 ? [progressMessages.incomplete(incomplete)] : []),
		...(failed > 0 ? [progressMessages.failed(failed)] : []),
		...(unknown > 0 ? [progressMessages.unknown(unknown)] : []),
		...(notSent > 0 ? [progressMessages.notSent(notSent)] : []),
		...(ended < total ? [progressMessages.waiting(total - ended)] : []),
		...(leftMs === undefined ? [] : [progressMessages.rate(ended, elapsedMs), progressMessages.left(leftMs)]),
	].join(', ');
}
