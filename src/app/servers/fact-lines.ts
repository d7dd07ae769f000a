import {pushAll} from '../../lib/lists/long-lists.ts';
import {cut, widthOf, wrap} from '../../lib/text/width.ts';

/** `key` identifies the row of the fact. */
export type FactLine = {key: string; label: string; text: string};

/** More rows for one fact would crowd out others. */
const maxRows = 3;
const gap = '  ';

/**
Lays out facts as rows of this width. Facts with several parts wrap between parts. A long text gets further
rows only if there are spare ones, and is cut otherwise; a reason is never cut.
*/
export function factLines(
	facts: readonly {label: string; text: string; isReason?: true}[],
	{width, room}: {width: number; room: number},
): FactLine[] {
	const all = facts.map(({label, text, isReason = false}) => ({
		label,
		rows: rowsOf(text, width),
		whole: !isReason && !hasParts(text),
		most: isReason ? Infinity : maxRows,
	}));
	const wanted = all.map(({rows, most}) => Math.min(most, rows.length));
	const taken = all.reduce((sum, {whole}, index) => sum + (whole ? 1 : (wanted[index] ?? 1)), 0);
	let spare = Math.max(0, room - taken);
	return all.flatMap(({label, rows, whole}, index) => {
		const most = wanted[index] ?? 1;
		const height = whole ? Math.min(most, 1 + spare) : most;
		if (whole) spare -= height - 1;
		const last = cut(rows.slice(height - 1).join(' '), width);
		return [...rows.slice(0, height - 1), last].map((text, row) => ({
			key: `${index} ${row}`,
			label: row === 0 ? label : '',
			text,
		}));
	});
}

const hasParts = (text: string) => text.includes(gap);

/**
Wraps a fact, such as `198.51.100.34:7781  query 27017` / `rcon 27020`. Parts are separated by two or more
spaces and stay whole if they fit.
*/
function rowsOf(text: string, width: number): string[] {
	const room = Math.max(8, width);
	if (widthOf(text) <= room) return [text];
	const rows: string[] = [];
	for (const part of text.split(/ {2,}/)) {
		const last = rows.at(-1);
		const joined = last === undefined ? part : last + gap + part;
		if (last !== undefined && widthOf(joined) <= room) rows[rows.length - 1] = joined;
		else pushAll(rows, wrap(part, room));
	}
	return rows;
}
