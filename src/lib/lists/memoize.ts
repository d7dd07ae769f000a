/**
Recomputes only when one of the parts has been replaced. Results live as long as the objects among the parts, and
callers with different objects never evict each other's results. For the same objects the two newest results are kept,
because the screen may be a frame behind the state that commands read.
*/
export function memoize<Parts extends readonly unknown[], Value>(compute: (...parts: Parts) => Value) {
	const root: Known<Value> = {results: []};
	return (...parts: Parts): Value => {
		let known = root;
		const rest: unknown[] = [];
		for (const part of parts) {
			if (isObject(part)) known = below(known, part);
			rest.push(isObject(part) ? keptBy : part);
		}
		const found = known.results.find(result => rest.every((part, index) => part === result.rest[index]));
		if (found) return found.value;
		const value = compute(...parts);
		known.results = [{rest, value}, ...known.results.slice(0, 1)];
		return value;
	};
}

/** `rest`: the parts that are not objects, in their positions. */
type Known<Value> = {
	results: readonly {rest: readonly unknown[]; value: Value}[];
	next?: WeakMap<object, Known<Value>>;
};

/** Replaces an object in the rest. */
const keptBy = Symbol('object');

const isObject = (part: unknown): part is object =>
	(typeof part === 'object' && part !== null) || typeof part === 'function';

function below<Value>(known: Known<Value>, part: object): Known<Value> {
	const next = (known.next ??= new WeakMap());
	const found = next.get(part) ?? {results: []};
	next.set(part, found);
	return found;
}

/**
Computes a value for each position of a list, again only if its item or its value in `beside` changed. Returns the same
array while no value changes. Lists are held weakly: a column that is read seldom would keep all items of an old list.
*/
export function memoizedColumn<Item, Value, Beside = undefined>(read: (item: Item, beside: Beside) => Value) {
	type Entry = {beside: readonly Beside[] | undefined; values: readonly Value[]};
	const known = new WeakMap<readonly Item[], Entry>();
	let newest: WeakRef<readonly Item[]> | undefined;
	return (items: readonly Item[], beside?: readonly Beside[]): readonly Value[] => {
		const found = known.get(items);
		if (found && found.beside === beside) return found.values;
		const lastItems = newest?.deref();
		const last = lastItems && known.get(lastItems);
		const values: Value[] = [];
		let differs = last?.values.length !== items.length;
		// A plain loop, because this runs over thousands of items for each change of one.
		for (let place = 0; place < items.length; place++) {
			const item = items[place] as Item;
			// There is a value for each position; without `beside` it is not used.
			const other = beside?.[place] as Beside;
			const isKept =
				last && place < lastItems.length && lastItems[place] === item && last.beside?.[place] === other;
			const value = isKept ? (last.values[place] as Value) : read(item, other);
			values.push(value);
			if (!differs && value !== last?.values[place]) differs = true;
		}
		const entry = {beside, values: last && !differs ? last.values : values};
		known.set(items, entry);
		newest = new WeakRef(items);
		return entry.values;
	};
}

/** True if both lists hold the same items in the same positions. */
export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
	if (one === other) return true;
	if (one.length !== other.length) return false;
	for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false;
	return true;
}

/** Returns one value per owner, created on first use and dropped with its owner. */
export function perOwner<Value>(create: () => Value): (owner: object) => Value {
	const made = new WeakMap<object, {value: Value}>();
	return owner => {
		const known = made.get(owner) ?? {value: create()};
		made.set(owner, known);
		return known.value;
	};
}

/** Returns a function that returns the previous value for an equal one, so that what depends on it stays the same. */
export function keepEqual<Value>(isEqual: (one: Value, other: Value) => boolean): (value: Value) => Value {
	let kept: Value | undefined;
	return value => {
		if (kept === undefined || !isEqual(kept, value)) kept = value;
		return kept;
	};
}
