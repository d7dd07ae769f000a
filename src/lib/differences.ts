import {diffEngine} from './diff-engine.ts';

/** Some lines in a row that both texts have, or that only one of them has. */
export type LineChange = {kind: 'same' | 'removed' | 'added'; lines: readonly string[]};

/** Longer than this nobody waits for a comparison, ms. */
const patienceMs = 200;

/** How `from` becomes `to`, line by line; undefined where they are too different to be compared in good time. */
export function lineChanges(from: readonly string[], to: readonly string[]): LineChange[] | undefined {
	const changes = diffEngine.diffArrays([...from], [...to], {timeout: patienceMs});
	return changes?.map(({added, removed, value}) => ({
		kind: added ? 'added' : removed ? 'removed' : 'same',
		lines: value,
	}));
}

/** A piece of a text, and whether the text before did not have it there. */
export type Piece = {text: string; isNew: boolean};

/**
The words of `to`, those marked that `from` did not have there; what was taken out leaves no mark. Texts that are too
different to be compared in good time are new as a whole.
*/
export function newWords(from: string, to: string): Piece[] {
	if (from === to) return [{text: to, isNew: false}];
	const changes = diffEngine.diffWordsWithSpace(from, to, {timeout: patienceMs});
	if (!changes) return [{text: to, isNew: true}];
	return changes.flatMap(({added, removed, value}) => (removed ? [] : [{text: value, isNew: added}]));
}
