import type {Unreadable} from '../contract/models/listed.ts';
import {unreadableName} from '../app/kernel/unreadable.ts';
import {printableLine} from '../lib/text.ts';
import type {Io} from './io.ts';
import {asSent, say, writeJson, writeTable, type Column} from './output.ts';
import {listingMessages} from '../messages/cli-options.ts';

type List<Item extends object> = {
	/** The name of the list in the JSON document. */
	plural: string;
	/** Of the table; `wide`: more of them. */
	columns: (wide: boolean) => readonly Column<Item>[];
	/** What other commands take it by. */
	idOf: (item: Item) => string;
	/** Its record in a document; without it as it was sent. */
	record?: (item: Item) => object;
	items: readonly Item[];
	unreadable?: readonly Unreadable[];
	/** What is said where there is nothing to show. */
	empty: string;
	/** More of the document, such as the numbers of a page. */
	more?: Record<string, unknown>;
};

/** A list as one document, as ids or as a table; records that could not be read are named on stderr. */
export function writeList<Item extends object>(io: Io, list: List<Item>): void {
	const {plural, columns, idOf, record = asSent, items, unreadable = [], empty, more} = list;
	const kind = io.format?.kind;
	if (kind === 'json') writeJson(io, {[plural]: items.map(record), ...more});
	else if (kind === 'name') for (const item of items) io.stdout.write(`${printableLine(idOf(item))}\n`);
	else if (items.length > 0) writeTable(io, columns(kind === 'wide'), items);
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
