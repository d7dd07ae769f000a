import {diffArrays, diffWordsWithSpace} from 'diff';

/** Consecutive lines that both texts have, or only one of them. */
export type LineChange = {kind: 'same' | 'removed' | 'added'; lines: readonly string[]};

/** Time limit of a comparison, ms. */
const timeoutMs = 200;

/** Returns how `from` becomes `to`, line by line; undefined if comparing them would take too long. */
export function lineChanges(from: readonly string[], to: readonly string[]): LineChange[] | undefined {
	const changes = diffArrays([...from], [...to], {timeout: timeoutMs});
	return changes?.map(({added, removed, value}) => ({
		kind: added ? 'added' : removed ? 'removed' : 'same',
		lines: value,
	}));
}

/** A piece of a text; `isNew` if the previous text did not have it there. */
export type Piece = {text: string; isNew: boolean};

/**
Splits `to` into words that `from` has in the same place and words that are new. Removed words leave no trace. Texts
that would take too long to compare are entirely new.
*/
export function newWords(from: string, to: string): Piece[] {
	if (from === to) return [{text: to, isNew: false}];
	const changes = diffWordsWithSpace(from, to, {timeout: timeoutMs});
	if (!changes) return [{text: to, isNew: true}];
	return changes.flatMap(({added, removed, value}) => (removed ? [] : [{text: value, isNew: added}]));
}
