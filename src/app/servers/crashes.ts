import {phaseOf} from '../../actions/preconditions.ts';
import {memoize} from '../../lib/memoize.ts';

/** Crashes of one server, each soon after the one before it. */
export type CrashRun = {
	serverId: string;
	/** The first crash and the latest one, epoch ms. */
	from: number;
	last: number;
	count: number;
	/** The latest crashes, of the time that the alert line tells of, oldest first. */
	recent: readonly number[];
	/** When it was over; undefined: another crash would still belong to it. */
	to: number | undefined;
};

/** Crashes within this time belong together, ms. */
export const crashWindowMs = 600_000;
/** From this number of crashes on, a server does not stay up. */
const minCrashes = 3;
/** A node that logs in again reports its servers OFFLINE and, once it has looked, ONLINE, ms. (service-facts: agent re-login) */
const flickerMs = 5000;
/** The most runs that are over of which the timeline tells. */
const maxOver = 200;

/**
Whether a change of state is a crash. RESTARTING is only the recovery from one; an ordered stop or restart passes through
STOPPING. (service-facts: Transitions)
*/
export function isCrash(from: string | undefined, to: string | undefined): boolean {
	const wasRunning = phaseOf(from) === 'online' || from === 'INITIALIZING';
	return wasRunning && (to === 'RESTARTING' || phaseOf(to) === 'offline');
}

/** Whether a change of state is on the way up again. */
export const isRecovery = (to: string | undefined): boolean =>
	to === 'INITIALIZING' || phaseOf(to) === 'online';

/** A change of a server's state, oldest first. `isOurs`: this session's own action caused it. */
export type StateChange = {
	serverId: string;
	at: number;
	from: string | undefined;
	to: string | undefined;
	isOurs?: boolean;
};

/** By server those that may go on, and those that are over, oldest first. */
export type CrashRuns = {open: ReadonlyMap<string, CrashRun>; over: readonly CrashRun[]};

export const noCrashes: CrashRuns = {open: new Map(), over: []};

/** Returns the runs after some changes of state. The same object: nothing crashed. */
export function withChanges(runs: CrashRuns, changes: readonly StateChange[]): CrashRuns {
	const telling = changes.filter(({from, to}) => isCrash(from, to) || isFlicker(from, to));
	if (telling.length === 0) return runs;
	const open = new Map(runs.open);
	const over: CrashRun[] = [];
	for (const {serverId, at, from, to, isOurs = false} of telling) {
		const run = open.get(serverId);
		if (isFlicker(from, to)) {
			const before = run && at - run.last <= flickerMs ? withoutLast(run) : run;
			if (before) open.set(serverId, before);
			else open.delete(serverId);
		} else if (!isOurs) {
			for (const one of run && at - run.last > crashWindowMs ? ended(run) : []) over.push(one);
			open.set(serverId, withCrash(run, serverId, at));
		}
	}
	return {open, over: withOver(runs.over, over)};
}

/** A crashed server passes INITIALIZING on its way up. */
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

/** A few crashes are no run. */
const ended = (run: CrashRun): CrashRun[] =>
	isRepeated(run) ? [{...run, recent: [], to: run.last + crashWindowMs}] : [];

const withOver = (before: readonly CrashRun[], more: readonly CrashRun[]): readonly CrashRun[] =>
	more.length === 0 ? before : [...before, ...more].slice(-maxOver);

/** Returns the runs as of now: crashes of long ago count no more. The same object: none is. */
export function crashesAsOf(runs: CrashRuns, now: number): CrashRuns {
	const isOld = (moment: number | undefined) => moment !== undefined && now - moment > crashWindowMs;
	if (runs.open.values().every(({recent}) => !isOld(recent[0]))) return runs;
	const over = [...runs.open.values()].filter(({last}) => isOld(last)).flatMap(ended);
	const open = [...runs.open].flatMap(([id, run]): [string, CrashRun][] =>
		isOld(run.last) ? [] : [[id, {...run, recent: run.recent.filter(moment => !isOld(moment))}]],
	);
	return {open: new Map(open), over: withOver(runs.over, over)};
}

/** Whether it is long enough to be told as one. */
const isRepeated = ({count}: CrashRun): boolean => count >= minCrashes;

/** Returns the runs to tell of, those that are over first. */
export const repeatedCrashes = memoize(({open, over}: CrashRuns): readonly CrashRun[] => [
	...over,
	...open.values().filter(isRepeated),
]);

/** Returns the servers that do not stay up, with the times of their latest crashes. */
export const flappingServers = memoize(
	({open}: CrashRuns): ReadonlyMap<string, readonly number[]> =>
		new Map(
			[...open].flatMap(([id, {recent}]): [string, readonly number[]][] =>
				recent.length >= minCrashes ? [[id, recent]] : [],
			),
		),
);
