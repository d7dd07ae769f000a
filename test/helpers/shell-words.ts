/** Quotes any words for a shell. */
export const shellWords = (words: readonly string[]): string =>
	words.map(word => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
