/**
Known names, each with a number that identifies what it names. Versions share one map that only grows. A version knows
the first `count` names of it, so adding copies nothing, and an older version does not see later names. Beyond a limit
the oldest names are forgotten.
*/
export type Identities = {
	readonly count: number;
	readonly names: Map<string, number>;
	readonly older: readonly Identities[];
	/** Names of answers without a time: only such a name shows that a poll repeats the answer, so it is kept longer. */
	readonly undated?: Identities;
};

/** Together with the maps before it, far more than polls bring for one server. */
const maxInMap = 100_000;
/** An entry has up to three names. With the maps before it, all names of the entries are kept, and few more. */
const maxOlder = 4;
/** A console with few entries keeps fewer names: one map has as many names as the console entries, but at least these. */
const leastInMap = 50;

export const noIdentities: Identities = {count: 0, names: new Map(), older: []};

export const isKnownIdentity = (known: Identities, name: string): boolean =>
	numberFor(known, name) !== undefined;

/** Returns the number that a name was added with; undefined if it is unknown. */
export function numberFor(known: Identities, name: string): number | undefined {
	const found = numberIn(known, name);
	if (found !== undefined) return found;
	for (const older of known.older) {
		const before = numberIn(older, name);
		if (before !== undefined) return before;
	}
	return known.undated && numberFor(known.undated, name);
}

/** Adds names. A known name keeps its number. */
export function withNames(known: Identities, added: readonly string[], number = 0): Identities {
	if (added.length === 0) return known;
	const {names, older} = withRoom(known);
	const before = names.size;
	for (const name of added) if (!names.has(name)) names.set(name, number);
	if (names.size === before && names === known.names) return known;
	return {...known, names, older, count: names.size};
}

/** Adds the name of an answer without a time. */
export function withUndated(known: Identities, name: string, number = 0): Identities {
	const undated = withNames(known.undated ?? noIdentities, [name], number);
	return undated === known.undated ? known : {...known, undated};
}

/** Forgets the oldest dated names of a console whose entries were dropped, if they are more than its entries need. */
export const withoutUnneeded = (known: Identities, entries: number): Identities =>
	known.count < Math.max(leastInMap, entries) ? known : archive(known);

function numberIn({names, count}: Identities, name: string): number | undefined {
	const number = names.get(name);
	if (number === undefined || names.size === count) return number;
	return firstNames(names, count).get(name);
}

/**
Returns a version with room for more names. A full map is archived; a map with names of a later version is copied up to
this one.
*/
function withRoom(known: Identities): Identities {
	const {names, count} = known;
	if (count === 0) return {...known, names: new Map()};
	if (count >= maxInMap) return archive(known);
	return names.size === count ? known : {...known, names: firstNames(names, count)};
}

const archive = (known: Identities): Identities => ({
	...known,
	count: 0,
	names: new Map(),
	older: [...known.older, {count: known.count, names: known.names, older: []}].slice(-maxOlder),
});

/** Relies on maps keeping insertion order. */
const firstNames = (names: ReadonlyMap<string, number>, count: number): Map<string, number> =>
	new Map(names.entries().take(count));
