import type {Line} from './console-line.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {indexOfId, lineAt, placeAfter, type Lines} from './console-lines.ts';
import type {Columns, Segment} from './paragraph.ts';
import {rowsOf, timeSegment, type Row} from './rows.ts';
import {ruleSegments, type Rule} from './dividers.ts';
import {consoleMessages} from '../../messages/console.ts';

/** Everything a console can show, from the first row to the last. Only visible blocks are rendered to rows. */
export type Document = {
	lines: Lines;
	rules: readonly Rule[];
	columns: Columns;
	mode: TimeMode;
	now: number;
	/** The time on the service's clock at `now`; ages of its timestamps are counted from there. */
	service: number;
	/** Since when not even polls bring anything, epoch ms. */
	silent: number | undefined;
	unfolded: ReadonlySet<string>;
	/** An answer with more rows than this is folded. */
	foldFrom: number;
	/** The number of rows shown of one that is folded. */
	foldTo: number;
};

/** An entry or a rule, with its position among all blocks. */
export type Block =
	| {kind: 'line'; place: number; index: number; key: string; line: Line}
	| {kind: 'rule'; place: number; key: string; rule: Rule};

/** A row, as the position of its block and the index within the block. */
export type Spot = {place: number; row: number};

export const blockCount = ({lines, rules}: Document): number => lines.length + rules.length;

/** Returns the block at a position. A rule comes before the entry with its index. */
export function blockAt({lines, rules}: Document, place: number): Block | undefined {
	let from = 0;
	let to = rules.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((rules[middle]?.before ?? 0) + middle < place) from = middle + 1;
		else to = middle;
	}
	const rule = rules[from];
	if (rule && rule.before + from === place) return {kind: 'rule', place, key: rule.key, rule};
	const index = place - from;
	const line = index < 0 ? undefined : lineAt(lines, index);
	return line && {kind: 'line', place, index, key: line.id, line};
}

/** Returns the position of the entry with this index. */
export function placeOfLine({rules}: Document, index: number): number {
	let before = 0;
	while (before < rules.length && (rules[before]?.before ?? 0) <= index) before++;
	return index + before;
}

/**
Returns the current position of an entry or rule. If it is gone, `isIt` is false and the position is that of its
successor.
*/
export function placeOf(document: Document, key: string, order: number): {place: number; isIt: boolean} {
	const {lines, rules} = document;
	const rule = rules.findIndex(one => one.key === key);
	if (rule !== -1) return {place: (rules[rule]?.before ?? 0) + rule, isIt: true};
	const after = placeAfter(lines, order);
	for (let index = after - 1; index >= 0; index--) {
		const line = lineAt(lines, index);
		if (!line || line.order !== order) break;
		if (line.id === key) return {place: placeOfLine(document, index), isIt: true};
	}
	const index = indexOfId(lines, key);
	if (index !== -1) return {place: placeOfLine(document, index), isIt: true};
	const next = placeAfter(lines, order - 0.5);
	return {place: Math.min(placeOfLine(document, next), Math.max(0, blockCount(document) - 1)), isIt: false};
}

/** Renders the rows of a block, with the time of an entry on its first row. */
export function rowsOfBlock(document: Document, block: Block): Row[] {
	const {columns, mode, now, service, silent} = document;
	if (block.kind === 'rule') {
		return [{key: block.key, block: block.key, segments: ruleSegments(block.rule, columns, mode, silent)}];
	}
	const {line} = block;
	const isOfService =
		line.kind === 'output'
			? line.isDated
			: line.kind === 'command' && line.sentAt === undefined && line.timestamp !== undefined;
	const time = timeSegment(line.at, mode, columns, isOfService ? service : now);
	return foldedRows(document, line).map((segments, index) => ({
		key: `${line.id} ${index}`,
		block: line.id,
		segments: index === 0 ? [time, ...segments] : segments,
	}));
}

export function heightOf(document: Document, block: Block): number {
	return block.kind === 'rule' ? 1 : foldedRows(document, block.line).length;
}

/** Whether an entry has more rows than are shown while it is folded. */
export const isLong = ({columns, foldFrom}: Document, line: Line): boolean =>
	rowsOf(line, columns).length > foldFrom;

function foldedRows(document: Document, line: Line): readonly (readonly Segment[])[] {
	const {columns, unfolded, foldTo} = document;
	const rows = rowsOf(line, columns);
	if (!isLong(document, line) || unfolded.has(line.id)) return rows;
	const more = consoleMessages.moreRows(rows.length - foldTo);
	const indent: Segment = {text: ' '.repeat(columns.indent), tone: 'faint'};
	return [...rows.slice(0, foldTo), [indent, {text: more, tone: 'pending'}]];
}
