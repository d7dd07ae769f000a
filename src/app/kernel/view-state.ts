import type {PaletteId} from './palette-ids.ts';
import {withEntry, withoutKey} from '../../lib/maps.ts';
import type {ProfileChoice} from './config-access.ts';
import type {Report} from './report.ts';
import type {SavedViews} from './saved-view.ts';
import {emptyField, type TextField} from './text-field.ts';
import type {Message} from '../../messages/text.ts';

/**
The first five are on the main screen, where the results of several servers replace the console. Each of the others has
its own screen.
*/
export type PaneId =
	'servers' | 'console' | 'results' | 'details' | 'timeline' | 'nodes' | 'automations' | 'team' | 'players';
export const timeModes = ['clock', 'utc', 'relative'] as const;
export type TimeMode = (typeof timeModes)[number];
export type Size = {columns: number; rows: number};

/**
The entry, gap or bookmark at the top, and which of its rows. `order` is its position in time, which finds its neighbors
if it is gone. `seen` is the total number of entries when the user scrolled away from the end.
*/
export type ConsoleTop = {key: string; order: number; row: number; seen: number};

/**
Which keys are dropped until the keyboard was quiet for a while. `all`: those typed for a dialog that was refused or is
not ready. `enter`: an Enter that would confirm a question that only just appeared.
*/
export type TypingGuard = {
	drops: 'all' | 'enter';
	/** The time of the last key, by `clock.monotonic`. */
	at: number;
	quietMs: number;
	/** Why it is on, repeated with the first key that is dropped. */
	reason?: Message | undefined;
	hasDropped: boolean;
};

export type ViewState = {
	size: Size;
	/** False only if the terminal reported that it lost the focus. */
	hasFocus: boolean;
	currentId: string | undefined;
	pane: PaneId;
	/** The id of the node or server that the round through all alerts reached last. */
	lastAlert: string | undefined;
	/** The pane fills the screen. */
	zoomed: boolean;
	/** The command input has the focus. */
	input: boolean;
	/** The input is for the selected servers. */
	toSelection: boolean;
	/** The unsent input for each server; survives switching. */
	drafts: ReadonlyMap<string, TextField>;
	/** The draft for the previous selection. */
	setAside: {selection: ReadonlySet<string>; draft: TextField} | undefined;
	/** The filter of the list; `editing` while it has the focus. */
	filter: {field: TextField; editing: boolean};
	/** The server list's sort order. Equal servers are sorted by name. */
	sort: string;
	/** Servers are grouped by node. */
	grouped: boolean;
	/** By id, so that moving rows does not change the selection. */
	selection: ReadonlySet<string>;
	/** The server at which a range selection started, while it is being extended. */
	range: string | undefined;
	/** The top of each console that does not follow the end; absent while it follows. */
	consoleTop: ReadonlyMap<string, ConsoleTop>;
	time: TimeMode;
	/** Ctrl-C was pressed with nothing to stop; the next one quits. */
	quitArmed: boolean;
	/** Which keys are dropped until there is a pause. */
	typing: TypingGuard | undefined;
	/** The welcome of the first run is shown: what this is, and what to press. */
	welcome: boolean;
	/** What was run from the palette, latest first. */
	recent: readonly PaletteId[];
	/** The columns of the server list in order, by id; undefined: as many as fit. */
	columns: readonly string[] | undefined;
	/** The named views of the server list. */
	views: SavedViews;
	/** The profiles that the session can switch to. */
	profiles: readonly ProfileChoice[];
	/** The profile whose choice was refused because something would be lost; choosing it again switches. */
	refusedProfile: string | undefined;
	/** The filters that were used, newest first, by list. */
	filterHistory: ReadonlyMap<string, readonly string[]>;
	/** The filter of the history in the text field, and the text that was typed before it. */
	filterRecall: {at: number; typed: string} | undefined;
	/** The rows that the server list could use while the current console is empty, otherwise 0; kept by the root reducer. */
	wantedListRows: number;
	/** What happened before this session; undefined: it is not known, or not read yet. */
	away: {report: Report; copies: {text: string; markdown: string}} | undefined;
	/** The first row of the server details, and the server for which they were scrolled. */
	detailsTop: {serverId: string; row: number} | undefined;
};

/** What a profile keeps while another one is open: how its list is shown, and its filters. */
export type KeptView = Pick<ViewState, 'filter' | 'sort' | 'columns' | 'grouped' | 'filterHistory' | 'time'>;

export const keptView = ({filter, sort, columns, grouped, filterHistory, time}: ViewState): KeptView => ({
	filter,
	sort,
	columns,
	grouped,
	filterHistory,
	time,
});

export const initialView: ViewState = {
	size: {columns: 80, rows: 24},
	hasFocus: true,
	currentId: undefined,
	pane: 'servers',
	lastAlert: undefined,
	zoomed: false,
	input: false,
	toSelection: false,
	drafts: new Map(),
	setAside: undefined,
	filter: {field: emptyField, editing: false},
	sort: 'alerts',
	grouped: false,
	selection: new Set(),
	range: undefined,
	consoleTop: new Map(),
	time: 'clock',
	quitArmed: false,
	typing: undefined,
	welcome: false,
	recent: [],
	columns: undefined,
	views: new Map(),
	profiles: [],
	refusedProfile: undefined,
	filterHistory: new Map(),
	filterRecall: undefined,
	wantedListRows: 0,
	away: undefined,
	detailsTop: undefined,
};

export type ViewEvent =
	| {type: 'view/changed'; change: Partial<Omit<ViewState, 'drafts' | 'consoleTop'>>}
	| {type: 'view/drafted'; serverId: string; draft: TextField}
	/** If `top` is undefined, the console follows the end. */
	| {type: 'view/scrolled'; serverId: string; top: ConsoleTop | undefined};

export function reduceView(state: ViewState, event: ViewEvent): ViewState {
	switch (event.type) {
		case 'view/changed':
			return {...withDraftOf(state, event.change.selection), ...event.change};
		case 'view/drafted':
			return {...state, drafts: withEntry(state.drafts, event.serverId, event.draft)};
		case 'view/scrolled': {
			const {serverId, top} = event;
			const consoleTop =
				top === undefined
					? withoutKey(state.consoleTop, serverId)
					: withEntry(state.consoleTop, serverId, top);
			return {...state, consoleTop};
		}
	}
}

/** The key of the draft for the selected servers. */
export const selectionDraft = '* selected';

/** Keeps text typed for some servers out of the input for others; restores it when the same set is selected again. */
function withDraftOf(state: ViewState, selection: ReadonlySet<string> = state.selection): ViewState {
	if (selection === state.selection || isSameSet(selection, state.selection)) return state;
	const left = state.drafts.get(selectionDraft);
	const drafts = withoutKey(state.drafts, selectionDraft);
	const setAside = left && left.text !== '' ? {selection: state.selection, draft: left} : state.setAside;
	if (!setAside || !isSameSet(setAside.selection, selection)) return {...state, drafts, setAside};
	return {...state, drafts: withEntry(drafts, selectionDraft, setAside.draft), setAside: undefined};
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b);
