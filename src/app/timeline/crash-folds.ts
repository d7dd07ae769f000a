import {
	crashesAsOf,
	isCrash,
	isRecovery,
	noCrashes,
	repeatedCrashes,
	withChanges,
	type CrashRun,
} from '../servers/crashes.ts';
import type {Activity} from '../../actions/activity.ts';
import {memoize} from '../../lib/memoize.ts';
import type {State} from '../state.ts';
import type {Entry} from './entry.ts';
import type {TimelineState} from './timeline-state.ts';

/** The runs of crashes that earlier sessions saw. */
const runsOfPast = memoize((past: TimelineState['past']): readonly CrashRun[] => {
	const changes = past.flatMap(entry => {
		const {serverId, at} = entry;
		if (entry.kind !== 'note' || entry.activity.type !== 'stateChange' || serverId === undefined) return [];
		return [{serverId, at, from: entry.activity.from, to: entry.activity.to}];
	});
	// All of them are over: this session counts anew.
	return repeatedCrashes(crashesAsOf(withChanges(noCrashes, changes), Infinity));
});

const allRuns = memoize((past: readonly CrashRun[], now: readonly CrashRun[]): readonly CrashRun[] => [
	...past,
	...now,
]);

/** Returns the runs of crashes that the timeline shows as one entry each. */
export const foldedRuns = ({timeline, fleet}: Pick<State, 'timeline' | 'fleet'>): readonly CrashRun[] =>
	allRuns(runsOfPast(timeline.past), repeatedCrashes(fleet.crashes));

/** The key of the entry of a run, which stays the same while the run goes on. */
export const keyOfRun = ({serverId, from}: Pick<CrashRun, 'serverId' | 'from'>): string =>
	`crashes:${serverId}:${from}`;

/** What is folded changes when a run begins or ends, not with each of its crashes. */
const coverage = memoize((runs: readonly CrashRun[], unfolded: ReadonlySet<string>): string =>
	JSON.stringify(
		runs
			.filter(run => !unfolded.has(keyOfRun(run)))
			.map(({serverId, from, to}): Covered => [serverId, from, to ?? null]),
	),
);

type Covered = [serverId: string, from: number, to: number | null];

const testOf = memoize((text: string): ((entry: Entry) => boolean) => {
	const covered = Map.groupBy(JSON.parse(text) as Covered[], ([serverId]) => serverId); // written just above
	return ({serverId = '', at, subject}) => {
		const activity = covered.has(serverId) ? stateChangeIn(subject) : undefined;
		if (!activity || !(isCrash(activity.from, activity.to) || isRecovery(activity.to))) return true;
		return !covered.get(serverId)?.some(([, from, to]) => at >= from && (to === null || at <= to));
	};
});

/** Returns the test of what is not folded into the entry of a run of crashes; undefined: nothing is. */
export function unfoldedTest(
	state: Pick<State, 'timeline' | 'fleet'>,
): ((entry: Entry) => boolean) | undefined {
	const runs = foldedRuns(state);
	if (runs.length === 0) return undefined;
	const text = coverage(runs, state.timeline.unfolded);
	return text === '[]' ? undefined : testOf(text);
}

function stateChangeIn(subject: Entry['subject']): Extract<Activity, {type: 'stateChange'}> | undefined {
	const activity =
		subject.what === 'line' && subject.line.kind === 'note'
			? subject.line.activity
			: subject.what === 'past' && subject.past.kind === 'note'
				? subject.past.activity
				: undefined;
	return activity?.type === 'stateChange' ? activity : undefined;
}
