import type {TableColumn} from '../../lib/table-layout.ts';
import type {Message} from '../../messages/text.ts';
import type {Cell, CellTone} from './cells.ts';

/** A column of a list, declared once for all front ends. `Printed`: as much of an item as a one-shot command has. */
export type ListColumn<Item, Printed = Item> = TableColumn & {
	id: string;
	value: (item: Item, now: number) => Message;
	/** A tone of its own, which the cursor covers. */
	style?: (item: Item, now: number) => CellTone | undefined;
	/** It is clear without its header: line mode leaves that out. */
	isClear?: true;
	/** What one-shot commands print; nothing where it is left out. */
	printed?: PrintedColumn<Printed>;
};

/** A column of a table on stdout, which scripts may read. `header`: where it is not the one of the list. */
export type PrintedColumn<Item> = {
	header?: string;
	/** undefined: not known. */
	value: (item: Item) => string | number | undefined;
	style?: (item: Item) => CellTone | undefined;
};

/** Makes the cells of an item by these columns, each when it is asked for. */
export function cellsBy<Item>(columns: readonly ListColumn<Item, never>[]) {
	const byId = new Map(columns.map(column => [column.id, column]));
	return (item: Item) =>
		(id: string, now: number): Cell => {
			const column = byId.get(id);
			return {text: column?.value(item, now) ?? '', tone: column?.style?.(item, now) ?? 'plain'};
		};
}
