import type {Activity} from '../../actions/activity.ts';
import {phaseOf} from '../../contract/states.ts';
import {memoize} from '../../lib/lists/memoize.ts';

/** A run of crashes of one server, each within `crashWindowMs` of the previous one. */
export type CrashRun = {
	serverId: string;
	/** The times of the first and the latest crash, epoch ms. */
	from: number;
	last: number;
	count: number;
	/** The crashes within the last `crashWindowMs`, oldest first. */
	recent: readonly number[];
	/** When the run ended; undefined if another crash would still belong to it. */
	to: number | undefined;
};

/** The longest time between two crashes of a run. */
export const crashWindowMs = 600_000;
/** From this number of crashes, a server counts as crashing repeatedly. */
const minCrashes = 3;
/** A node that logs in again first reports its servers OFFLINE, then ONLINE within this time. (observed at the hosted service) */
const flickerMs = 5000;
/** The maximum number of ended runs on the timeline. */
const maxOver = 200;

/**
Checks whether a change of state is a crash. RESTARTING is only the recovery from one; an ordered stop or restart passes through
STOPPING, and what never came up has not crashed. (observed at the hosted service)
*/
export function isCrash(from: string | undefined, to: string | undefined): boolean {
	if (from === 'INITIALIZING') return to === 'RESTARTING';
	return phaseOf(from) === 'online' && (to === 'RESTARTING' || phaseOf(to) === 'offline');
}

/** Checks whether a server in this state is coming up again. */
export const isRecovery = (to: string | undefined): boolean =>
	to === 'INITIALIZING' || phaseOf(to) === 'online';

/** A change of a server's state. `isOurs`: an action of this session caused it. */
export type StateChange = {
	serverId: string;
	at: number;
	from: string | undefined;
	to: string | undefined;
	isOurs?: boolean;
};

/** `open` has the runs that may continue, by server id; `over` has the ended runs, oldest first. */
export type CrashRuns = {open: ReadonlyMap<string, CrashRun>; over: readonly CrashRun[]};

export const noCrashes: CrashRuns = {open: new Map(), over: []};

/** Returns the runs after these changes of state, oldest first; the same object if nothing crashed. */
export function withChanges(runs: CrashRuns, changes: readonly StateChange[]): CrashRuns {
	const relevant = changes.filter(({from, to}) => isCrash(from, to) || isFlicker(from, to));
	if (relevant.length === 0) return runs;
	const open = new Map(runs.open);
	const over: CrashRun[] = [];
	for (const {serverId, at, from, to, isOurs = false} of relevant) {
		const run = open.get(serverId);
		if (isFlicker(from, to)) {
			const before = run && at - run.last <= flickerMs ? withoutLast(run) : run;
			if (before) open.set(serverId, before);
			else open.delete(serverId);
		} else if (!isOurs) {
			for (const one of run && at - run.last > crashWindowMs ? closeRun(run) : []) over.push(one);
			open.set(serverId, withCrash(run, serverId, at));
		}
	}
	return {open, over: withOver(runs.over, over)};
}

/** Returns the changes of state among records, oldest first. */
export const stateChangesOf = (
	records: readonly {serverId: string | undefined; at: number; activity?: Activity | undefined}[],
): StateChange[] =>
	records.flatMap(({serverId, at, activity}) =>
		activity?.type !== 'stateChange' || serverId === undefined
			? []
			: [{serverId, at, from: activity.from, to: activity.to}],
	);

/** Returns the runs with those of earlier sessions, given their changes of state; a run continues if it is recent enough. */
export function withEarlier(runs: CrashRuns, changes: readonly StateChange[], now: number): CrashRuns {
	const earlier = crashesAsOf(withChanges(noCrashes, changes), now);
	const open = new Map(earlier.open);
	for (const [serverId, run] of runs.open) {
		const before = open.get(serverId);
		open.set(serverId, before ? joined(before, run) : run);
	}
	return {open, over: withOver(earlier.over, runs.over)};
}

const joined = (before: CrashRun, run: CrashRun): CrashRun => ({
	...run,
	from: before.from,
	count: before.count + run.count,
	recent: [...before.recent, ...run.recent],
});

/** Checks for the return from a false OFFLINE: a server that crashed passes through INITIALIZING. */
const isFlicker = (from: string | undefined, to: string | undefined): boolean =>
	phaseOf(from) === 'offline' && phaseOf(to) === 'online';

function withCrash(run: CrashRun | undefined, serverId: string, at: number): CrashRun {
	if (!run || at - run.last > crashWindowMs) {
		return {serverId, from: at, last: at, count: 1, recent: [at], to: undefined};
	}
	const recent = [...run.recent.filter(moment => at - moment <= crashWindowMs), at];
	return {...run, last: at, count: run.count + 1, recent};
}

function withoutLast(run: CrashRun): CrashRun | undefined {
	const recent = run.recent.slice(0, -1);
	const last = recent.at(-1);
	return last === undefined ? undefined : {...run, last, count: run.count - 1, recent};
}

/** Returns the ended run; empty if it has too few crashes. */
const closeRun = (run: CrashRun): CrashRun[] =>
	isRepeated(run) ? [{...run, recent: [], to: run.last + crashWindowMs}] : [];

const withOver = (before: readonly CrashRun[], more: readonly CrashRun[]): readonly CrashRun[] =>
	more.length === 0 ? before : [...before, ...more].slice(-maxOver);

/** Returns the runs as of now, without old crashes; the same object if there are none. */
export function crashesAsOf(runs: CrashRuns, now: number): CrashRuns {
	const isOld = (moment: number | undefined) => moment !== undefined && now - moment > crashWindowMs;
	if (runs.open.values().every(({recent}) => !isOld(recent[0]))) return runs;
	const over = [...runs.open.values()].filter(({last}) => isOld(last)).flatMap(closeRun);
	const open = [...runs.open].flatMap(([id, run]): [string, CrashRun][] =>
		isOld(run.last) ? [] : [[id, {...run, recent: run.recent.filter(moment => !isOld(moment))}]],
	);
	return {open: new Map(open), over: withOver(runs.over, over)};
}

/** Checks whether a run has enough crashes to be shown. */
const isRepeated = ({count}: CrashRun): boolean => count >= minCrashes;

/** Returns the runs with enough crashes to be shown, ended runs first. */
export const repeatedCrashes = memoize(({open, over}: CrashRuns): readonly CrashRun[] => [
	...over,
	...open.values().filter(isRepeated),
]);

/** Returns the servers that crash repeatedly, with the times of their recent crashes. */
export const flappingServers = memoize(
	({open}: CrashRuns): ReadonlyMap<string, readonly number[]> =>
		new Map(
			[...open].flatMap(([id, {recent}]): [string, readonly number[]][] =>
				recent.length >= minCrashes ? [[id, recent]] : [],
			),
		),
);
