import {type CrashRun, isCrash, isRecovery, repeatedCrashes} from '../servers/crashes.ts';
import {type Activity, isByOthers, toneOf} from '../../actions/activity.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {keepEqual, memoize} from '../../lib/lists/memoize.ts';
import type {State} from '../state.ts';
import type {Entry} from './entry.ts';
import {type RunStreak, runStreaks, streakId} from './run-streaks.ts';
import type {OtherAction} from './timeline-state.ts';
import {firstMoment, knownMoment} from '../../contract/moments.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {diffChunks, type Line, type Lines, noLines, oldestFirst} from '../console/record/lines.ts';
import type {PastEntry} from '../kernel/state/journal.ts';
import type {Gap} from '../kernel/state/feed-state.ts';
import type {Job} from '../../contract/models/job.ts';
import {isOpen, isOver} from '../jobs/jobs-state.ts';
import type {Bookmark} from './bookmarks.ts';
import {largest} from '../../lib/lists/long-lists.ts';

/** Returns the crash runs that the timeline shows as one entry each. */
export const foldedRuns = ({fleet}: Pick<State, 'fleet'>): readonly CrashRun[] =>
	repeatedCrashes(fleet.crashes);

/** Returns the key of a run's entry, which stays the same while the run continues. */
export const keyOfRun = ({serverId, from}: Pick<CrashRun, 'serverId' | 'from'>): string =>
	`crashes:${serverId}:${from}`;

/** Returns the key of the entry of runs that ended alike, which stays the same while more follow. */
export const keyOfStreak = ({automationId, after}: Pick<RunStreak, 'automationId' | 'after'>): string =>
	`streak:${automationId}:${after}`;

/** `id`: of a server, or of runs that ended alike. */
type Covered = {id: string; from: number; to: number | undefined};

const keepCovered = keepEqual<readonly Covered[]>(deepEqual);

/** Returns what is folded: another object only when a fold begins or ends, not with each crash or run. */
const coveredBy = memoize(
	(crashes: readonly CrashRun[], streaks: readonly RunStreak[], unfolded: ReadonlySet<string>) =>
		keepCovered([
			...crashes
				.filter(run => !unfolded.has(keyOfRun(run)))
				.map(({serverId, from, to}) => ({id: serverId, from, to})),
			...streaks
				.filter(streak => !unfolded.has(keyOfStreak(streak)))
				.map(({latest, after, until}) => ({id: streakId(latest), from: after, to: until})),
		]),
);

const testOf = memoize((covered: readonly Covered[]): ((entry: Entry) => boolean) => {
	const byId = Map.groupBy(covered, ({id}) => id);
	return entry => {
		const {at} = entry;
		return !byId.get(foldOf(entry) ?? '')?.some(({from, to}) => at >= from && (to === undefined || at <= to));
	};
});

/** Returns the id of what an entry may be folded with. */
function foldOf({serverId, subject}: Entry): string | undefined {
	if (subject.what === 'run') {
		return subject.isEnd ? streakId(subject.run) : undefined;
	}
	const activity = stateChangeIn(subject);
	return activity && (isCrash(activity.from, activity.to) || isRecovery(activity.to)) ? serverId : undefined;
}

/** Returns a test for entries that are not folded into another one; undefined if nothing is folded. */
export function unfoldedTest(
	state: Pick<State, 'timeline' | 'fleet' | 'automations'>,
): ((entry: Entry) => boolean) | undefined {
	const crashes = foldedRuns(state);
	const streaks = runStreaks(state.automations.recent);
	if (crashes.length === 0 && streaks.length === 0) return undefined;
	const covered = coveredBy(crashes, streaks, state.timeline.unfolded);
	return covered.length === 0 ? undefined : testOf(covered);
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

/** A list in the state that entries are derived from: an identical item yields entries with the same keys and order. */
export type Source = {
	/** A different object whenever anything in the list differs. */
	list: object;
	/**
	Returns the entries of removed and of new items; without a previous list, all items are new. If many more than `most`
	are new, returns the newest of them, and the list without the others, from which to continue.
	*/
	since: (before: object | undefined, most: number) => Step;
	/** Returns all entries. */
	all: () => readonly Entry[];
};

type Step = {list: object; removed: readonly Entry[]; added: readonly Entry[]};

/**
Calls back for every source with its unique name: one per server, and a few for all servers. `skewMs`: how far
the clock of the service is ahead of ours.
*/
export function eachSource(
	state: State,
	skewMs: number,
	visit: (name: string, source: Source) => void,
): void {
	for (const [serverId, {lines}] of state.console) {
		visit(`console:${serverId}`, consoleSource(lines, serverId));
	}
	visit('crashes', sourceOf(foldedRuns(state), crashEntries, skewMs));
	visit('gaps', sourceOf(state.feed.gaps, gapEntries, skewMs));
	visit('jobs', sourceOf(state.jobs, jobEntries, skewMs));
	visit('runs', sourceOf(state.automations.recent, runEntries, 0));
	visit('streaks', sourceOf(runStreaks(state.automations.recent), streakEntries, 0));
	visit('actions', sourceOf(state.timeline.actions, actionEntries, skewMs));
	visit('bookmarks', sourceOf(state.bookmarks, bookmarkEntries, skewMs));
	const pastEntries = (past: PastEntry) => [pastEntry(past)];
	visit('past', sourceOf(state.timeline.past, pastEntries, skewMs));
}

/** An entry that has no place yet. */
type Dated = Omit<Entry, 'order'>;

/** Creates the source of a short list. */
function sourceOf<Item extends object>(
	items: readonly Item[],
	make: (item: Item) => readonly Dated[],
	skewMs: number,
): Source {
	const placeItem = (item: Item) => make(item).map((entry): Entry => ({...entry, order: entry.at + skewMs}));
	const entries = (of: readonly Item[]) => of.flatMap(placeItem);
	return {
		list: items,
		all: () => entries(items),
		since: before => {
			const old = (before ?? []) as readonly Item[]; // the previous list of this source
			const [was, is] = [new Set(old), new Set(items)];
			return {
				list: items,
				removed: entries(old.filter(item => !is.has(item))),
				added: entries(items.filter(item => !was.has(item))),
			};
		},
	};
}

function consoleSource(lines: Lines, serverId: string): Source {
	return {
		list: lines,
		all: () => entriesOf(oldestFirst(lines), serverId),
		since: (before, most) => {
			const old = (before ?? noLines) as Lines; // the previous list of this source
			const list = withNewest(old, lines, most);
			const {removed, added} = diffChunks(old, list);
			return {list, removed: entriesOf(removed, serverId), added: entriesOf(added, serverId)};
		},
	};
}

/** Returns the lines without the oldest of those that are not in `before`, if more than `most` are not. */
function withNewest(before: Lines, lines: Lines, most: number): Lines {
	const known = new Set(before.chunks);
	let left = most;
	const chunks = lines.chunks
		.toReversed()
		.filter(chunk => {
			if (known.has(chunk)) return true;
			const isWithin = left > 0;
			left -= chunk.length;
			return isWithin;
		})
		.toReversed();
	return left >= 0 ? lines : {length: chunks.reduce((sum, {length}) => sum + length, 0), chunks};
}

function entriesOf(lines: Iterable<Line>, serverId: string): Entry[] {
	const entries: Entry[] = [];
	for (const line of lines) {
		// Game output is not an event, and one action on forty servers is one entry.
		if (line.kind === 'output' || (line.kind === 'note' && line.isRepeat)) continue;
		const isCommand = line.kind === 'command';
		entries.push({
			key: `${serverId} ${line.id}`,
			at: line.at,
			order: line.order,
			kind: isCommand ? 'command' : kindOf(line.activity),
			by: isCommand ? line.origin : undefined,
			serverId,
			subject: {what: 'line', line},
		});
	}
	return entries;
}

function kindOf(activity: Activity): 'state' | 'node' | 'action' {
	const tone = toneOf(activity);
	return tone === 'state' || tone === 'node' ? tone : 'action';
}

const crashEntries = (run: CrashRun): Dated[] => [
	{
		key: keyOfRun(run),
		at: run.last,
		kind: 'state',
		by: undefined,
		serverId: run.serverId,
		subject: {what: 'crashes', run},
	},
];

const shared = {by: undefined, serverId: undefined};

function gapEntries(gap: Gap): Dated[] {
	const at = (isEnd: boolean, moment: number): Dated => ({
		...shared,
		key: `gap:${gap.from}:${isEnd}`,
		at: moment,
		kind: 'gap',
		subject: {what: 'gap', gap, isEnd},
	});
	return gap.to === undefined ? [at(false, gap.from)] : [at(false, gap.from), at(true, gap.to)];
}

/** Returns the start of a job, the outcome for each server, and its end. */
function jobEntries(job: Job): Dated[] {
	const whole = (isEnd: boolean, at: number): Dated => ({
		...shared,
		key: `job:${job.id}:${isEnd}`,
		at,
		kind: 'job',
		subject: {what: 'job', job, isEnd},
	});
	const steps = job.steps.filter(step => isOver(step) && step.status !== 'skipped');
	const last = largest([job.startedAt, ...job.steps.map(({at}) => at)]);
	return [
		whole(false, job.startedAt),
		...steps.map((step): Dated => ({
			key: `job:${job.id}:${step.serverId}`,
			at: step.at,
			kind: 'job',
			by: undefined,
			serverId: step.serverId,
			subject: {what: 'step', job, step},
		})),
		...(isOpen(job) ? [] : [whole(true, last)]),
	];
}

/** A run is one entry, which moves to its end once it has finished. */
function runEntries(run: AutomationRun): Dated[] {
	const end = knownMoment(run.finishedAt);
	const at = end ?? knownMoment(firstMoment(run.startedAt, run.createdAt));
	if (at === undefined) return [];
	const subject: Entry['subject'] = {what: 'run', run, isEnd: end !== undefined};
	return [{...shared, key: `run:${run.id}`, at, kind: 'run', subject}];
}

const streakEntries = (streak: RunStreak): Dated[] => [
	{...shared, key: keyOfStreak(streak), at: streak.last, kind: 'run', subject: {what: 'streak', streak}},
];

const authorOf = (activity: Activity): Entry['by'] => (isByOthers(activity) ? 'other' : undefined);

const actionEntries = (action: OtherAction): Dated[] => [
	{
		key: `action:${action.id}`,
		at: action.at,
		kind: kindOf(action.activity),
		by: authorOf(action.activity),
		serverId: action.serverId,
		subject: {what: 'action', action},
	},
];

const bookmarkEntries = (bookmark: Bookmark): Dated[] => [
	{
		...shared,
		key: `bookmark:${bookmark.id}`,
		at: bookmark.at,
		kind: 'bookmark',
		subject: {what: 'bookmark', bookmark},
	},
];

const pastEntry = (past: PastEntry): Dated => ({
	key: `past:${past.id}`,
	at: past.at,
	kind: past.kind === 'note' ? kindOf(past.activity) : past.kind,
	by: past.kind === 'note' ? authorOf(past.activity) : undefined,
	serverId: past.serverId,
	subject: {what: 'past', past},
});
