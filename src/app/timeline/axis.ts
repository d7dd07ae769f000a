import {pushAll} from '../../lib/lists/long-lists.ts';
import {type Entry, isProbe} from './entry.ts';
import {notableSkew} from '../kernel/state/access.ts';
import type {State} from '../state.ts';
import {eachSource, type Source} from './sources.ts';

/** Beyond this number of changes at once, moving each entry once is faster than inserting one by one. */
const maxMoved = (length: number) => 64 + length / 200;

/** Returns the first index whose entry is later than `order`; simultaneous events are in order of arrival. */
export function placeAfter(entries: readonly Entry[], order: number): number {
	// Most entries are new.
	if (entries.length === 0 || (entries.at(-1)?.order ?? 0) <= order) return entries.length;
	let from = 0;
	let to = entries.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((entries[middle]?.order ?? 0) <= order) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** Removes the entries with the keys of `removed` from a list in order of time and inserts others, in place. */
export function updateEntries(entries: Entry[], removed: readonly Entry[], added: readonly Entry[]): void {
	if (removed.length + added.length > maxMoved(entries.length)) {
		if (removed.length > 0) removeAll(entries, removed);
		insertAll(entries, added);
		return;
	}
	for (const entry of removed) {
		const place = placeOf(entries, entry);
		if (place !== -1) entries.splice(place, 1);
	}
	for (const entry of added) entries.splice(placeAfter(entries, entry.order), 0, entry);
}

function removeAll(entries: Entry[], removed: readonly Entry[]): void {
	const without = new Set(removed.map(({key}) => key));
	let kept = 0;
	for (const entry of entries) if (!without.has(entry.key)) entries[kept++] = entry;
	entries.length = kept;
}

/** Merges from the end. Simultaneous events stay in their order, those of the list first. */
function insertAll(entries: Entry[], added: readonly Entry[]): void {
	const sorted = added.toSorted((a, b) => a.order - b.order);
	let from = entries.length - 1;
	pushAll(entries, sorted);
	for (let at = entries.length - 1; sorted.length > 0; at--) {
		const before = entries[from];
		const isLater = from >= 0 && before && before.order > (sorted.at(-1)?.order ?? 0);
		const entry = isLater ? before : sorted.pop();
		if (isLater) from--;
		if (entry) entries[at] = entry;
	}
}

function placeOf(entries: readonly Entry[], {key, order}: Entry): number {
	for (let place = placeAfter(entries, order) - 1; place >= 0; place--) {
		if (entries[place]?.key === key) return place;
		if ((entries[place]?.order ?? 0) < order) return -1;
	}
	return -1;
}

/** Returns whether an entry is shown. */
export type EntryTest = (entry: Entry) => boolean;

type Seen = Source & {round: number};

/**
The most recently merged result of a session. Merging a later state costs what has changed since, not the
total.
*/
type Axis = {
	seen: Map<string, Seen>;
	merged: Entry[];
	/** How many of them rcondeck sent itself. */
	probes: number;
	passing: Entry[];
	passes: EntryTest | undefined;
	/** What it was merged from. */
	inputs: readonly unknown[];
	/** False if entries are missing: the oldest ones of some sources. */
	isWhole: boolean;
	round: number;
	skewMs: number;
};

const newAxis = (): Axis => ({
	seen: new Map(),
	merged: [],
	probes: 0,
	passing: [],
	passes: undefined,
	inputs: [],
	isWhole: false,
	round: 0,
	skewMs: 0,
});

const axes = new WeakMap<object, Axis>();

function axisOfSession(session: object): Axis {
	const axis = axes.get(session) ?? newAxis();
	axes.set(session, axis);
	return axis;
}

/** Frees the merged entries of a session, including those that the consoles have dropped since. */
export const forgetAxis = (session: object): void => void axes.delete(session);

/** New entries per step: a few milliseconds, between which keys and frames are handled. */
const step = 4000;

/**
Which events to merge. `all`: all. `step`: if many more than a step are new, about a step of them, the newest of each source
first; `isWhole` is then false until enough further steps. `changes`: the same, but nothing for a state that was seen before.
*/
export type Merging = 'all' | 'step' | 'changes';

/**
Returns all events, oldest first, and those that pass a test; the same test must be the same function. Both lists are
changed in place by the next call, which may be for any other state of the session, so they must not be kept.
*/
export function axisOf(
	state: State,
	test?: EntryTest,
	merging: Merging = 'all',
): {all: readonly Entry[]; probes: number; shown: readonly Entry[]; isWhole: boolean} {
	const axis = axisOfSession(state.session);
	const {merged, passing} = axis;
	update(axis, state, merging);
	const {probes, isWhole} = axis;
	if (!test) return {all: merged, probes, shown: merged, isWhole};
	if (test !== axis.passes) {
		axis.passes = test;
		passing.length = 0;
		for (const entry of merged) if (test(entry)) passing.push(entry);
	}
	return {all: merged, probes, shown: passing, isWhole};
}

/**
Returns all events, oldest first, without keeping what they were merged from unless the screen shows the timeline. The list
may be changed by the next call.
*/
export function allEntries(state: State): readonly Entry[] {
	const axis = axes.get(state.session) ?? newAxis();
	update(axis, state, 'all');
	return axis.merged;
}

function update(axis: Axis, state: State, merging: Merging): void {
	const {seen, merged, passing, passes} = axis;
	const skewMs = notableSkew(state.access) ?? 0;
	if (skewMs !== axis.skewMs) {
		// Events that we dated ourselves get another place.
		axis.skewMs = skewMs;
		axis.inputs = [];
		seen.clear();
		merged.length = 0;
		axis.probes = 0;
		passing.length = 0;
	}
	const now = [
		state.console,
		state.fleet.crashes,
		state.feed.gaps,
		state.jobs,
		state.automations.recent,
		state.timeline.past,
		state.timeline.actions,
		state.bookmarks,
	];
	const isSeen = now.every((input, index) => input === axis.inputs[index]);
	if (isSeen && (axis.isWhole || merging === 'changes')) return;
	axis.inputs = now;
	axis.isWhole = true;
	const removed: (readonly Entry[])[] = [];
	const added: (readonly Entry[])[] = [];
	const round = ++axis.round;
	let left = merging === 'all' ? Infinity : step;
	eachSource(state, skewMs, (name, source) => {
		const before = seen.get(name);
		if (before?.list === source.list) {
			before.round = round;
			return;
		}
		const fresh = source.since(before?.list, left);
		removed.push(fresh.removed);
		added.push(fresh.added);
		left -= fresh.added.length;
		seen.set(name, {...source, list: fresh.list, round});
		if (fresh.list !== source.list) axis.isWhole = false;
	});
	for (const [name, source] of seen) {
		if (source.round === round) continue;
		removed.push(source.all());
		seen.delete(name);
	}
	const [old, fresh] = [removed.flat(), added.flat()];
	updateEntries(merged, old, fresh);
	axis.probes += fresh.filter(isProbe).length - old.filter(isProbe).length;
	if (passes) updateEntries(passing, old.filter(passes), fresh.filter(passes));
}
