/** Formats a count with its noun: `1 player`, `3 players`. `many` is an irregular plural: `2 entries`. */
export const plural = (count: number, one: string, many?: string): string =>
	`${count} ${nounFor(count, one, many)}`;

/** Returns the noun for a count that is written elsewhere: `player` for 1, else `players`. */
export const nounFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
