/** Why a word has no unique match in a list. `kind`: `server`, `automation`. */
export const lookupMessages = {
	/** `nearest`: the closest names. */
	notFound: (kind: string, word: string, nearest: readonly string[]) => {
		const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
		return `There is no ${kind} "${word}".${hint}`;
	},
	/** `labels`: the first of `count` matches. */
	ambiguous: (kind: string, word: string, count: number, labels: readonly string[]) => {
		const more = count > labels.length ? ', …' : '';
		return `"${word}" matches ${count} ${kind}s: ${labels.join(', ')}${more}. Type more of the name, or the ID.`;
	},
};
