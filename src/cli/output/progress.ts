import {printableLine} from '../../lib/text/text.ts';
import type {Io} from './io.ts';
import type {OutcomeStatus} from './outcomes.ts';
import {progressMessages} from '../../messages/cli.ts';

/** The progress of a command, on one line that is rewritten in place and removed at the end. */
export type Progress = {
	settled: (ended: OutcomeStatus) => void;
	say: (text: string) => void;
	close: () => void;
};

const usualColumns = 80;

/** Opens a progress line, which is visible only on a terminal that can rewrite lines, without `--quiet`. */
export async function openProgress(
	{stderr, env}: Pick<Io, 'stderr' | 'env'>,
	{total, quiet}: {total: number; quiet: boolean | undefined},
): Promise<Progress> {
	if (!stderr.isTTY || quiet || env['TERM'] === 'dumb') return silent;
	const {cut} = await import('../../lib/text/width.ts');
	const counts: Record<OutcomeStatus, number> = {done: 0, failed: 0, unknown: 0, 'not-sent': 0};
	const say = (text: string) =>
		void stderr.write(`\r${cut(printableLine(text), (stderr.columns ?? usualColumns) - 1)}\x1b[K`);
	if (total > 1) say(progressText(total, counts));
	return {
		say,
		settled: ended => {
			counts[ended]++;
			if (total > 1) say(progressText(total, counts));
		},
		close: () => void stderr.write('\r\x1b[K'),
	};
}

const silent: Progress = {settled: () => {}, say: () => {}, close: () => {}};

/** For example `12/40 done, 2 failed, 26 waiting`. */
export function progressText(total: number, counts: Readonly<Record<OutcomeStatus, number>>): string {
	const {done, failed, unknown, 'not-sent': notSent} = counts;
	const waiting = total - done - failed - unknown - notSent;
	return [
		progressMessages.done(done, total),
		...(failed > 0 ? [progressMessages.failed(failed)] : []),
		...(unknown > 0 ? [progressMessages.unknown(unknown)] : []),
		...(notSent > 0 ? [progressMessages.notSent(notSent)] : []),
		...(waiting > 0 ? [progressMessages.waiting(waiting)] : []),
	].join(', ');
}
