import {memoize} from '../../lib/lists/memoize.ts';
import {knownMoment} from '../../contract/moments.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';

/** Runs of one automation in a row that ended with the same status, of which the timeline shows one entry. Times in epoch ms. */
export type RunStreak = {
	automationId: string;
	/** The end of the run before it that ended otherwise; 0 if none is known. */
	after: number;
	/** The end of the run after it that ended otherwise; undefined while the streak continues. */
	until: number | undefined;
	/** The end of its first run. */
	from: number;
	latest: AutomationRun;
	/** The end of its latest run. */
	last: number;
	count: number;
};

const minCount = 2;

/** Returns the streaks of at least two runs. */
export const runStreaks = memoize((recent: readonly AutomationRun[]): readonly RunStreak[] =>
	[...Map.groupBy(recent, ({automationId}) => automationId)].flatMap(([automationId, runs]) =>
		automationId === undefined ? [] : streaksOf(automationId, runs),
	),
);

function streaksOf(automationId: string, runs: readonly AutomationRun[]): RunStreak[] {
	const ended = runs
		.flatMap(run => {
			const at = knownMoment(run.finishedAt);
			return at === undefined ? [] : [{at, run}];
		})
		.toSorted((a, b) => a.at - b.at);
	const streaks: RunStreak[] = [];
	for (const {at, run} of ended) {
		const streak = streaks.at(-1);
		if (streak && streak.latest.status === run.status) {
			Object.assign(streak, {last: at, latest: run, count: streak.count + 1});
			continue;
		}
		if (streak) streak.until = at;
		streaks.push({
			automationId,
			after: streak?.last ?? 0,
			until: undefined,
			from: at,
			last: at,
			latest: run,
			count: 1,
		});
	}
	return streaks.filter(({count}) => count >= minCount);
}

/** Returns the id of the runs that may be folded with one that has ended. */
export const streakId = ({automationId, status}: AutomationRun): string => `${automationId} ${status}`;
