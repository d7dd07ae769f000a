import {linearPattern} from '../../lib/linear-pattern.ts';
import type {Watch, WatchResult} from './watches.ts';
import {watchRunMessages} from '../../messages/watch.ts';

type RunningWatch = Pick<Watch, 'stopWhen' | 'calls' | 'budget' | 'endsAt' | 'everyMs'> & {
	targets: readonly Pick<Watch['targets'][number], 'now'>[];
};

/** Returns why a watch has no next run; undefined while it continues. */
export function watchEnd(
	{targets, stopWhen, calls, budget, endsAt, everyMs}: RunningWatch,
	now: number,
): string | undefined {
	const matcher = stopWhen === undefined ? undefined : linearPattern(stopWhen);
	if (stopWhen !== undefined && targets.every(({now: result}) => says(result, matcher))) {
		return watchRunMessages.end.found(stopWhen, targets.length);
	}
	if (calls + targets.length > budget) return watchRunMessages.end.budgetSpent(budget);
	return now + everyMs > endsAt ? watchRunMessages.end.timeOver : undefined;
}

const says = (result: WatchResult | undefined, matcher: ReturnType<typeof linearPattern> | undefined) =>
	result?.kind === 'answer' && matcher && !('problem' in matcher) && matcher.has(result.text);
