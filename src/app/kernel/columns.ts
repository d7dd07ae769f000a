import type {TableColumn} from '../../lib/table-layout.ts';
import type {Message} from '../../messages/text.ts';
import type {Cell, CellTone} from './cells.ts';

/**
A column of a list, declared once for all front ends. `Printed` is the part of an item that a one-shot command has.
*/
export type ListColumn<Item, Printed = Item> = TableColumn & {
	id: string;
	value: (item: Item, now: number) => Message;
	/** The cell's own tone, which the cursor row overrides. */
	style?: (item: Item, now: number) => CellTone | undefined;
	/** The value is clear without a header, so line mode omits the header. */
	isClear?: true;
	/** The column that one-shot commands print; they omit it if undefined. */
	printed?: PrintedColumn<Printed>;
};

/** A column of a table on stdout, which scripts may parse. `header` overrides the header of the list. */
export type PrintedColumn<Item> = {
	header?: string;
	/** undefined if unknown. */
	value: (item: Item) => string | number | undefined;
	style?: (item: Item) => CellTone | undefined;
};

/** Returns a function that makes the cells of an item, each when it is requested. */
export function cellsBy<Item>(columns: readonly ListColumn<Item, never>[]) {
	const byId = new Map(columns.map(column => [column.id, column]));
	return (item: Item) =>
		(id: string, now: number): Cell => {
			const column = byId.get(id);
			return {text: column?.value(item, now) ?? '', tone: column?.style?.(item, now) ?? 'plain'};
		};
}
