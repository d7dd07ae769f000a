import path from 'node:path';
import {UsageError} from '../lib/errors.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {addDescribed, describedFields, isField} from './described.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';

/*
A table with a header row, as spreadsheets export it (RFC 4180): between commas, semicolons or tabs, with quotes around
values that contain these, quotes or line breaks.
*/

type Row = {line: number; cells: readonly string[]};

export function readCsv({path: file, text}: SourceFile): Reading {
	const {add, skip, remark, reading} = createReading();
	const [header, ...rows] = rowsOf(text);
	const names = (header?.cells ?? []).map(columnName);
	const known = names.filter(isField);
	const twice = known.find((name, index) => known.indexOf(name) !== index);
	if (twice !== undefined) throw new UsageError(adoptMessages.duplicateColumn(twice));
	if (!known.includes('name') || !(known.includes('address') || known.includes('host')))
		throw new UsageError(adoptMessages.noHeader(describedFields.join(', ')));
	// Only the known columns: all rows times all columns could be billions of cells.
	const columns = names.flatMap((name, index) => (isField(name) ? [[name, index] as const] : []));
	const others = names.filter(name => name !== '' && !isField(name));
	if (others.length > 0) remark(adoptMessages.ignoredColumns(others));
	for (const {line, cells} of rows) {
		const where = `${path.basename(file)}:${line}`;
		const fields = new Map(columns.map(([name, index]) => [name, cells[index] ?? '']));
		if (cells.every(cell => cell.trim() === '')) continue;
		if (cells.length > names.length)
			skip(fields.get('name') || adoptMessages.unnamed, adoptMessages.extraCells, where);
		else addDescribed({add, skip}, fields, {file, where});
	}
	return reading;
}

/** `Password file` is the column `password_file`. */
const columnName = (cell: string): string => cell.trim().toLowerCase().replaceAll(/[ -]+/g, '_');

/** The first line with which Excel names its delimiter; some programs write quotes around it. */
const excelDeclaration = /^"?sep=([^\r\n"])"?(?:\r\n?|\n)/i;

/** Returns the delimiter of a header row. */
const delimiterOf = (header: string): string =>
	[',', ';', '\t'].reduce((best, each) => (countOf(header, each) > countOf(header, best) ? each : best));

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** Throws `UsageError` for a quote that never ends: every row after it would be lost. */
function rowsOf(text: string): Row[] {
	const [declaration = '', declared] = excelDeclaration.exec(text) ?? [];
	const table = text.slice(declaration.length);
	const delimiter = declared ?? delimiterOf(table.slice(0, table.search(/[\r\n]|$/)));
	const rows: Row[] = [];
	let cells: string[] = [];
	let line = declared === undefined ? 1 : 2;
	let start = line;
	let at = declaration.length;
	while (at < text.length) {
		const {value, end, lines} = cellAt(text, at, delimiter, line);
		cells.push(value);
		line += lines;
		at = end;
		if (text.charAt(at) === delimiter) {
			at++;
			if (at < text.length) continue;
			cells.push('');
		}
		rows.push({line: start, cells});
		cells = [];
		if (text.startsWith('\r\n', at)) at++;
		at++;
		line++;
		start = line;
	}
	return rows;
}

type Cell = {value: string; end: number; lines: number};

function cellAt(text: string, at: number, delimiter: string, line: number): Cell {
	if (text.charAt(at) !== '"') {
		let end = at;
		while (end < text.length && text.charAt(end) !== delimiter && !/[\r\n]/.test(text.charAt(end))) end++;
		return {value: text.slice(at, end), end, lines: 0};
	}
	const parts: string[] = [];
	let from = at + 1;
	for (;;) {
		const quote = text.indexOf('"', from);
		if (quote === -1) throw new UsageError(adoptMessages.openQuote(line));
		parts.push(text.slice(from, quote));
		from = quote + 1;
		if (text.charAt(from) !== '"') break;
		parts.push('"');
		from++;
	}
	const quoted = parts.join('');
	// Text after the closing quote belongs to the value, as spreadsheets read it.
	const {value, end} = cellAt(text, from, delimiter, line);
	return {value: quoted + value, end, lines: countOf(quoted, '\n')};
}
