/** Formats a count with its noun: `1 player`, `3 players`. `many` is an irregular plural: `2 entries`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;
