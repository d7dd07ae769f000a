import {pushAll} from '../../lib/long-lists.ts';
import type {Entry} from './entry.ts';

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
