/** A moment that somebody in this session wanted to find again. */
export type Mark = {id: string; at: number; note: string};

export type MarksState = readonly Mark[];

export type MarksEvent = {type: 'marks/made'; id: string; at: number; note: string};

/** More than anybody makes by hand. */
const mostMarks = 1000;

/** Oldest first. */
export function reduceMarks(state: MarksState, {id, at, note}: MarksEvent): MarksState {
	return [...state, {id, at, note}].slice(-mostMarks);
}
