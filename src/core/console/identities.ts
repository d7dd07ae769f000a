/**
Names that are known. Versions share one map in which each name has its number, and a version knows those below its
count: adding copies nothing, and an older version does not see what came later. Of very many the oldest are forgotten.
*/
export type Identities = {
	readonly count: number;
	readonly numbers: Map<string, number>;
	readonly older: readonly Identities[];
};

/** With a few older maps of that size it is far more than polls bring of one server, and than a console has lines. */
const mostInMap = 100_000;
const mostOlder = 3;

export const noIdentities: Identities = {count: 0, numbers: new Map(), older: []};

export function knows(known: Identities, name: string): boolean {
	const number = known.numbers.get(name);
	return (number !== undefined && number < known.count) || known.older.some(older => knows(older, name));
}

export function withNames(known: Identities, names: readonly string[]): Identities {
	const fresh = names.filter(name => !knows(known, name));
	if (fresh.length === 0) return known;
	const {numbers, older, count} = roomIn(known);
	for (const name of fresh) numbers.set(name, numbers.size);
	return {numbers, older, count: count + fresh.length};
}

/** A full map is put aside; one that has gone on from another version is copied as far as this version knows it. */
function roomIn(known: Identities): Identities {
	const {numbers, count, older} = known;
	if (count === 0) return {count, numbers: new Map(), older};
	if (count >= mostInMap)
		return {count: 0, numbers: new Map(), older: [...older, {...known, older: []}].slice(-mostOlder)};
	if (numbers.size === count) return known;
	return {...known, numbers: new Map([...numbers].filter(([, number]) => number < count))};
}
