import {smallest} from '../lists/long-lists.ts';

const maxNamed = 3;

/**
Returns the words closest to a misspelled one, by the number of letters to change, insert, delete or swap. Ignores case
and punctuation. Empty if even the closest word is too far off to be a typo.
*/
export function suggest(typed: string, words: readonly string[]): string[] {
	const wanted = lettersOf(typed);
	const most = Math.ceil(wanted.length / 3);
	const near = words
		.map(word => ({word, letters: lettersOf(word)}))
		// Skips words whose length alone differs too much, because either may be very long.
		.filter(({letters}) => Math.abs(letters.length - wanted.length) <= most)
		.map(({word, letters}) => ({word, steps: stepsBetween(wanted, letters)}))
		.filter(({steps}) => steps <= most);
	const least = smallest(near.map(({steps}) => steps));
	return near
		.filter(({steps}) => steps === least)
		.slice(0, maxNamed)
		.map(({word}) => word);
}

const lettersOf = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Optimal string alignment distance: the rows of the table are the prefixes of the first word. */
function stepsBetween(from: string, to: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({length: to.length + 1}, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const next = [row];
		for (let column = 1; column <= to.length; column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			next.push(
				Math.min(
					(next[column - 1] ?? 0) + 1,
					(last[column] ?? 0) + 1,
					(last[column - 1] ?? 0) + (isSame ? 0 : 1),
					row > 1 && column > 1 && isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
				),
			);
		}
		[beforeLast, last] = [last, next];
	}
	return last.at(-1) ?? 0;
}
