import type {Unreadable} from '../contract/models/listed.ts';
import {unreadableName} from '../app/kernel/unreadable.ts';
import {printableLine} from '../lib/text.ts';
import type {Io} from './io.ts';
import {asSent, say, writeJson, writeTable, type Column} from './output.ts';
import {listingMessages} from '../messages/cli-options.ts';

type List<Item extends object> = {
	/** The name of the list in the JSON document. */
	plural: string;
	columns: readonly Column<Item>[];
	items: readonly Item[];
	unreadable?: readonly Unreadable[];
	/** What is said where there is nothing to show. */
	empty: string;
	/** More of the document, such as the numbers of a page. */
	more?: Record<string, unknown>;
	json: true | undefined;
};

/** A list as one document or as a table; records that could not be read are named on stderr. */
export function writeList<Item extends object>(io: Io, list: List<Item>): void {
	const {plural, columns, items, unreadable = [], empty, more, json} = list;
	if (json) writeJson(io, {[plural]: items.map(asSent), ...more});
	else if (items.length > 0) writeTable(io, columns, items);
	else if (unreadable.length === 0) say(io, empty);
	sayUnreadable(io, unreadable);
}

/** Names on stderr what a list lacks, and says how many that are. */
export function sayUnreadable(io: Io, unreadable: readonly Unreadable[]): void {
	const broken = unreadable.filter(({isRepeat}) => !isRepeat);
	for (const record of broken) {
		say(io, listingMessages.unreadable(printableLine(`${unreadableName(record)} (${record.reason})`)));
	}
	if (broken.length > 1) say(io, listingMessages.unreadableCount(broken.length));
	const repeated = unreadable.filter(({isRepeat}) => isRepeat);
	const names = [...new Set(repeated.map(unreadableName))].map(printableLine);
	if (names.length > 0) {
		say(io, listingMessages.repeated(names.join(', ')));
	}
}
