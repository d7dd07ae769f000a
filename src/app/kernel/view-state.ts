import type {PaletteId} from './palette-ids.ts';
import {withEntry, withoutKey} from '../../lib/maps.ts';
import {emptyField, type TextField} from './text-field.ts';
import type {Message} from '../../messages/text.ts';

/** The first five stand on the main screen, the answers of several servers in the place of the console; each of the others is a screen of its own. */
export type PaneId =
	'servers' | 'console' | 'results' | 'details' | 'timeline' | 'nodes' | 'automations' | 'team';
export const timeModes = ['clock', 'utc', 'relative'] as const;
export type TimeMode = (typeof timeModes)[number];
export type Size = {columns: number; rows: number};

/**
The line, gap or bookmark at the top, and which of its rows; `order` is its place in time, by which its neighbours are
found when it is gone. `seen`: how many lines there had ever been when the end was left.
*/
export type ConsoleTop = {key: string; order: number; row: number; seen: number};

/**
What is not taken until the keyboard was quiet for a while. `all`: what was typed for a dialog that was refused or is
not ready. `enter`: what would confirm a question that was only just asked.
*/
export type TypingGuard = {
	drops: 'all' | 'enter';
	/** The last key, by `clock.monotonic`. */
	at: number;
	quietMs: number;
	/** Why it is on, said again with the first key that is dropped. */
	reason?: Message | undefined;
	hasDropped: boolean;
};

export type ViewState = {
	size: Size;
	currentId: string | undefined;
	pane: PaneId;
	/** The pane alone fills the screen. */
	zoomed: boolean;
	/** The RCON input has the keys. */
	input: boolean;
	/** What is typed there goes to the selected servers. */
	toSelection: boolean;
	/** What is being typed for each server; survives switching. */
	drafts: ReadonlyMap<string, TextField>;
	/** The draft for servers that were selected together before others were. */
	setAside: {selection: ReadonlySet<string>; draft: TextField} | undefined;
	/** The filter of the list; `editing` while it has the keys. */
	filter: {field: TextField; editing: boolean};
	/** What the list is sorted by, one of the server list's sorts; where that leaves two equal, by name. */
	sort: string;
	/** Servers are below the head of their node. */
	grouped: boolean;
	/** By id: whatever moves a row changes nothing in the selection. */
	selection: ReadonlySet<string>;
	/** The server at which the selection of a range began, while it is being drawn. */
	range: string | undefined;
	/** What is at the top of a console that does not follow; absent while it follows. */
	consoleTop: ReadonlyMap<string, ConsoleTop>;
	time: TimeMode;
	/** Ctrl-C was pressed with nothing to stop: the next one quits. */
	quitArmed: boolean;
	/** Keys that are not taken until there is a pause. */
	typing: TypingGuard | undefined;
	/** The first run: what this is, and what to press. */
	welcome: boolean;
	/** What was run from the palette, by name, the last first. */
	recent: readonly PaletteId[];
};

export const initialView: ViewState = {
	size: {columns: 80, rows: 24},
	currentId: undefined,
	pane: 'servers',
	zoomed: false,
	input: false,
	toSelection: false,
	drafts: new Map(),
	setAside: undefined,
	filter: {field: emptyField, editing: false},
	sort: 'trouble',
	grouped: false,
	selection: new Set(),
	range: undefined,
	consoleTop: new Map(),
	time: 'clock',
	quitArmed: false,
	typing: undefined,
	welcome: false,
	recent: [],
};

export type ViewEvent =
	| {type: 'view/changed'; change: Partial<Omit<ViewState, 'drafts' | 'consoleTop'>>}
	| {type: 'view/drafted'; serverId: string; draft: TextField}
	/** `top` undefined follows the end. */
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

/** What was typed for some servers never is in the line for others; it comes back when the set is the same again. */
function withDraftOf(state: ViewState, selection: ReadonlySet<string> = state.selection): ViewState {
	if (selection === state.selection || isSameSet(selection, state.selection)) return state;
	const left = state.drafts.get(selectionDraft);
	const drafts = withoutKey(state.drafts, selectionDraft);
	const setAside = left && left.text !== '' ? {selection: state.selection, draft: left} : state.setAside;
	if (!setAside || !isSameSet(setAside.selection, selection)) return {...state, drafts, setAside};
	return {...state, drafts: withEntry(drafts, selectionDraft, setAside.draft), setAside: undefined};
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b);
