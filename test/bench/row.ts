/** A row of the table that `npm run bench` prints. */
export type Row = {
	what: string;
	/** With its unit; or why there is none. */
	figure: string;
	/** What to reach, with its unit. A row without it is for comparison. */
	target?: string;
	isMet?: boolean;
};

/** What every file in `benchmarks.ts` exports as `run`. `seconds`: how long to measure, if the user says so. */
export type Run = (options: {seconds?: number | undefined}) => Promise<readonly Row[]>;

/** `×`: relative to what the row names, in the same run. */
type Unit = '×' | 'ms' | 's' | 'MB' | 'kB';

type Measured = {
	unit: Unit;
	/** The target: at most this value. */
	most?: number | undefined;
	/** Further figures of the same measurement, shown in parentheses. */
	detail?: string;
};

/** Compares the number as it is shown, so that no row reads "2.5 of at most 2.5: miss". */
export function rowOf(what: string, value: number, {unit, most, detail}: Measured): Row {
	const shown = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
	const figure = `${quantity(shown, unit)}${detail === undefined ? '' : ` (${detail})`}`;
	return {
		what,
		figure,
		...(most !== undefined && {target: `≤ ${quantity(most, unit)}`, isMet: shown <= most}),
	};
}

const quantity = (value: number, unit: Unit) => `${value.toLocaleString('en-US')} ${unit}`;

/** A Markdown table, padded so that it can be read in a terminal. */
export function tableOf(rows: readonly (Row & {command: string})[]): string {
	const cells = rows.map(({what, figure, target = '', isMet, command}) => [
		what,
		figure,
		target,
		isMet === undefined ? '' : isMet ? 'pass' : 'miss',
		`\`${command}\``,
	]);
	const headings = ['What', 'Figure', 'Target', 'Result', 'Command'];
	const widths = headings.map((heading, column) =>
		cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), heading.length),
	);
	const line = (row: readonly string[], fill = ' ') =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
	return [
		line(headings),
		line(
			headings.map(() => ''),
			'-',
		),
		...cells.map(row => line(row)),
	].join('\n');
}
