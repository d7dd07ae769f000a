/** `1 player`, `3 players`; `many` for a noun that does not end in a plain `s` then: `2 entries`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;
