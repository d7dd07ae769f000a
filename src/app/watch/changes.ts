import {newWords, type Piece} from '../../lib/differences.ts';

/** One line of an answer; `isNew`: it has text that the previous answer did not have. */
export type ChangedLine = {pieces: readonly Piece[]; isNew: boolean};

/** Returns the lines of an answer, with what differs from the previous one; the first answer has no differences. */
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

/** Returns how many lines fewer there are than before; 0 if there are more. */
export const fewerLines = (before: string | undefined, now: string): number =>
	before === undefined ? 0 : Math.max(0, before.split('\n').length - now.split('\n').length);
