import {serviceNow} from '../kernel/access.ts';
import {layoutOf} from '../kernel/layout.ts';
import {unreachableSince} from '../kernel/connectivity.ts';
import {entryCount} from './console-buffer.ts';
import {emptyConsole} from './console-state.ts';
import type {Gap} from '../kernel/feed-state.ts';
import type {State} from '../state.ts';
import type {Bookmark} from '../timeline/bookmarks.ts';
import {blockAt, placeOf, rowsOfBlock, type Block, type Document, type Spot} from './blocks.ts';
import {columnsFor, type Row} from './rows.ts';
import {rulesOf} from './dividers.ts';
import {shownLines} from './shown-lines.ts';
import {bottomSpot, isBefore} from './scroll-position.ts';
import {pushAll} from '../../lib/long-lists.ts';

/** The visible part of the current server's console. */
export type ConsoleView = {
	rows: readonly Row[];
	/** The first visible row. */
	top: Spot;
	/** The first row of the window at the end. */
	bottom: Spot;
	height: number;
	following: boolean;
	/** Entries below the visible ones. */
	below: number;
	/** Entries added since the user scrolled away from the end. */
	fresh: number;
	/** Stretches without feed among the entries. */
	gaps: number;
	/** The number of entries shown, whatever rows they take. */
	lines: number;
	/** The block with the cursor. */
	cursor: Block | undefined;
	document: Document;
};

const noGaps: readonly Gap[] = [];
const noBookmarks: readonly Bookmark[] = [];
/** Answers with fewer rows are never folded if the pane has room for them. */
const minFoldedRows = 10;

/** Returns the view of the current console. `now` matters only if times are shown as ages. */
export function consoleView(state: State, now = 0): ConsoleView {
	const {view, reading} = state;
	const pane = layoutOf(view).panes.console;
	const field = reading.search ? 1 : 0;
	const height = Math.max(1, (pane?.height ?? view.size.rows) - 1 - field);
	const document = documentOf(state, height, now);
	const id = view.currentId ?? '';
	const bottom = bottomSpot(document, height);
	const wanted = view.consoleTop.get(id);
	const found = wanted && placeOf(document, wanted.key, wanted.order);
	const spot = found && {place: found.place, row: found.isIt ? wanted.row : 0};
	const following = spot === undefined;
	const top = spot && isBefore(spot, bottom) ? spot : bottom;
	const {rows, blocks} = visible(document, top, height);
	const last = blocks.findLast(block => block.kind === 'line');
	return {
		rows,
		top,
		bottom,
		height,
		following,
		below: document.lines.length - 1 - (last?.kind === 'line' ? last.index : -1),
		fresh: wanted ? Math.max(0, entryCount(state.console.get(id) ?? emptyConsole) - wanted.seen) : 0,
		gaps: view.currentId === undefined ? 0 : state.feed.gaps.length,
		lines: document.lines.length,
		cursor: cursorOf(blocks, reading.cursor.get(id), following),
		document,
	};
}

function documentOf(state: State, height: number, now: number): Document {
	const {view, reading, console, feed, bookmarks, fleet} = state;
	const id = view.currentId;
	const buffer = console.get(id ?? '') ?? emptyConsole;
	const {lines: all, dropped, droppedTo, droppedOutputs, missing, skewMs} = buffer;
	const lines = shownLines(all, reading.source);
	const {gameType} = fleet.servers.get(id ?? '') ?? {};
	const width = layoutOf(view).panes.console?.width ?? view.size.columns;
	// In a low pane, the command and the fold notice must fit as well.
	const foldTo = Math.max(Math.min(minFoldedRows, height - 2), Math.floor((height * 2) / 3), 1);
	return {
		lines,
		rules: rulesOf(
			lines,
			id === undefined ? noGaps : feed.gaps,
			id === undefined ? noBookmarks : bookmarks,
			id === undefined ? undefined : reading.unread.get(id),
			dropped,
			droppedTo,
			droppedOutputs,
			missing,
			skewMs,
		),
		columns: columnsFor(width, view.time, {raw: reading.raw, gameType}),
		mode: view.time,
		now,
		service: serviceNow(state.access, console.get(id ?? ''), now),
		silent: unreachableSince(state),
		unfolded: reading.unfolded,
		foldTo,
		foldFrom: foldTo + 2,
	};
}

function visible(document: Document, {place, row}: Spot, height: number): {rows: Row[]; blocks: Block[]} {
	const rows: Row[] = [];
	const blocks: Block[] = [];
	let block = blockAt(document, place);
	for (let skip = row; block && rows.length < height; skip = 0) {
		pushAll(rows, rowsOfBlock(document, block).slice(skip));
		blocks.push(block);
		block = blockAt(document, block.place + 1);
	}
	return {rows: rows.slice(0, height), blocks};
}

/**
Returns the block with the cursor while it is on screen; otherwise the newest visible command, or the oldest if the user
has scrolled.
*/
function cursorOf(blocks: readonly Block[], key: string | undefined, following: boolean): Block | undefined {
	const put = blocks.find(block => block.key === key);
	if (put) return put;
	const isCommand = (block: Block) => block.kind === 'line' && block.line.kind === 'command';
	return (following ? blocks.findLast(isCommand) : blocks.find(isCommand)) ?? blocks.at(0);
}
