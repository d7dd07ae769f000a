import {linearPattern} from '../../lib/linear-pattern.ts';
import {memoize} from '../../lib/memoize.ts';
import type {Watch, WatchResult} from './watches.ts';
import {watchRunMessages} from '../../messages/watch.ts';

type Going = Pick<Watch, 'stopWhen' | 'calls' | 'budget' | 'endsAt' | 'everyMs'> & {
	targets: readonly Pick<Watch['targets'][number], 'now'>[];
};

/** Why a watch has no next run; undefined while it goes on. */
export function watchEnd(
	{targets, stopWhen, calls, budget, endsAt, everyMs}: Going,
	now: number,
): string | undefined {
	if (stopWhen !== undefined && targets.every(({now: result}) => says(result, stopWhen))) {
		return watchRunMessages.end.found(stopWhen, targets.length);
	}
	if (calls + targets.length > budget) return watchRunMessages.end.budgetSpent(budget);
	return now + everyMs > endsAt ? watchRunMessages.end.timeOver : undefined;
}

const matcherOf = memoize((pattern: string) => linearPattern(pattern));

function says(result: WatchResult | undefined, pattern: string): boolean {
	const matcher = matcherOf(pattern);
	return result?.kind === 'answer' && typeof matcher !== 'string' && matcher.has(result.text);
}
