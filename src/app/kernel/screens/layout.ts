import {memoize} from '../../../lib/lists/memoize.ts';
import {isScreen, type PaneId, type Size, type ViewState} from '../state/view-state.ts';

/** In terminal cells; `x` and `y` count from zero. */
export type Rect = {x: number; y: number; width: number; height: number};

/**
`wide`: servers on the left, console on the right. `stacked`: one above the other. `single`: one pane at a time. `tiny`:
room for one sentence only.
*/
export type Layout = {
	mode: 'wide' | 'stacked' | 'single' | 'tiny';
	size: Size;
	header: Rect;
	/** The panes on screen, each with its title row; the servers also have a header row. */
	panes: Partial<Record<PaneId, Rect>>;
	/** The columns between adjacent panes. */
	dividers: readonly Rect[];
	/**
	The command input, with a rule above it if there is room. undefined on a screen that does not concern one server.
	*/
	input: Rect | undefined;
	/** Below the pane that is read, never below the list; undefined without the welcome, or without room for it. */
	welcome: Rect | undefined;
	hints: Rect;
};

/** The smallest width with panes side by side. */
const minWideColumns = 120;
/** The smallest width of the list beside the console: whole names and states, the last hours, and the node of each server. */
const minListBeside = 67;
/** The smallest width at which the timeline is always on screen. */
const minTimelineColumns = 200;
/** Extra width goes first to the columns of the list, then to the timeline. */
const minWithTimeline = {servers: 88, timeline: 54};
const maxWithTimeline = {servers: 112, timeline: 80};
/** The columns that the console keeps while the timeline has the focus and takes what it can use. */
const minConsoleBesideTimeline = 40;
const minSize: Size = {columns: 40, rows: 10};

type View = Pick<ViewState, 'size' | 'pane' | 'zoomed'> &
	Partial<Pick<ViewState, 'welcome' | 'input' | 'wantedListRows' | 'allListRows'>>;

/** Returns the rectangles of a screen. They cover it exactly and do not overlap. */
export const layoutOf = ({
	size,
	pane,
	zoomed,
	welcome = false,
	input = false,
	wantedListRows = 0,
	allListRows = 0,
}: View): Layout =>
	measureLayout(size, pane, zoomed, welcome, pane === 'servers' && !input, wantedListRows, allListRows);

const measureLayout = memoize(
	(
		size: Size,
		pane: PaneId,
		zoomed: boolean,
		welcome: boolean,
		isInList: boolean,
		wantedListRows: number,
		allListRows: number,
	) => {
		const layout = measure({size, pane, zoomed, welcome, isInList, wantedListRows, allListRows});
		return welcome ? withWelcome(layout) : layout;
	},
);

/** Its title and three lines. */
const welcomeHeight = 4;
/** The smallest height left to a pane, title included. */
const minHeightBesideWelcome = 5;

/** Takes the room for the welcome from the pane above the command input, never from the list of servers. */
function withWelcome(layout: Layout): Layout {
	const {mode, panes, input} = layout;
	// In the wide layout they are elsewhere.
	if (!input || mode === 'single' || (mode === 'stacked' && panes.details)) return layout;
	const above = Object.entries(panes).find(
		([, {x, y, height}]) =>
			x === input.x && y + height === input.y && height >= minHeightBesideWelcome + welcomeHeight,
	);
	if (!above) return layout;
	const [id, rect] = above;
	const height = rect.height - welcomeHeight;
	return {
		...layout,
		panes: {...panes, [id]: {...rect, height}},
		welcome: {...rect, y: rect.y + height, height: welcomeHeight},
	};
}

function measure({
	size,
	pane,
	zoomed,
	welcome,
	isInList,
	wantedListRows,
	allListRows,
}: Required<Omit<View, 'input'>> & {isInList: boolean}): Layout {
	const {columns, rows} = size;
	const line = (y: number, height = 1): Rect => ({x: 0, y, width: columns, height});
	if (columns < minSize.columns || rows < minSize.rows) {
		return {
			mode: 'tiny',
			size,
			header: line(0, 0),
			panes: {},
			dividers: [],
			input: undefined,
			welcome: undefined,
			hints: line(0, 0),
		};
	}
	const header = line(0, rows < 12 ? 1 : 2);
	const hints = line(rows - 1);
	const body: Rect = {
		x: 0,
		y: header.height,
		width: columns,
		height: rows - header.height - hints.height,
	};
	const shared = {size, header, hints, welcome: undefined};
	if (isScreen(pane)) {
		const mode = columns >= minWideColumns ? 'wide' : columns < 80 || rows < 18 ? 'single' : 'stacked';
		return {...shared, mode, panes: {[pane]: body}, dividers: [], input: undefined};
	}
	// Where the timeline is not always on screen, it takes the width that its rows need.
	const isAlone = zoomed || (pane === 'timeline' && columns < minTimelineColumns);
	if (isAlone || columns < 80 || rows < 18) return {...shared, ...single(body, pane)};
	return columns >= minWideColumns
		? {...shared, ...wide(body, pane, allListRows)}
		: {...shared, ...stackPanes(body, pane, {isInList, wantedListRows, welcome})};
}

type Body = Pick<Layout, 'mode' | 'panes' | 'dividers' | 'input'>;

/** Splits an area into the command input at the bottom and the rest above it. */
function withInput(area: Rect): {input: Rect; rest: Rect} {
	const height = area.height >= 20 ? 2 : 1;
	return {
		input: {...area, y: area.y + area.height - height, height},
		rest: {...area, height: area.height - height},
	};
}

function single(body: Rect, pane: PaneId): Body {
	const {input, rest} = withInput(body);
	return {mode: 'single', panes: {[pane]: rest}, dividers: [], input};
}

/** The height of an empty console under the list: its title, the text that says so, and a spare row. */
const minEmptyConsole = 4;

function stackPanes(
	body: Rect,
	pane: PaneId,
	{isInList, wantedListRows, welcome}: {isInList: boolean; wantedListRows: number; welcome: boolean},
): Body {
	const {input, rest} = withInput(body);
	// Details and multi-server results replace the console while they have the focus.
	const below = pane === 'details' || pane === 'results' ? pane : 'console';
	const isRead = !isInList && !(below === 'console' && wantedListRows > 0);
	// At 80x24, seven servers in sixteen free rows, and three while something in the pane below is read.
	const usual = Math.min(2 + Math.round((rest.height - 3) * (isRead ? 0.2 : 0.44)), 22);
	const minBelow = welcome ? minHeightBesideWelcome + welcomeHeight : minEmptyConsole;
	// An empty console leaves its rows to the list only while the list has the focus.
	const wanted = isInList ? 2 + wantedListRows : 0;
	const upper = Math.max(usual, Math.min(wanted, rest.height - minBelow));
	const servers = {...rest, height: upper};
	const lower = {...rest, y: rest.y + upper, height: rest.height - upper};
	return {mode: 'stacked', panes: {servers, [below]: lower}, dividers: [], input};
}

/** Returns the widths of the list and the timeline; the console gets the rest. */
function sideBySide(columns: number, pane: PaneId): {width: number; timelineWidth: number} {
	const spare = columns - minTimelineColumns;
	if (spare < 0)
		return {width: Math.min(74, Math.max(minListBeside, Math.floor(columns * 0.4))), timelineWidth: 0};
	const width = Math.min(maxWithTimeline.servers, minWithTimeline.servers + spare);
	const wider = Math.floor((spare - (width - minWithTimeline.servers)) / 4);
	const wanted =
		pane === 'timeline' ? columns - width - 2 - minConsoleBesideTimeline : minWithTimeline.timeline + wider;
	return {width, timelineWidth: Math.min(maxWithTimeline.timeline, wanted)};
}

/** The fewest rows of details below the list that are of use, and the most with the rows that the list does not need. */
const [minDetails, maxDetails] = [8, 30];

/** Returns the rows of the details below the list. A longer list gets them, until the details have the focus. */
function detailRows({height}: Rect, pane: PaneId, listRows: number): number {
	const usual = Math.min(18, Math.round(height * 0.4));
	const left = height - (2 + listRows);
	// A blank row stays below a short list. An empty one may not have been read yet.
	const spare = listRows === 0 || left <= usual ? Math.min(left, usual) : Math.min(maxDetails, left - 1);
	if (pane === 'details') return Math.max(usual, spare);
	// A screen of forty rows has room for the details; a lower one only while they have the focus.
	if (height < 37) return 0;
	return spare >= minDetails ? spare : 0;
}

function wide(body: Rect, pane: PaneId, listRows: number): Body {
	const {width, timelineWidth} = sideBySide(body.width, pane);
	const left = {...body, width};
	const column = (x: number, columns: number): Rect => ({...body, x, width: columns});
	const hasTimeline = timelineWidth > 0;
	const right = body.width - width - 1 - (hasTimeline ? timelineWidth + 1 : 0);
	const {input, rest} = withInput(column(width + 1, right));
	const timeline = column(body.width - timelineWidth, timelineWidth);
	const below = detailRows(body, pane, listRows);
	const servers = {...left, height: left.height - below};
	const details = {...left, y: left.y + servers.height, height: below};
	return {
		mode: 'wide',
		panes: {
			servers,
			[pane === 'results' ? pane : 'console']: rest,
			...(below > 0 && {details}),
			...(hasTimeline && {timeline}),
		},
		dividers: [column(width, 1), ...(hasTimeline ? [column(timeline.x - 1, 1)] : [])],
		input,
	};
}
