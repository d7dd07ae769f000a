/*
One call takes about 120,000 arguments; more throw `RangeError`. A list is never spread into arguments: these take it as
it is. `test/long-lists.test.ts` looks for it.
*/

/** The largest of the numbers; -Infinity where there are none. */
export function largest(numbers: Iterable<number>): number {
	let found = -Infinity;
	for (const number of numbers) found = Math.max(found, number);
	return found;
}

/** The smallest of the numbers; Infinity where there are none. */
export function smallest(numbers: Iterable<number>): number {
	let found = Infinity;
	for (const number of numbers) found = Math.min(found, number);
	return found;
}

/** Appends the items of another list. */
export function pushAll<Item>(to: Item[], items: readonly Item[]): void {
	for (const item of items) to.push(item);
}
