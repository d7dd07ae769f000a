import type {Activity} from '../../actions/activity.ts';
import type {PastEntry} from '../kernel/journal.ts';
import {emptyField, type TextField} from '../kernel/text-field.ts';

/** What the timeline is narrowed to by a key; the filter narrows it further. */
export type TimelineKinds = 'all' | 'states' | 'actions' | 'commands' | 'mine' | 'others' | 'runs' | 'gaps';

export type TimelineState = {
	/** The entry that has the cursor; undefined: the newest, whatever comes. */
	cursor: TimelineCursor | undefined;
	filter: {field: TextField; editing: boolean};
	kinds: TimelineKinds;
	/** What earlier sessions saw, oldest first. */
	past: readonly PastEntry[];
	/** Acts that are in no console, with their outcome: about no server, such as the trigger of an automation, or done elsewhere. */
	actions: readonly OtherAction[];
};

export type OtherAction = {
	id: string;
	at: number;
	activity: Activity;
	serverId?: string | undefined;
	/** As it was called then. */
	server?: string | undefined;
	/** Where the same person did it, if not here. */
	elsewhere?: 'shell' | 'session';
};

/**
`row`: where it is among the visible rows, so that nothing that comes moves what is being read. `seen`: the
place in time of the newest entry when the end was left.
*/
export type TimelineCursor = {key: string; order: number; row: number; seen: number};

export const initialTimeline: TimelineState = {
	cursor: undefined,
	filter: {field: emptyField, editing: false},
	kinds: 'all',
	past: [],
	actions: [],
};

export type TimelineEvent =
	| {type: 'timeline/changed'; change: Partial<Omit<TimelineState, 'past' | 'actions'>>}
	| {type: 'timeline/actionAdded'; action: OtherAction}
	/** The same person acted elsewhere; told again when its outcome is known. */
	| {type: 'timeline/actionReceived'; action: OtherAction}
	| {type: 'timeline/loaded'; past: readonly PastEntry[]};

export function reduceTimeline(state: TimelineState, event: TimelineEvent): TimelineState {
	switch (event.type) {
		case 'timeline/changed':
			return {...state, ...event.change};
		case 'timeline/actionAdded':
			return {...state, actions: [...state.actions, event.action]};
		case 'timeline/actionReceived':
			return {...state, actions: [...state.actions.filter(({id}) => id !== event.action.id), event.action]};
		case 'timeline/loaded':
			return {...state, past: event.past};
	}
}
