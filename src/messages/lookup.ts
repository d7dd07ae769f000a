/** Why a word has no unique match in a list. `thing`: `server`, `automation`. */
export const lookupMessages = {
	/** `nearest`: the closest names. */
	notFound: (thing: string, word: string, nearest: readonly string[]) => {
		const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
		return `There is no ${thing} "${word}".${hint}`;
	},
	/** `labels`: the first of `count` matches. */
	ambiguous: (thing: string, word: string, count: number, labels: readonly string[]) => {
		const more = count > labels.length ? ', …' : '';
		return `"${word}" matches ${count} ${thing}s: ${labels.join(', ')}${more}. Type more of the name, or the ID.`;
	},
};
