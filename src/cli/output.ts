import {sourceOf} from '../contract/sources.ts';
import {harmlessJson} from '../lib/json.ts';
import {suggest} from '../lib/suggest.ts';
import {printableLine} from '../lib/text.ts';
import {fitCell, fitColumns, widestOf} from '../lib/table-layout.ts';
import {cut, widthOf} from '../lib/width.ts';
import type {PrintedColumn} from '../app/kernel/columns.ts';
import {colorText, type Tone} from './colors.ts';
import type {Diagnostics} from './diagnostics.ts';
import type {Io, Output} from './io.ts';
import {outputMessages} from '../messages/cli-start.ts';

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
Writes one document to stdout: `{"schema": 1, "<plural>": …}`, times in ISO 8601 like the service. The records of an iterable
are created while they are written: V8 collects them sooner than thousands at once.
*/
export function writeJson(io: Io, content: Record<string, unknown>): void {
	const {stdout} = io;
	const isWhole = !writesParts(io);
	const lists = Object.entries(content).map(([name, value]) => [
		name,
		isWhole && isList(value) ? [...value] : value,
	]);
	const document = {schema: 1, ...withFields(io, Object.fromEntries(lists) as Record<string, unknown>)};
	if (stdout.isTTY) stdout.write(`${jsonText(document, 2)}\n`);
	else writeDocument(io, document);
}

/** Whether a document is written in parts, and its records unchanged. */
export const writesParts = ({stdout, format}: Io): boolean =>
	!stdout.isTTY && !(format?.kind === 'json' && format.fields !== undefined);

const partLength = 65_536;

const isList = (value: unknown): value is Iterable<unknown> =>
	typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Writes JSON in parts that are safe for a terminal. */
function openParts({stdout}: Pick<Io, 'stdout'>) {
	let text = '';
	let hasWritten = false;
	const flush = () => {
		stdout.write(harmlessJson(text));
		text = '';
		hasWritten = true;
	};
	return {
		hasWritten: () => hasWritten,
		add: (json: string) => {
			text += json;
			if (text.length >= partLength) flush();
		},
		end: flush,
	};
}

/**
Writes a document with one list as its records arrive. `add` takes the JSON of a record. A document that is shorter than a part
is only written at its `end`.
*/
export function openListDocument(io: Io, plural: string) {
	const parts = openParts(io);
	parts.add(`{"schema":1,${JSON.stringify(plural)}:[`);
	let before = '';
	return {
		hasWritten: parts.hasWritten,
		add: (json: string) => {
			parts.add(before + json);
			before = ',';
		},
		end: () => {
			parts.add(']}\n');
			parts.end();
		},
	};
}

/** Writes a document: thousands of records are written while the next ones are converted. */
function writeDocument(io: Io, document: Record<string, unknown>): void {
	const parts = openParts(io);
	let before = '{';
	for (const [name, value] of Object.entries(document)) {
		if (!isList(value)) {
			const field = JSON.stringify({[name]: value}, isoMoments).slice(1, -1);
			if (field !== '') parts.add(before + field);
			if (field !== '') before = ',';
			continue;
		}
		parts.add(`${before}${JSON.stringify(name)}:[`);
		before = '';
		for (const item of value) {
			parts.add(before + recordText(item));
			before = ',';
		}
		parts.add(']');
		before = ',';
	}
	parts.add('}\n');
	parts.end();
}

function recordText(item: unknown): string {
	const isVerbatim = typeof item === 'object' && item !== null && verbatim.has(item);
	return JSON.stringify(item, isVerbatim ? undefined : isoMoments) ?? 'null';
}

/** Writes one value of a stream, on its own line. */
export function writeJsonLine(io: Io, content: Record<string, unknown>): void {
	io.stdout.write(`${jsonText({schema: 1, ...withFields(io, content)})}\n`);
}

/**
Returns the document with only the requested fields of its records. Warns about a field that no record has: it may
be misspelled.
*/
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
		say(io, outputMessages.noSuchField(field, suggest(field, [...known]), [...known]));
	}
	return Object.fromEntries(names);
}

/** Returns the value as JSON that is safe for a terminal: control characters are escaped, with the same meaning. */
export const jsonText = (value: unknown, indent = 0, replacer = isoMoments): string =>
	harmlessJson(JSON.stringify(value, replacer, indent));

/** Objects that documents include unchanged. */
const verbatim = new WeakSet<object>();

/** Returns the record with everything that the service sent, unchanged. */
export const asSent = (record: object): object => keepAsSent(sourceOf(record) ?? record);

/** Marks a record that combines several as unchanged. */
export function keepAsSent(record: object): object {
	verbatim.add(record);
	return record;
}

/**
Returns a function that converts a listed server to a document's record. Stored RCON commands and answers are most
of its size, so they are included only on request.
*/
export function serverRecord({format}: Io, isWithCommands: true | undefined): (server: object) => object {
	const isNamed = format?.kind === 'json' && format.fields?.includes('commands');
	const sent = (server: object) =>
		isWithCommands || isNamed ? asSent(server) : keepAsSent({...asSent(server), commands: undefined});
	return sent;
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
Writes aligned columns under headers, two spaces apart, with numbers right-aligned. The output is always
sanitized. On a terminal, lines are cut at its width; piped or in the wide format, they are complete. A very long text is
not aligned: one name of 1 MB would pad each line to 1 MB.
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
	const isCut = stdout.isTTY && format?.kind !== 'wide';
	const most = isCut ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
	for (let row = 0; row <= items.length; row++) {
		const cells = fitted.map(one => {
			const {[row]: text = ''} = one.column.texts;
			return isAligned(text) ? fitCell(text, one) : text;
		});
		const whole = cells.join(between).trimEnd();
		const line = widthOf(whole) > most ? cut(whole, most) : whole;
		const tones = fitted.map(({column}) => column.tones[row]);
		stdout.write(`${colours ? paintCells(line, cells, tones) : line}\n`);
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

/**
Reports a result, without the program name, on stdout unless that carries data: a JSON document, or according
to `hasData`.
*/
export function sayDone({stdout, stderr, format}: Io, sentence: string, hasData = false): void {
	(hasData || format?.kind === 'json' ? stderr : stdout).write(`${printableLine(sentence)}\n`);
}

/** Writes a warning, error or note to stderr: stdout carries only data and results. */
export function say(
	{stderr, diagnostics}: {stderr: Pick<Output, 'write'>; diagnostics?: Pick<Diagnostics, 'onSaid'>},
	sentence: string,
): void {
	diagnostics?.onSaid(sentence);
	stderr.write(outputMessages.prefixed(printableLine(sentence)));
}
