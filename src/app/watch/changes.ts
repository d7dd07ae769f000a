import {newWords, type Piece} from '../../lib/differences.ts';

/** One line of an answer; `isNew`: something in it was not there the time before. */
export type ChangedLine = {pieces: readonly Piece[]; isNew: boolean};

/** The lines of an answer, marked where they differ from what was said before; undefined: nothing was said before. */
export function changedLines(before: string | undefined, now: string): ChangedLine[] {
	const words = before === undefined ? [{text: now, isNew: false}] : newWords(before, now);
	const lines: Piece[][] = [[]];
	for (const {text, isNew} of words) {
		const [first = '', ...others] = text.split('\n');
		lines.at(-1)?.push({text: first, isNew});
		for (const other of others) lines.push([{text: other, isNew}]);
	}
	return lines.map(pieces => {
		const full = pieces.filter(({text}) => text !== '');
		return {pieces: full, isNew: full.some(piece => piece.isNew && piece.text.trim() !== '')};
	});
}

/** How many lines there are less than before; 0 where there are more. */
export const fewerLines = (before: string | undefined, now: string): number =>
	before === undefined ? 0 : Math.max(0, before.split('\n').length - now.split('\n').length);
