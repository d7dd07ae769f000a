import type {Unreadable} from '../../contract/models/list.ts';
import {unreadableName} from '../../app/kernel/state/failure.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {listingMessages} from '../../messages/cli.ts';

/** Returns the field of a document for the records that its list lacks. */
export function gapsOf(unreadable: readonly Unreadable[]): object {
	const gaps = unreadable.filter(({isRepeat}) => !isRepeat);
	return gaps.length === 0
		? {}
		: {unreadable: gaps.map(({index, id, name, reason}) => ({index, id, name, reason}))};
}

/**
Names the records that a list lacks on stderr, with their number. The command then ends with an exit code that says so: one
for a part of the list, another one if nothing could be read.
*/
export function sayUnreadable(
	io: Io,
	{items, unreadable = []}: {items: readonly object[]; unreadable?: readonly Unreadable[]},
): void {
	const broken = unreadable.filter(({isRepeat, isMissing}) => !isRepeat && !isMissing);
	const missing = unreadable.filter(({isMissing}) => isMissing);
	for (const record of broken) {
		say(io, listingMessages.unreadable(`${unreadableName(record)} (${record.reason})`));
	}
	if (broken.length > 1) say(io, listingMessages.unreadableCount(broken.length));
	sayIncomplete(io, missing);
	const repeated = unreadable.filter(({isRepeat}) => isRepeat);
	const names = [...new Set(repeated.map(unreadableName))];
	if (names.length > 0) say(io, listingMessages.repeated(names.join(', ')));
	if (!io.gaps || broken.length + missing.length === 0 || io.gaps.code === exitCodes.notReachable) return;
	io.gaps.code = items.length === 0 ? exitCodes.notReachable : exitCodes.partlyFailed;
}

/** Says that a list in which names are looked up lacks records. */
export function sayIncomplete(io: Io, unreadable: readonly Unreadable[]): void {
	for (const {reason, isMissing} of unreadable) if (isMissing) say(io, listingMessages.incomplete(reason));
}

/** Throws if all records of a list are unreadable: there is nothing to choose from. */
export function checkReadable({
	items,
	unreadable,
}: {
	items: readonly object[];
	unreadable: readonly Unreadable[];
}): void {
	if (items.length === 0 && unreadable.length > 0)
		throw new CommandError(listingMessages.noneReadable(unreadable.length), exitCodes.notReachable);
}
