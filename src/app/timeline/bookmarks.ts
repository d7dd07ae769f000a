import type {Slice} from '../kernel/state/slice.ts';

/** A moment marked by the user of this session. */
export type Bookmark = {id: string; at: number; note: string};

export type BookmarksState = readonly Bookmark[];

export type BookmarksEvent = {type: 'bookmarks/added'; id: string; at: number; note: string};

/** More than anyone sets by hand. */
const maxBookmarks = 1000;

export const bookmarksSlice: Slice<BookmarksState, BookmarksEvent> = {
	initial: [],
	reduce: reduceBookmarks,
};

/** Oldest first. */
function reduceBookmarks(state: BookmarksState, {id, at, note}: BookmarksEvent): BookmarksState {
	return [...state, {id, at, note}].slice(-maxBookmarks);
}
