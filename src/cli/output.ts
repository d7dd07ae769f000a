import {sourceOf} from '../contract/sources.ts';
import {harmlessJson} from '../lib/json.ts';
import {suggest} from '../lib/suggest.ts';
import {printableLine} from '../lib/text.ts';
import {fitCell, fitColumns, widestOf} from '../lib/table-layout.ts';
import {cut, widthOf} from '../lib/width.ts';
import type {PrintedColumn} from '../app/kernel/columns.ts';
import {colorText, type Tone} from './colors.ts';
import type {Io, Output} from './io.ts';
import {outputMessages} from '../messages/cli-start.ts';

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
export function writeJson(io: Io, content: Record<string, unknown>): void {
	const {stdout} = io;
	stdout.write(`${jsonText({schema: 1, ...withFields(io, content)}, stdout.isTTY ? 2 : 0)}\n`);
}

/** One value of a stream, on a line of its own. */
export function writeJsonLine(io: Io, content: Record<string, unknown>): void {
	io.stdout.write(`${jsonText({schema: 1, ...withFields(io, content)})}\n`);
}

/** The document with the wanted fields of its records. Says where no record has one: it may be misspelt. */
function withFields(io: Io, content: Record<string, unknown>): Record<string, unknown> {
	const fields = io.format?.kind === 'json' ? io.format.fields : undefined;
	if (fields === undefined) return content;
	const known = new Set<string>();
	const chosen = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(chosen);
		if (typeof value !== 'object' || value === null) return value;
		for (const name of Object.keys(value)) known.add(name);
		const some = Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
		return verbatim.has(value) ? keepAsSent(some) : some;
	};
	const names = Object.entries(content).map(([name, value]) => [name, chosen(value)] as const);
	for (const field of known.size === 0 ? [] : fields.filter(name => !known.has(name))) {
		say(io, printableLine(outputMessages.noSuchField(field, suggest(field, [...known]), [...known])));
	}
	return Object.fromEntries(names);
}

/** The value as JSON, in which nothing acts on a terminal: what could is escaped, which means the same to a reader. */
export const jsonText = (value: unknown, indent = 0, replacer = isoMoments): string =>
	harmlessJson(JSON.stringify(value, replacer, indent));

/** Objects that are in a document as they are. */
const verbatim = new WeakSet<object>();

/** A record for a document with all that the service sent of it, as it was sent. */
export const asSent = (record: object): object => keepAsSent(sourceOf(record) ?? record);

/** The same for a record that is made of several. */
export function keepAsSent(record: object): object {
	verbatim.add(record);
	return record;
}

/**
A server of a list for a document. Its stored RCON commands and answers are most of it, and only in it where they are
asked for.
*/
export function serverRecord({format}: Io, isWithCommands: true | undefined): (server: object) => object {
	const isNamed = format?.kind === 'json' && format.fields?.includes('commands');
	if (isWithCommands || isNamed) return asSent;
	return server =>
		keepAsSent(Object.fromEntries(Object.entries(asSent(server)).filter(([name]) => name !== 'commands')));
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
is cut at its width; piped, and in the wide format, it is whole.
*/
export function writeTable<Item>(
	{stdout, colours, format}: Io,
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
	const isCut = stdout.isTTY && format?.kind !== 'wide';
	const most = isCut ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
	for (let row = 0; row <= items.length; row++) {
		const cells = fitted.map(one => fitCell(one.column.texts[row] ?? '', one));
		const whole = cells.join(between).trimEnd();
		const line = widthOf(whole) > most ? cut(whole, most) : whole;
		const tones = fitted.map(({column}) => column.tones[row]);
		stdout.write(`${colours ? paintCells(line, cells, tones) : line}\n`);
	}
}

const between = '  ';

/** The line with the cells coloured that are whole in it. */
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

/**
What was done, without the name of the program. It goes to stdout, unless that is for data: a JSON document, or what
`hasData` says.
*/
export function sayDone({stdout, stderr, format}: Io, sentence: string, hasData = false): void {
	(hasData || format?.kind === 'json' ? stderr : stdout).write(`${sentence}\n`);
}

/** A warning, an error or a note goes to stderr, so that stdout holds data and what was done alone. */
export function say({stderr}: {stderr: Pick<Output, 'write'>}, sentence: string): void {
	stderr.write(outputMessages.said(sentence));
}
