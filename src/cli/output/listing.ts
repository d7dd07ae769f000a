import type {Unreadable} from '../../contract/models/list.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {Io} from './io.ts';
import {asSent, say, writeJson} from './output.ts';
import {type Column, writeTable} from './table.ts';
import {gapsOf, sayUnreadable} from './unreadable.ts';

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
	/** The message for an empty list; undefined if others say why it is empty. */
	empty: string | undefined;
	/** Further fields of the document, such as page numbers. */
	more?: Record<string, unknown>;
};

/** Prints a list as a document, as ids or as a table; unreadable records are named on stderr. */
export function writeList<Item extends object>(io: Io, list: List<Item>): void {
	const {plural, columns, idOf, record = asSent, items, unreadable = [], empty, more} = list;
	const kind = io.format?.kind;
	if (kind === 'json')
		writeJson(io, {[plural]: items.map(item => record(item)), ...more, ...gapsOf(unreadable)});
	else if (kind === 'name') for (const item of items) io.stdout.write(`${printableLine(idOf(item))}\n`);
	else if (items.length > 0) writeTable(io, columns(kind === 'wide'), items);
	else if (unreadable.length === 0 && empty !== undefined) say(io, empty);
	sayUnreadable(io, list);
}
