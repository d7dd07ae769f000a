/** Words as a shell reads them back, whatever is in them. */
export const shellWords = (words: readonly string[]): string =>
	words.map(word => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
