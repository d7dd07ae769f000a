import type {Unreadable} from '../../contract/models/listed.ts';
import {unreadableMessages} from '../../messages/screens.ts';

/** Returns the name of a record that is missing from its list. */
export const unreadableName = ({index, id, name}: Unreadable): string =>
	name ?? id ?? unreadableMessages.record(index + 1);

/** Returns why it is missing. */
export const unreadableReason = ({reason, isRepeat}: Unreadable): string =>
	isRepeat ? reason : unreadableMessages.unreadable(reason);

/** Returns the records to show below a list: none while a filter is active. */
export const unreadableBelow = (records: readonly Unreadable[], filter: string): readonly Unreadable[] =>
	filter.trim() === '' ? records : [];

/** Counts the occurrences of each id that a list has more than once. */
export function timesListed(records: readonly Unreadable[]): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const {id, isRepeat} of records) {
		if (isRepeat && id !== undefined) times.set(id, (times.get(id) ?? 1) + 1);
	}
	return times;
}

/** Returns a name, marked if it is listed more than once. */
export const markedName = (name: string, times: number | undefined): string =>
	times === undefined ? name : unreadableMessages.listedTimes(name, times);
