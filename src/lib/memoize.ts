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
