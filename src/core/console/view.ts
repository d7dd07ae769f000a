import {columnsFor, gapRow, rowsOf, ruleRow, timeSegment, type Columns, type Row} from './rows.ts';
import {oldestFirst} from './lines.ts';
import {layoutOf} from '../layout.ts';
import {emptyConsole, type ConsoleBuffer, type Line} from '../state/console.ts';
import type {Gap} from '../state/feed.ts';
import type {State} from '../state/index.ts';
import type {TimeMode} from '../state/view.ts';

/** The part of the selected server's console that is on screen. */
export type ConsoleView = {
	rows: readonly Row[];
	/** The first visible row, counted from the oldest. */
	top: number;
	total: number;
	height: number;
	following: boolean;
	/** Rows below the visible ones. */
	below: number;
	/** Stretches without feed among the lines. */
	gaps: number;
	/** Lines, whatever rows they take. */
	lines: number;
};

/** A line stands for itself: thousands of them are gone through for each frame of a flood. */
type Block = Line | {kind: 'gap'; gap: Gap} | {kind: 'dropped'; count: number};

const heightOf = (block: Block, columns: Columns): number =>
	block.kind === 'gap' || block.kind === 'dropped' ? 1 : rowsOf(block, columns).length;

const none: readonly Gap[] = [];

/** `now` is only needed where times are shown as ages. */
export function consoleView(state: State, now = 0): ConsoleView {
	const {view, feed} = state;
	const pane = layoutOf(view).panes.console;
	const width = pane?.width ?? view.size.columns;
	const height = Math.max(1, (pane?.height ?? view.size.rows) - 1);
	const id = view.selectedId;
	const buffer = (id === undefined ? undefined : state.console[id]) ?? emptyConsole;
	const gaps = id === undefined ? none : feed.gaps;
	const columns = columnsFor(width, view.time);
	const {blocks, total} = blocksOf(buffer, gaps, columns);
	const last = Math.max(0, total - height);
	const wished = id === undefined ? undefined : view.consoleTop[id];
	const top = wished === undefined ? last : Math.max(0, Math.min(last, wished));
	const rows = visibleRows(blocks, {top, height, total, columns, mode: view.time, now});
	return {
		rows,
		top,
		total,
		height,
		following: wished === undefined,
		below: Math.max(0, total - top - height),
		gaps: gaps.length,
		lines: buffer.lines.length,
	};
}

type Blocks = {blocks: readonly Block[]; total: number};

let lastBlocks: {buffer: ConsoleBuffer; gaps: readonly Gap[]; columns: Columns; value: Blocks} | undefined;

function blocksOf(buffer: ConsoleBuffer, gaps: readonly Gap[], columns: Columns): Blocks {
	const known = lastBlocks;
	if (
		known?.buffer === buffer &&
		known.gaps === gaps &&
		known.columns.width === columns.width &&
		known.columns.time === columns.time
	) {
		return known.value;
	}
	const value = merge(buffer, gaps, columns);
	lastBlocks = {buffer, gaps, columns, value};
	return value;
}

/** Lines in their order; a gap stands before the first line that is not older than its beginning. */
function merge({lines, dropped}: ConsoleBuffer, gaps: readonly Gap[], columns: Columns): Blocks {
	const blocks: Block[] = dropped > 0 ? [{kind: 'dropped', count: dropped}] : [];
	let next = 0;
	let total = blocks.length;
	const add = (block: Block) => {
		blocks.push(block);
		total += heightOf(block, columns);
	};
	const addGapsUntil = (order: number) => {
		for (let gap = gaps[next]; gap && gap.from <= order; gap = gaps[++next]) add({kind: 'gap', gap});
	};
	for (const line of oldestFirst(lines)) {
		addGapsUntil(line.order);
		add(line);
	}
	addGapsUntil(Number.POSITIVE_INFINITY);
	return {blocks, total};
}

type Window = {top: number; height: number; total: number; columns: Columns; mode: TimeMode; now: number};

/** Only the blocks that reach into the window are made into rows; they are sought from the end, where people look. */
function visibleRows(blocks: readonly Block[], {top, height, total, ...how}: Window): Row[] {
	const bottom = Math.min(total, top + height);
	let index = blocks.length;
	let start = total;
	while (index > 0 && start > top) {
		const block = blocks[--index];
		if (block) start -= heightOf(block, how.columns);
	}
	const rows: Row[] = [];
	for (let at = start; index < blocks.length && at < bottom; index++) {
		const block = blocks[index];
		if (!block) break;
		for (const row of rowsOfBlock(block, how)) {
			if (at >= top && at < bottom) rows.push(row);
			at++;
		}
	}
	return rows;
}

function rowsOfBlock(
	block: Block,
	{columns, mode, now}: Pick<Window, 'columns' | 'mode' | 'now'>,
): readonly Row[] {
	switch (block.kind) {
		case 'gap':
			return [{key: `gap ${block.gap.from}`, segments: gapRow(block.gap, mode, columns)}];
		case 'dropped':
			return [
				{key: 'dropped', segments: ruleRow(`-- ${block.count} older lines dropped `, columns.width, 'faint')},
			];
		case 'command':
		case 'note': {
			const time = timeSegment(block.at, mode, columns, now);
			return rowsOf(block, columns).map((segments, index) => ({
				key: `${block.id} ${index}`,
				segments: index === 0 ? [time, ...segments] : segments,
			}));
		}
	}
}
