/**
Names that are known, each with a number that says what it names. Versions share one map to which names are only added,
and a version knows as many of them as it counts: adding copies nothing, and an older version does not see what came
later. Of very many the oldest are forgotten.
*/
export type Identities = {
	readonly count: number;
	readonly names: Map<string, number>;
	readonly older: readonly Identities[];
};

/** It is more than a console has lines, and with the map before it far more than polls bring of one server. */
const maxInMap = 250_000;
const maxOlder = 1;

export const noIdentities: Identities = {count: 0, names: new Map(), older: []};

export const isKnownIdentity = (known: Identities, name: string): boolean =>
	numberFor(known, name) !== undefined;

/** What it was added with. */
export function numberFor(known: Identities, name: string): number | undefined {
	const found = numberIn(known, name);
	if (found !== undefined) return found;
	for (const older of known.older) {
		const before = numberIn(older, name);
		if (before !== undefined) return before;
	}
	return undefined;
}

/** What is known already keeps its number. */
export function withNames(known: Identities, added: readonly string[], number = 0): Identities {
	if (added.length === 0) return known;
	const {names, older} = roomIn(known);
	const before = names.size;
	for (const name of added) if (!names.has(name)) names.set(name, number);
	return names.size === before && names === known.names ? known : {names, older, count: names.size};
}

function numberIn({names, count}: Identities, name: string): number | undefined {
	const number = names.get(name);
	if (number === undefined || names.size === count) return number;
	return firstNames(names, count).get(name);
}

/** A full map is put aside; one that has gone on from another version is copied as far as this version knows it. */
function roomIn(known: Identities): Identities {
	const {names, count, older} = known;
	if (count === 0) return {count, names: new Map(), older};
	if (count >= maxInMap) {
		return {count: 0, names: new Map(), older: [...older, {...known, older: []}].slice(-maxOlder)};
	}
	return names.size === count ? known : {...known, names: firstNames(names, count)};
}

/** Maps keep the order in which things were added. */
const firstNames = (names: ReadonlyMap<string, number>, count: number): Map<string, number> =>
	new Map(names.entries().take(count));
