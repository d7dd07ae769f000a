/*
Maps that are never changed, only replaced. What is keyed by text from outside is a map and never a plain object, in
which `constructor` and `__proto__` would be there before anybody put them in.
*/

/** The map with another value for a key. */
export const withEntry = <Key, Value>(
	map: ReadonlyMap<Key, Value>,
	key: Key,
	value: Value,
): ReadonlyMap<Key, Value> => new Map(map).set(key, value);

/** The map with the values of several keys; those of the later entries count. */
export function withEntries<Key, Value>(
	map: ReadonlyMap<Key, Value>,
	entries: Iterable<readonly [Key, Value]>,
): ReadonlyMap<Key, Value> {
	const next = new Map(map);
	for (const [key, value] of entries) next.set(key, value);
	return next;
}

/** The map without a key; the very same one where it has no such key. */
export function withoutKey<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	return map.has(key) ? filterMap(map, other => other !== key) : map;
}

/** The entries that pass; the very same map where all do. */
export function filterMap<Key, Value>(
	map: ReadonlyMap<Key, Value>,
	passes: (key: Key, value: Value) => boolean,
): ReadonlyMap<Key, Value> {
	const kept = [...map].filter(([key, value]) => passes(key, value));
	return kept.length === map.size ? map : new Map(kept);
}

/** What stands for each word: a table that may be asked for any text. */
export const tableOf = <Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
	new Map(Object.entries(entries));

/** What a record that came from outside, or is keyed by text from outside, has under a name itself. */
export const ownValue = <Value>(
	record: Readonly<Record<string, Value>> | undefined,
	name: string,
): Value | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined);
