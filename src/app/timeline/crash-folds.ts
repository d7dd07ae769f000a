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
import {parseJson} from '../../lib/json.ts';
import {memoize} from '../../lib/memoize.ts';
import type {State} from '../state.ts';
import type {Entry} from './entry.ts';
import type {TimelineState} from './timeline-state.ts';

/** Returns the runs of crashes in earlier sessions. */
const runsOfPast = memoize((past: TimelineState['past']): readonly CrashRun[] => {
	const changes = past.flatMap(entry => {
		const {serverId, at} = entry;
		if (entry.kind !== 'note' || entry.activity.type !== 'stateChange' || serverId === undefined) return [];
		return [{serverId, at, from: entry.activity.from, to: entry.activity.to}];
	});
	// All of them have ended: each session counts from zero.
	return repeatedCrashes(crashesAsOf(withChanges(noCrashes, changes), Infinity));
});

const allRuns = memoize((past: readonly CrashRun[], now: readonly CrashRun[]): readonly CrashRun[] => [
	...past,
	...now,
]);

/** Returns the crash runs that the timeline shows as one entry each. */
export const foldedRuns = ({timeline, fleet}: Pick<State, 'timeline' | 'fleet'>): readonly CrashRun[] =>
	allRuns(runsOfPast(timeline.past), repeatedCrashes(fleet.crashes));

/** Returns the key of a run's entry, which stays the same while the run continues. */
export const keyOfRun = ({serverId, from}: Pick<CrashRun, 'serverId' | 'from'>): string =>
	`crashes:${serverId}:${from}`;

/** Returns the folded runs as text, so that it changes only when a run begins or ends, not with each crash. */
const coverage = memoize((runs: readonly CrashRun[], unfolded: ReadonlySet<string>): string =>
	JSON.stringify(
		runs
			.filter(run => !unfolded.has(keyOfRun(run)))
			.map(({serverId, from, to}): Covered => [serverId, from, to ?? null]),
	),
);

type Covered = [serverId: string, from: number, to: number | null];

const testOf = memoize((text: string): ((entry: Entry) => boolean) => {
	const covered = Map.groupBy(parseJson(text) as Covered[], ([serverId]) => serverId); // written just above
	return ({serverId = '', at, subject}) => {
		const activity = covered.has(serverId) ? stateChangeIn(subject) : undefined;
		if (!activity || !(isCrash(activity.from, activity.to) || isRecovery(activity.to))) return true;
		return !covered.get(serverId)?.some(([, from, to]) => at >= from && (to === null || at <= to));
	};
});

/** Returns a test for entries that are not folded into a run of crashes; undefined if nothing is folded. */
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
