/**
Names that are known. Versions share one set to which names are only added, and a version knows as many of them as it
counts: adding copies nothing, and an older version does not see what came later. Of very many the oldest are forgotten.
*/
export type Identities = {
	readonly count: number;
	readonly names: Set<string>;
	readonly older: readonly Identities[];
};

/** It is more than a console has lines, and with the set before it far more than polls bring of one server. */
const mostInSet = 250_000;
const mostOlder = 1;

export const noIdentities: Identities = {count: 0, names: new Set(), older: []};

export function knows(known: Identities, name: string): boolean {
	if (isInSet(known, name)) return true;
	for (const older of known.older) if (isInSet(older, name)) return true;
	return false;
}

export function withNames(known: Identities, added: readonly string[]): Identities {
	if (added.length === 0) return known;
	const {names, older} = roomIn(known);
	const before = names.size;
	for (const name of added) names.add(name);
	return names.size === before && names === known.names ? known : {names, older, count: names.size};
}

function isInSet({names, count}: Identities, name: string): boolean {
	if (!names.has(name)) return false;
	return names.size === count || firstNames(names, count).has(name);
}

/** A full set is put aside; one that has gone on from another version is copied as far as this version knows it. */
function roomIn(known: Identities): Identities {
	const {names, count, older} = known;
	if (count === 0) return {count, names: new Set(), older};
	if (count >= mostInSet) {
		return {count: 0, names: new Set(), older: [...older, {...known, older: []}].slice(-mostOlder)};
	}
	return names.size === count ? known : {...known, names: firstNames(names, count)};
}

/** Sets keep the order in which things were added. */
const firstNames = (names: ReadonlySet<string>, count: number): Set<string> =>
	new Set(names.values().take(count));
