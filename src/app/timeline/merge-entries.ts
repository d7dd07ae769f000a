import {pushAll} from '../../lib/long-lists.ts';
import type {Entry} from './entry.ts';

/** Beyond this number of changes at once, sorting everything is faster than moving entries one by one. */
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
		const without = new Set(removed.map(({key}) => key));
		const kept = without.size > 0 ? entries.filter(({key}) => !without.has(key)) : entries;
		const all = [...kept, ...added].sort((a, b) => a.order - b.order);
		entries.length = 0;
		pushAll(entries, all);
		return;
	}
	for (const entry of removed) {
		const place = placeOf(entries, entry);
		if (place !== -1) entries.splice(place, 1);
	}
	for (const entry of added) entries.splice(placeAfter(entries, entry.order), 0, entry);
}

function placeOf(entries: readonly Entry[], {key, order}: Entry): number {
	for (let place = placeAfter(entries, order) - 1; place >= 0; place--) {
		if (entries[place]?.key === key) return place;
		if ((entries[place]?.order ?? 0) < order) return -1;
	}
	return -1;
}
