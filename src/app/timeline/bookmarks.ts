/** A moment that somebody in this session wanted to find again. */
export type Bookmark = {id: string; at: number; note: string};

export type BookmarksState = readonly Bookmark[];

export type BookmarksEvent = {type: 'bookmarks/added'; id: string; at: number; note: string};

/** More than anybody makes by hand. */
const maxBookmarks = 1000;

/** Oldest first. */
export function reduceBookmarks(state: BookmarksState, {id, at, note}: BookmarksEvent): BookmarksState {
	return [...state, {id, at, note}].slice(-maxBookmarks);
}
