import type {Activity} from '../../actions/activity.ts';
import type {PastEntry} from '../kernel/state/journal.ts';
import {emptyField, type TextField} from '../kernel/text/text-field.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** What a key restricts the timeline to, in its order; the filter restricts it further. */
export const timelineKinds = [
	'all',
	'states',
	'actions',
	'commands',
	'mine',
	'others',
	'runs',
	'gaps',
	'nodes',
] as const;
export type TimelineKinds = (typeof timelineKinds)[number];

export type TimelineState = {
	/** The entry with the cursor; undefined follows the newest one. */
	cursor: TimelineCursor | undefined;
	filter: {field: TextField; editing: boolean};
	kinds: TimelineKinds;
	/** Entries that represent several which are shown one by one, by their keys. */
	unfolded: ReadonlySet<string>;
	/** Events of earlier sessions, oldest first. */
	past: readonly PastEntry[];
	/**
	Actions that are in no console, with their outcome: without a server, such as triggering an automation, or
	done elsewhere.
	*/
	actions: readonly OtherAction[];
};

export type OtherAction = {
	id: string;
	at: number;
	activity: Activity;
	serverId?: string | undefined;
	/** Its name at that time. */
	server?: string | undefined;
	/** Where the same user did it, if not here. */
	elsewhere?: 'shell' | 'session';
};

/**
`row`: its index among the visible rows, so that new entries do not move the text being read. `seen`: the sort
key of the newest entry when the cursor left the end.
*/
export type TimelineCursor = {key: string; order: number; row: number; seen: number};

export type TimelineEvent =
	| {type: 'timeline/changed'; change: Partial<Omit<TimelineState, 'past' | 'actions'>>}
	| {type: 'timeline/actionAdded'; action: OtherAction}
	/** The same user acted elsewhere; dispatched again when the outcome is known. */
	| {type: 'timeline/actionReceived'; action: OtherAction}
	| {type: 'timeline/loaded'; past: readonly PastEntry[]};

/** More than a shift produces; the journal keeps older ones. */
const maxActions = 1000;

export const timelineSlice: Slice<TimelineState, TimelineEvent> = {
	initial: {
		cursor: undefined,
		filter: {field: emptyField, editing: false},
		kinds: 'all',
		unfolded: new Set(),
		past: [],
		actions: [],
	},
	reduce: reduceTimeline,
};

function reduceTimeline(state: TimelineState, event: TimelineEvent): TimelineState {
	switch (event.type) {
		case 'timeline/changed':
			return {...state, ...event.change};
		case 'timeline/actionAdded':
			return {...state, actions: [...state.actions, event.action].slice(-maxActions)};
		case 'timeline/actionReceived':
			return {
				...state,
				actions: [...state.actions.filter(({id}) => id !== event.action.id), event.action].slice(-maxActions),
			};
		case 'timeline/loaded':
			return {...state, past: event.past};
	}
}
