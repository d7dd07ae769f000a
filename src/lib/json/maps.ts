/*
Helpers for immutable maps. Data keyed by text from outside is a map, never a plain object, in which `constructor` and
`__proto__` would exist from the start.
*/

/**
A record keyed by names that the program, a file of a game or a protocol defines, such as fields and headers. Other text is
looked up with `ownValue`.
*/
export type ByName<Value> = Readonly<Record<string, Value>>;

/** A record to fill: without a prototype, so that no name clashes with an inherited property. */
export const emptyRecord = <Value>(): Record<string, Value> => Object.create(null);

/** A copy. `new Map(map)` creates an array for each entry: of 5,000, it leaves twice the memory. */
export function copyMap<Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> {
	const copy = new Map<Key, Value>();
	map.forEach((value, key) => void copy.set(key, value));
	return copy;
}

/** The records by their ids; of equal ids, the last. */
export function mapById<Item extends {id: string}>(items: readonly Item[]): Map<string, Item> {
	const map = new Map<string, Item>();
	for (const item of items) map.set(item.id, item);
	return map;
}

/** The map with a key set to a value. */
export const withEntry = <Key, Value>(
	map: ReadonlyMap<Key, Value>,
	key: Key,
	value: Value,
): ReadonlyMap<Key, Value> => copyMap(map).set(key, value);

/** The map with several keys set; later entries win. */
export function withEntries<Key, Value>(
	map: ReadonlyMap<Key, Value>,
	entries: Iterable<readonly [Key, Value]>,
): ReadonlyMap<Key, Value> {
	const next = copyMap(map);
	for (const [key, value] of entries) next.set(key, value);
	return next;
}

/** The map without a key; the same map if it has no such key. */
export function withoutKey<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	return map.has(key) ? filterMap(map, other => other !== key) : map;
}

/** The entries that pass the test; the same map if all do. */
export function filterMap<Key, Value>(
	map: ReadonlyMap<Key, Value>,
	passes: (key: Key, value: Value) => boolean,
): ReadonlyMap<Key, Value> {
	const kept = [...map].filter(([key, value]) => passes(key, value));
	return kept.length === map.size ? map : new Map(kept);
}

/** A lookup table that is safe for any text. */
export const tableOf = <Value>(entries: ByName<Value>): ReadonlyMap<string, Value> =>
	new Map(Object.entries(entries));

/** The own property of a record that came from outside or is keyed by text from outside. */
export const ownValue = <Value>(record: ByName<Value> | undefined, name: string): Value | undefined =>
	record && Object.hasOwn(record, name) ? record[name] : undefined;
