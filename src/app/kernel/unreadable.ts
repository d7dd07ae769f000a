import type {Unreadable} from '../../contract/models/listed.ts';
import {unreadableMessages} from '../../messages/screens.ts';

/** What a record is called that is not in its list. */
export const unreadableName = ({index, id, name}: Unreadable): string =>
	name ?? id ?? unreadableMessages.record(index + 1);

/** Why it is not. */
export const unreadableReason = ({reason, isRepeat}: Unreadable): string =>
	isRepeat ? reason : unreadableMessages.unreadable(reason);

/** Those that are shown below a list: a filter does not ask for them. */
export const unreadableBelow = (records: readonly Unreadable[], filter: string): readonly Unreadable[] =>
	filter.trim() === '' ? records : [];

/** How often a list has each id that it has more than once. */
export function timesListed(records: readonly Unreadable[]): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const {id, isRepeat} of records) {
		if (isRepeat && id !== undefined) times.set(id, (times.get(id) ?? 1) + 1);
	}
	return times;
}

/** A name with the mark of what is listed more than once. */
export const markedName = (name: string, times: number | undefined): string =>
	times === undefined ? name : unreadableMessages.listedTimes(name, times);
