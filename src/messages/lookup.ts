/** Why a word does not mean one thing of a list. `thing`: `server`, `automation`. */
export const lookupMessages = {
	/** `nearest`: the names that come closest to the word. */
	notFound: (thing: string, word: string, nearest: readonly string[]) => {
		const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
		return `There is no ${thing} "${word}".${hint}`;
	},
	/** `labels`: the first of the `count` things that it matches. */
	ambiguous: (thing: string, word: string, count: number, labels: readonly string[]) => {
		const more = count > labels.length ? ', …' : '';
		return `"${word}" matches ${count} ${thing}s: ${labels.join(', ')}${more}. Type more of the name, or the ID.`;
	},
};
