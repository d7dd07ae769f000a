import {withEntry, withoutKey} from '../../lib/maps.ts';
import type {TextField} from '../kernel/text-field.ts';

/** Whose lines a console shows. */
export type ConsoleSource = 'all' | 'mine' | 'others' | 'states';

/** What is sought in consoles: its text, whether that is being typed, and where one was before. */
export type ConsoleSearch = {
	field: TextField;
	editing: boolean;
	/** A match that is being looked for: from which line on, in which direction, and whether that is the second round. */
	seeking: {from: number; by: 1 | -1; again: boolean} | undefined;
	/** Grows with every slice of lines that was searched. */
	searched: number;
};

/** How consoles are read: what is shown of them, and where one is. */
export type ReadingState = {
	source: ConsoleSource;
	/** Answers as they came, without tables and rewording. */
	raw: boolean;
	/** Lines of which all rows are shown. */
	unfolded: ReadonlySet<string>;
	/** The line, gap or bookmark that has the cursor, by server; without one it is the newest on screen. */
	cursor: ReadonlyMap<string, string>;
	search: ConsoleSearch | undefined;
	/** By server, after which place lines are new since the console was on screen last; undefined: not known yet. */
	unread: ReadonlyMap<string, number>;
};

export const initialReading: ReadingState = {
	source: 'all',
	raw: false,
	unfolded: new Set(),
	cursor: new Map(),
	search: undefined,
	unread: new Map(),
};

export type ReadingEvent =
	| {type: 'reading/changed'; change: Partial<Omit<ReadingState, 'cursor' | 'unread'>>}
	| {type: 'reading/pointed'; serverId: string; key: string | undefined}
	| {type: 'reading/unread'; serverId: string; after: number};

export function reduceReading(state: ReadingState, event: ReadingEvent): ReadingState {
	switch (event.type) {
		case 'reading/changed':
			return {...state, ...event.change};
		case 'reading/pointed': {
			if (state.cursor.get(event.serverId) === event.key) return state;
			const cursor =
				event.key === undefined
					? withoutKey(state.cursor, event.serverId)
					: withEntry(state.cursor, event.serverId, event.key);
			return {...state, cursor};
		}
		case 'reading/unread':
			if (state.unread.get(event.serverId) === event.after) return state;
			return {...state, unread: withEntry(state.unread, event.serverId, event.after)};
	}
}
