import {withEntry, withoutKey} from '../../../lib/json/maps.ts';
import type {TextField} from '../../kernel/text/text-field.ts';
import type {Slice} from '../../kernel/state/slice.ts';

/**
Which entries a console shows. `commands`: all except game output. `chat`: only the chat in the game output.
*/
export const consoleSources = ['all', 'commands', 'mine', 'others', 'states', 'output', 'chat'] as const;
export type ConsoleSource = (typeof consoleSources)[number];

/** The search in consoles: its text, whether that is being edited, and the current scan. */
export type ConsoleSearch = {
	field: TextField;
	editing: boolean;
	/** The running scan for a match: its start index and direction, and whether it has wrapped around. */
	seeking: {from: number; by: 1 | -1; again: boolean} | undefined;
	/** Incremented with every slice of entries that was searched. */
	searched: number;
};

/** How consoles are displayed: the visible entries, and the position in each. */
export type ReadingState = {
	source: ConsoleSource;
	/** Shows answers unchanged, without tables or rewording. */
	raw: boolean;
	/** Entries that are fully shown. */
	unfolded: ReadonlySet<string>;
	/** The entry, gap or bookmark with the cursor, by server; by default the newest on screen. */
	cursor: ReadonlyMap<string, string>;
	search: ConsoleSearch | undefined;
	/** By server, the `order` after which entries are new since the console was last on screen; undefined if unknown. */
	unread: ReadonlyMap<string, number>;
};

export type ReadingEvent =
	| {type: 'reading/changed'; change: Partial<Omit<ReadingState, 'cursor' | 'unread'>>}
	| {type: 'reading/pointed'; serverId: string; key: string | undefined}
	| {type: 'reading/unread'; serverId: string; after: number};

export const readingSlice: Slice<ReadingState, ReadingEvent> = {
	initial: {
		source: 'all',
		raw: false,
		unfolded: new Set(),
		cursor: new Map(),
		search: undefined,
		unread: new Map(),
	},
	reduce: reduceReading,
};

function reduceReading(state: ReadingState, event: ReadingEvent): ReadingState {
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
