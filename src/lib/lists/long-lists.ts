/*
A call takes about 120,000 arguments; more throw `RangeError`. So lists are never spread into arguments: these functions
take the list. `npm run lint` enforces it.
*/

/** The largest number; -Infinity if there are none. */
export function largest(numbers: Iterable<number>): number {
	let found = -Infinity;
	for (const number of numbers) found = Math.max(found, number);
	return found;
}

/** The smallest number; Infinity if there are none. */
export function smallest(numbers: Iterable<number>): number {
	let found = Infinity;
	for (const number of numbers) found = Math.min(found, number);
	return found;
}

/** Appends the items of another list. */
export function pushAll<Item>(to: Item[], items: readonly Item[]): void {
	for (const item of items) to.push(item);
}
