import {emptyField, type TextField} from '../text-field.ts';

export type PaneId = 'servers' | 'console' | 'details';
export type TimeMode = 'clock' | 'utc' | 'relative';
export type Size = {columns: number; rows: number};

export type ViewState = {
	size: Size;
	selectedId: string | undefined;
	pane: PaneId;
	/** The pane alone fills the screen. */
	zoomed: boolean;
	/** The RCON input has the keys. */
	input: boolean;
	/** What is being typed for each server; survives switching. */
	drafts: Readonly<Record<string, TextField>>;
	/** Sent commands of each server, oldest first. */
	history: Readonly<Record<string, readonly string[]>>;
	/** While walking the history of the selected server: where, and what was typed before. */
	recall: {index: number; draft: TextField} | undefined;
	/** The filter of the list; `editing` while it has the keys. */
	filter: {field: TextField; editing: boolean};
	/** The first visible row of a console that does not follow; absent while it follows. */
	consoleTop: Readonly<Record<string, number>>;
	time: TimeMode;
	/** Ctrl-C was pressed with nothing to stop: the next one quits. */
	quitArmed: boolean;
};

export const initialView: ViewState = {
	size: {columns: 80, rows: 24},
	selectedId: undefined,
	pane: 'servers',
	zoomed: false,
	input: false,
	drafts: {},
	history: {},
	recall: undefined,
	filter: {field: emptyField, editing: false},
	consoleTop: {},
	time: 'clock',
	quitArmed: false,
};

export type ViewEvent =
	| {type: 'view/changed'; change: Partial<Omit<ViewState, 'drafts' | 'history' | 'consoleTop'>>}
	| {type: 'view/drafted'; serverId: string; draft: TextField}
	| {type: 'view/remembered'; serverId: string; command: string}
	/** `top` undefined follows the end. */
	| {type: 'view/scrolled'; serverId: string; top: number | undefined};

const mostHistory = 1000;

export function reduceView(state: ViewState, event: ViewEvent): ViewState {
	switch (event.type) {
		case 'view/changed': {
			const next = {...state, ...event.change};
			return next.selectedId === state.selectedId ? next : {...next, recall: undefined};
		}
		case 'view/drafted':
			return {...state, drafts: {...state.drafts, [event.serverId]: event.draft}};
		case 'view/remembered': {
			const known = state.history[event.serverId] ?? [];
			const history = [...known.filter(command => command !== event.command), event.command].slice(
				-mostHistory,
			);
			return {...state, recall: undefined, history: {...state.history, [event.serverId]: history}};
		}
		case 'view/scrolled': {
			const {[event.serverId]: _, ...rest} = state.consoleTop;
			return {...state, consoleTop: event.top === undefined ? rest : {...rest, [event.serverId]: event.top}};
		}
	}
}
