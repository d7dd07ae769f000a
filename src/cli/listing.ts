import type {Unreadable} from '../contract/models/listed.ts';
import {unreadableName} from '../app/kernel/unreadable.ts';
import {printableLine} from '../lib/text.ts';
import type {Io} from './io.ts';
import {asSent, say, writeJson, writeTable, type Column} from './output.ts';
import {listingMessages} from '../messages/cli-options.ts';

type List<Item extends object> = {
	/** The name of the list in the JSON document. */
	plural: string;
	/** The columns of the table; `wide` adds more. */
	columns: (wide: boolean) => readonly Column<Item>[];
	/** Returns the id that other commands accept. */
	idOf: (item: Item) => string;
	/** Converts the item to a record of a document. Default: the record as sent. */
	record?: (item: Item) => object;
	items: readonly Item[];
	unreadable?: readonly Unreadable[];
	/** The message for an empty list. */
	empty: string;
	/** Further fields of the document, such as page numbers. */
	more?: Record<string, unknown>;
};

/** Prints a list as a document, as ids or as a table; unreadable records are named on stderr. */
export function writeList<Item extends object>(io: Io, list: List<Item>): void {
	const {plural, columns, idOf, record = asSent, items, unreadable = [], empty, more} = list;
	const kind = io.format?.kind;
	if (kind === 'json') writeJson(io, {[plural]: items.values().map(record), ...more});
	else if (kind === 'name') for (const item of items) io.stdout.write(`${printableLine(idOf(item))}\n`);
	else if (items.length > 0) writeTable(io, columns(kind === 'wide'), items);
	else if (unreadable.length === 0) say(io, empty);
	sayUnreadable(io, unreadable);
}

/** Names the unreadable records on stderr, with their number. */
export function sayUnreadable(io: Io, unreadable: readonly Unreadable[]): void {
	const broken = unreadable.filter(({isRepeat}) => !isRepeat);
	for (const record of broken) {
		say(io, listingMessages.unreadable(`${unreadableName(record)} (${record.reason})`));
	}
	if (broken.length > 1) say(io, listingMessages.unreadableCount(broken.length));
	const repeated = unreadable.filter(({isRepeat}) => isRepeat);
	const names = [...new Set(repeated.map(unreadableName))];
	if (names.length > 0) say(io, listingMessages.repeated(names.join(', ')));
}
