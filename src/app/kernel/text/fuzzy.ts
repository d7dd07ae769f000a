/**
Returns how well a text matches the typed words, or undefined if it does not. Every word must be found: best at the
start of a word, then anywhere, then as letters in order.
*/
export function fuzzyScore(typed: string, text: string): number | undefined {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const scores = words.map(word => wordScore(word, text.toLowerCase()));
	return scores.includes(undefined)
		? undefined
		: scores.reduce<number>((sum, score) => sum + (score ?? 0), 0);
}

const [atStart, atWord, inside] = [1000, 500, 100];

function wordScore(word: string, text: string): number | undefined {
	const at = text.indexOf(word);
	if (at === 0) return atStart - text.length;
	if (at !== -1) {
		const isWord = new RegExp(`[^a-z0-9]${RegExp.escape(word)}`).test(text);
		return (isWord ? atWord : inside) - at;
	}
	return spreadScore(word, text);
}

/** Matches the first letters of words, or letters in order, minus a penalty for gaps; letters far apart do not match. */
function spreadScore(word: string, text: string): number | undefined {
	const initials = text
		.split(/[^a-z0-9]+/)
		.map(part => part.slice(0, 1))
		.join('');
	if (word.length > 1 && initials.startsWith(word)) return 0;
	let from = 0;
	let gaps = 0;
	for (const letter of word) {
		const at = text.indexOf(letter, from);
		if (at === -1) return undefined;
		gaps += from === 0 ? 0 : at - from;
		from = at + 1;
	}
	return gaps > word.length ? undefined : -gaps;
}
