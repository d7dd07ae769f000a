import type {Sample} from '../../../actions/sample.ts';
import {themeFiles} from '../../../contract/theme-files.ts';
import type {TypedJobAction} from '../../../contract/models/job.ts';
import {type ScreenId, screenIds} from '../../../messages/screen-words.ts';
import type {CommandId} from '../../../messages/key-words.ts';
import {withEntry, withoutKey} from '../../../lib/json/maps.ts';
import type {Report} from '../text/report.ts';
import {emptyField, type TextField} from '../text/text-field.ts';
import type {Message} from '../../../messages/text.ts';
import type {Slice} from './slice.ts';

/** Commands of the palette that take arguments. */
export type WordedName =
	'away' | 'chart' | 'columns' | 'filter' | 'go' | 'player' | 'profile' | 'sort' | 'theme' | 'time' | 'view';

/** An entry of the palette: a command, or one that takes arguments, with or without them. */
export type PaletteId = CommandId | WordedName | `${WordedName | 'node' | TypedJobAction} ${string}`;

/** A named view of the server list. Omitted settings have their initial values. */
export type SavedView = {
	filter?: string | undefined;
	/** The id of a sort order. */
	sort?: string | undefined;
	/** The ids of the columns, in order. */
	columns?: readonly string[] | undefined;
	grouped?: boolean | undefined;
};

/** Views by name. */
export type SavedViews = ReadonlyMap<string, SavedView>;

/** The panes of the main screen, in Tab order. The results of several servers replace the console. */
export const mainPanes = ['servers', 'console', 'results', 'details', 'timeline'] as const;
export const paneIds = [...mainPanes, ...screenIds] as const;
export type PaneId = (typeof paneIds)[number];

export const isScreen = (pane: PaneId): pane is ScreenId => (screenIds as readonly PaneId[]).includes(pane);

export const timeModes = ['clock', 'utc', 'relative'] as const;
export type TimeMode = (typeof timeModes)[number];
export type Size = {columns: number; rows: number};

/**
The entry, gap or bookmark at the top, and which of its rows. `order` is its position in time, which finds its neighbors
if it is gone. `seen` is the total number of entries when the user scrolled away from the end.
*/
export type ConsoleTop = {key: string; order: number; row: number; seen: number};

/**
Which keys are dropped until the keyboard was quiet for a while. `all`: those typed for a dialog or field that was refused.
`presses`: those that neither type nor move, in a dialog that only just appeared. `enter`: an Enter that would confirm a
question that only just appeared. `held`: the key that opened what is there and may still be held down; any other key ends it.
*/
export type TypingGuard = {
	drops: 'all' | 'presses' | 'enter' | 'held';
	/** Of `held`: the key. */
	chord?: string;
	/** The time of the last key, by `clock.monotonic`. */
	at: number;
	quietMs: number;
	/** Why it is on, repeated with the first key that is dropped. */
	reason?: Message | undefined;
	/** How many keys were dropped. */
	dropped: number;
};

export type ViewState = {
	size: Size;
	/** False only if the terminal reported that it lost the focus. */
	hasFocus: boolean;
	currentId: string | undefined;
	/** The rows of the list when it last showed the current server; undefined while it does. Kept by the root reducer. */
	rowsBefore: readonly string[] | undefined;
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
	/** The names of all themes. */
	themes: readonly string[];
	/** The profile whose choice was refused because something would be lost; choosing it again switches. */
	refusedProfile: string | undefined;
	/** The filters that were used, newest first, by list. */
	filterHistory: ReadonlyMap<string, readonly string[]>;
	/** The filter of the history in the text field, and the text that was typed before it. */
	filterRecall: {at: number; typed: string} | undefined;
	/** The rows that the server list could use while the current console is empty, otherwise 0; kept by the root reducer. */
	wantedListRows: number;
	/** The rows of the whole server list. */
	allListRows: number;
	/** What happened before this session; undefined: it is not known, or not read yet. */
	away: {report: Report; copies: {text: string; markdown: string}} | undefined;
	/** The first row of the server details, and the server for which they were scrolled. */
	detailsTop: {serverId: string; row: number} | undefined;
	/** The observations of the server whose chart covers seven days; other charts cover the last hours. */
	days: {serverId: string; samples: readonly Sample[]} | undefined;
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

export type ViewEvent =
	| {type: 'view/changed'; change: Partial<Omit<ViewState, 'drafts' | 'consoleTop'>>}
	| {type: 'view/drafted'; serverId: string; draft: TextField}
	/** If `top` is undefined, the console follows the end. */
	| {type: 'view/scrolled'; serverId: string; top: ConsoleTop | undefined};

export const viewSlice: Slice<ViewState, ViewEvent> = {
	initial: {
		size: {columns: 80, rows: 24},
		hasFocus: true,
		currentId: undefined,
		rowsBefore: undefined,
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
		themes: Object.keys(themeFiles),
		refusedProfile: undefined,
		filterHistory: new Map(),
		filterRecall: undefined,
		wantedListRows: 0,
		allListRows: 0,
		away: undefined,
		detailsTop: undefined,
		days: undefined,
	},
	reduce: reduceView,
};

function reduceView(state: ViewState, event: ViewEvent): ViewState {
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

/** A confirmed action that is held for a moment so that it can be undone. Nothing has been sent. */
export type HeldAction = {id: string; text: string; until: number};

/** Oldest first. */
export type UndoWindowState = readonly HeldAction[];

export type UndoWindowEvent =
	{type: 'undoWindow/started'; action: HeldAction} | {type: 'undoWindow/ended'; ids: readonly string[]};

export const undoWindowSlice: Slice<UndoWindowState, UndoWindowEvent> = {
	initial: [],
	reduce: reduceUndoWindow,
};

function reduceUndoWindow(state: UndoWindowState, event: UndoWindowEvent): UndoWindowState {
	switch (event.type) {
		case 'undoWindow/started':
			return [...state, event.action];
		case 'undoWindow/ended':
			return state.some(({id}) => event.ids.includes(id))
				? state.filter(({id}) => !event.ids.includes(id))
				: state;
	}
}

/** The session's access to the configuration. Nothing here throws; a returned text is a problem. */
export type ConfigAccess = {
	/** Writes a named view to config.toml and keeps the rest of the file; undefined removes it. */
	writeView: (name: string, view: SavedView | undefined) => Promise<string | undefined>;
	/** The profiles that a session can switch to. */
	profiles: readonly ProfileChoice[];
	/** The names of all themes. */
	themes: readonly string[];
	/** Returns why a profile cannot be opened; undefined if it can. */
	profileProblem: (name: string) => string | undefined;
};

export type ProfileChoice = {name: string; label: string};

/** Writes nothing, for tests and programs without a configuration. */
export const noConfigAccess: ConfigAccess = {
	writeView: async () => undefined,
	profiles: [],
	themes: Object.keys(themeFiles),
	profileProblem: () => undefined,
};
