import type {CellTone, PrintedColumn} from '../../app/kernel/text/spans.ts';
import {fitCell, fitColumns, widestOf} from '../../lib/text/table-layout.ts';
import {printableLine} from '../../lib/text/text.ts';
import {cut, widthUpTo} from '../../lib/text/width.ts';
import type {Io} from './io.ts';

/**
The meaning of a cell. The color only repeats what the text says, and most cells have none: the background is unknown, and of
the 16 colors only bright red has a contrast of 3 on dark and light palettes (`test/tui/theme/palettes.ts`).
*/
type Tone = 'title' | CellTone;

const codes: Partial<Record<Tone, number>> = {title: 1, offline: 91, changing: 1, unknown: 1};

function colorText(text: string, tone: Tone): string {
	const code = codes[tone];
	return code === undefined ? text : `\x1b[${code}m${text}\x1b[0m`;
}

export type Column<Item> = PrintedColumn<Item> & {header: string};

/**
Returns the columns with these ids for printing, in this order. `itemOf`: converts the listed record to the
columns' item.
*/
export const printedColumns = <Id extends string, Item, Listed>(
	columns: readonly {id: Id; header: string; printed?: PrintedColumn<Listed>}[],
	ids: readonly NoInfer<Id>[],
	itemOf: (item: Item) => Listed,
): Column<Item>[] =>
	ids.flatMap(wanted => {
		const {header = '', printed} = columns.find(({id}) => id === wanted) ?? {};
		if (!printed) return [];
		const {value, style} = printed;
		return {
			header: printed.header ?? header,
			value: (item: Item) => value(itemOf(item)),
			style: (item: Item) => style?.(itemOf(item)),
		};
	});

/**
Writes aligned columns under headers, two spaces apart, with numbers right-aligned. The output is always
sanitized. On a terminal, lines are cut at its width; piped or in the wide format, they are complete. A very long text is
not aligned: one name of 1 MB would pad each line to 1 MB.
*/
export function writeTable<Item>(
	{stdout, colors, format}: Io,
	columns: readonly Column<Item>[],
	items: readonly Item[],
): void {
	const measured = columns.map(({header, value, style}) => {
		const values = items.map(value);
		const texts = [header, ...values.map(one => (one === undefined ? '-' : printableLine(String(one))))];
		const toneOf = (item: Item, row: number) => (values[row] === undefined ? undefined : style?.(item));
		const tones: (Tone | undefined)[] = ['title', ...items.map(toneOf)];
		const width = widestOf(texts.filter(isAligned));
		const isNumeric = values.some(one => typeof one === 'number');
		return {
			header,
			texts,
			tones,
			width: {min: width, max: width},
			priority: 0,
			...(isNumeric && {align: 'right' as const}),
		};
	});
	const fitted = fitColumns(measured, Number.POSITIVE_INFINITY, {gap: between.length});
	const most = stdout.isTTY && format?.kind !== 'wide' ? stdout.columns : undefined;
	for (let row = 0; row <= items.length; row++) {
		const cells = fitted.map(one => {
			const {[row]: text = ''} = one.column.texts;
			return isAligned(text) ? fitCell(text, one) : text;
		});
		const whole = cells.join(between).trimEnd();
		const line = most !== undefined && widthUpTo(whole, most) > most ? cut(whole, most) : whole;
		const tones = fitted.map(({column}) => column.tones[row]);
		stdout.write(`${colors ? paintCells(line, cells, tones) : line}\n`);
	}
}

const between = '  ';
const isAligned = (text: string): boolean => text.length <= 200;

/** Colors the cells of a line that are not cut off. */
function paintCells(line: string, cells: readonly string[], tones: readonly (Tone | undefined)[]): string {
	let rest = line;
	const parts = cells.map((cell, index) => {
		const gap = index === 0 ? '' : between;
		const text = cell.trimEnd();
		const tone = tones[index];
		if (!rest.startsWith(gap + text)) return '';
		const space = rest.startsWith(gap + cell) ? cell.slice(text.length) : '';
		rest = rest.slice(gap.length + text.length + space.length);
		return gap + (tone === undefined || text === '' ? text : colorText(text, tone)) + space;
	});
	return parts.join('') + rest;
}
