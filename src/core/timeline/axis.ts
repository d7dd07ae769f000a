import type {State} from '../state/index.ts';
import type {Entry} from './entry.ts';
import {change} from './in-order.ts';
import {eachSource, type Source} from './sources.ts';

/** True for an entry that is to be shown. */
export type EntryTest = (entry: Entry) => boolean;

type Seen = Source & {round: number};

/** What has been merged last. A look at a later state costs what has changed since, not what there is. */
const seen = new Map<string, Seen>();
const merged: Entry[] = [];
const passing: Entry[] = [];
let passes: EntryTest | undefined;
let inputs: readonly unknown[] = [];
let round = 0;

/**
All that happened, oldest first, and of that what passes a test; the same function is taken for the same test. Both
lists are changed in place by the next look, which may be at any other state: they are to be read, and not to be kept.
*/
export function axisOf(state: State, test?: EntryTest): {all: readonly Entry[]; shown: readonly Entry[]} {
	update(state);
	if (!test) return {all: merged, shown: merged};
	if (test !== passes) {
		passes = test;
		passing.length = 0;
		for (const entry of merged) if (test(entry)) passing.push(entry);
	}
	return {all: merged, shown: passing};
}

function update(state: State): void {
	const now = [state.console, state.feed.gaps, state.jobs, state.automations.recent, state.timeline.past];
	if (now.every((input, index) => input === inputs[index])) return;
	inputs = now;
	const gone: Entry[] = [];
	const come: Entry[] = [];
	round++;
	eachSource(state, (name, source) => {
		const before = seen.get(name);
		if (before && before.items === source.items && before.dropped === source.dropped) before.round = round;
		else {
			difference(before, source, gone, come);
			seen.set(name, {...source, round});
		}
	});
	for (const [name, source] of seen) {
		if (source.round === round) continue;
		difference(source, undefined, gone, come);
		seen.delete(name);
	}
	change(merged, gone, come);
	if (passes) change(passing, gone.filter(passes), come.filter(passes));
}

/** Items that are the same at both ends are passed over; a list only grows, drops its oldest, or changes in a few places. */
function difference(
	before: Source | undefined,
	after: Source | undefined,
	gone: Entry[],
	come: Entry[],
): void {
	const old = before?.items ?? [];
	const now = after?.items ?? [];
	const shift = Math.min(old.length, Math.max(0, (after?.dropped ?? 0) - (before?.dropped ?? 0)));
	let start = 0;
	while (start < now.length && start + shift < old.length && now[start] === old[start + shift]) start++;
	let end = 0;
	while (
		end < now.length - start &&
		end < old.length - shift - start &&
		now[now.length - 1 - end] === old[old.length - 1 - end]
	) {
		end++;
	}
	for (let index = 0; index < old.length - end; index++) {
		if (index < shift || index >= shift + start) gone.push(...(before?.entriesOf(index) ?? []));
	}
	for (let index = start; index < now.length - end; index++) come.push(...(after?.entriesOf(index) ?? []));
}
