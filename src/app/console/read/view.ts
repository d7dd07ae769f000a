import {
	type Block,
	blockAt,
	blockCount,
	type Document,
	heightOf,
	placeOf,
	rowsOfBlock,
	rulesOf,
	type Spot,
} from './blocks.ts';
import {toneOf} from '../../../actions/activity.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import type {Chunk, Line, Lines} from '../record/lines.ts';
import type {ConsoleSource} from './reading-state.ts';
import {serviceNow} from '../../kernel/state/access.ts';
import {layoutOf} from '../../kernel/screens/layout.ts';
import {unreachableSince} from '../../kernel/state/connectivity.ts';
import {entryCount} from '../record/buffer.ts';
import {emptyConsole} from '../record/state.ts';
import type {Gap} from '../../kernel/state/feed-state.ts';
import type {State} from '../../state.ts';
import type {Bookmark} from '../../timeline/bookmarks.ts';
import {columnsFor, type Row} from './rows.ts';
import {pushAll} from '../../../lib/lists/long-lists.ts';

/** Returns the first row of a window that ends with the very last row. */
function bottomSpot(document: Document, height: number): Spot {
	let left = height;
	for (let place = blockCount(document) - 1; place >= 0; place--) {
		const block = blockAt(document, place);
		const rows = block ? heightOf(document, block) : 0;
		if (rows >= left) return {place, row: rows - left};
		left -= rows;
	}
	return {place: 0, row: 0};
}

export const isBefore = (one: Spot, other: Spot): boolean =>
	one.place < other.place || (one.place === other.place && one.row < other.row);

/** Returns the spot `by` rows down, or up if negative, limited to existing rows. */
export function moveBy(document: Document, {place, row}: Spot, by: number): Spot {
	let spot = {place, row: row + by};
	while (spot.row < 0) {
		const block = blockAt(document, spot.place - 1);
		if (!block) return {place: 0, row: 0};
		spot = {place: block.place, row: spot.row + heightOf(document, block)};
	}
	for (let block = blockAt(document, spot.place); block; block = blockAt(document, spot.place)) {
		const rows = heightOf(document, block);
		if (spot.row < rows) return spot;
		spot = {place: spot.place + 1, row: spot.row - rows};
	}
	return {place: Math.max(0, blockCount(document) - 1), row: 0};
}

type Part = Exclude<ConsoleSource, 'all'>;

const passes: Readonly<Record<Part, (line: Line) => boolean>> = {
	mine: line =>
		line.kind === 'command'
			? line.origin === 'me'
			: line.kind === 'note' && toneOf(line.activity) !== 'state',
	others: line => line.kind === 'command' && line.origin === 'other',
	states: line => line.kind === 'note' && toneOf(line.activity) === 'state',
	commands: line => line.kind !== 'output',
	output: line => line.kind === 'output',
	chat: line => line.kind === 'output' && line.printed.kind !== 'output',
};

const parts: Readonly<Record<Part, WeakMap<Chunk, Chunk>>> = {
	mine: new WeakMap(),
	others: new WeakMap(),
	states: new WeakMap(),
	commands: new WeakMap(),
	output: new WeakMap(),
	chat: new WeakMap(),
};

/** Returns the entries of one source. Unchanged chunks are not filtered again. */
export const shownLines = memoize((lines: Lines, source: ConsoleSource): Lines => {
	if (source === 'all') return lines;
	const chunks = lines.chunks.map(chunk => partOf(chunk, source)).filter(chunk => chunk.length > 0);
	return {length: chunks.reduce((sum, chunk) => sum + chunk.length, 0), chunks};
});

function partOf(chunk: Chunk, source: Part): Chunk {
	const known = parts[source].get(chunk) ?? filtered(chunk, source);
	parts[source].set(chunk, known);
	return known;
}

function filtered(chunk: Chunk, source: Part): Chunk {
	const entries = chunk.filter(passes[source]);
	return entries.length === chunk.length ? chunk : entries;
}

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
	const header = row > 0 && height >= minHeightWithHeader ? headerOf(document, blocks[0]) : [];
	return {rows: [...header, ...rows.slice(header.length, height)], blocks};
}

/** A pane with fewer rows has none for the header of an entry whose start is out of view. */
const minHeightWithHeader = 4;

/** Returns the first row of an entry, which stays at the top of the pane while the rest is read. */
function headerOf(document: Document, block: Block | undefined): Row[] {
	const [first] = block?.kind === 'line' ? rowsOfBlock(document, block) : [];
	return first ? [{...first, key: `${first.block}:header`}] : [];
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
