import type {Accepted} from '../contract/accepted.ts';
import {sourceOf} from '../contract/sources.ts';
import {harmlessJson} from '../lib/json.ts';
import {printableLine} from '../lib/text.ts';
import {fitCell, fitColumns, widestOf} from '../lib/table-layout.ts';
import {cut, widthOf} from '../lib/width.ts';
import type {PrintedColumn} from '../app/kernel/columns.ts';
import {coloured, type Tone} from './colors.ts';
import type {Io, Output} from './io.ts';
import {outputMessages} from '../messages/cli-start.ts';
import {unreadText} from '../messages/accepted.ts';

export type Column<Item> = PrintedColumn<Item> & {header: string};

/** The columns of a list with these ids, in this order, as it prints them. `itemOf`: what they are made of. */
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

/** One document on stdout: `{"schema": 1, "<plural>": …}`, moments in ISO 8601 as the service writes them. */
export function writeJson({stdout}: Io, content: Record<string, unknown>): void {
	stdout.write(`${jsonText({schema: 1, ...content}, stdout.isTTY ? 2 : 0)}\n`);
}

/** One value of a stream, on a line of its own. */
export function writeJsonLine({stdout}: Io, content: Record<string, unknown>): void {
	stdout.write(`${jsonText({schema: 1, ...content})}\n`);
}

/** The value as JSON, in which nothing acts on a terminal: what could is escaped, which means the same to a reader. */
export const jsonText = (value: unknown, indent = 0, replacer = isoMoments): string =>
	harmlessJson(JSON.stringify(value, replacer, indent));

/** Objects that are in a document as they are. */
const verbatim = new WeakSet<object>();

/** A record for a document with all that the service sent of it, as it was sent. */
export const asSent = (record: object): object => keptAsSent(sourceOf(record) ?? record);

/** The same for a record that is made of several. */
export function keptAsSent(record: object): object {
	verbatim.add(record);
	return record;
}

function isoMoments(this: object, name: string, value: unknown): unknown {
	if (verbatim.has(this)) {
		if (typeof value === 'object' && value !== null) verbatim.add(value);
		return value;
	}
	const isMoment = typeof value === 'number' && /^(at|created|timestamp|\w+At)$/.test(name);
	return isMoment ? new Date(value).toISOString() : value;
}

/**
Aligned columns under their headers, two spaces between them, numbers to the right. Always clean; on a terminal a line
is cut at its width, piped it is whole.
*/
export function writeTable<Item>(
	{stdout, colours}: Io,
	columns: readonly Column<Item>[],
	items: readonly Item[],
): void {
	const measured = columns.map(({header, value, style}) => {
		const values = items.map(value);
		const texts = [header, ...values.map(one => (one === undefined ? '-' : printableLine(String(one))))];
		const toneOf = (item: Item, row: number) => (values[row] === undefined ? undefined : style?.(item));
		const tones: (Tone | undefined)[] = ['title', ...items.map(toneOf)];
		const width = widestOf(texts);
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
	const most = stdout.isTTY ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
	for (let row = 0; row <= items.length; row++) {
		const cells = fitted.map(one => fitCell(one.column.texts[row] ?? '', one));
		const whole = cells.join(between).trimEnd();
		const line = widthOf(whole) > most ? cut(whole, most) : whole;
		const tones = fitted.map(({column}) => column.tones[row]);
		stdout.write(`${colours ? painted(line, cells, tones) : line}\n`);
	}
}

const between = '  ';

/** The line with the cells coloured that are whole in it. */
function painted(line: string, cells: readonly string[], tones: readonly (Tone | undefined)[]): string {
	let rest = line;
	const parts = cells.map((cell, index) => {
		const gap = index === 0 ? '' : between;
		const text = cell.trimEnd();
		const tone = tones[index];
		if (!rest.startsWith(gap + text)) return '';
		const space = rest.startsWith(gap + cell) ? cell.slice(text.length) : '';
		rest = rest.slice(gap.length + text.length + space.length);
		return gap + (tone === undefined || text === '' ? text : coloured(text, tone)) + space;
	});
	return parts.join('') + rest;
}

/** That something was accepted, and what could not be read of the answer. */
export function sayAccepted(io: Io, done: string, {unread}: Accepted<unknown>): void {
	say(io, unread === undefined ? done : `${done} ${printableLine(unreadText(unread))}`);
}

/** Words go to stderr, so that stdout holds data alone. */
export function say({stderr}: {stderr: Pick<Output, 'write'>}, sentence: string): void {
	stderr.write(outputMessages.said(sentence));
}
