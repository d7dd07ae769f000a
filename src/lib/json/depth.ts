/**
How deep a value from outside may nest: far deeper than any real response, and shallow enough for any recursion over it.
*/
export const maxDepth = 100;

/** Replaces values that nest too deeply. */
export const tooDeepMark = '(nested too deeply)';

/** True if a JSON value nests deeper than `depth`. Never recurses deeper than that. */
export function isTooDeep(value: unknown, depth = maxDepth): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (depth === 0) return true;
	return Object.values(value).some(part => isTooDeep(part, depth - 1));
}

/** Replaces every object and list deeper than `depth` with `tooDeepMark`, in place. Returns the value. */
export function cutDeep<Value>(value: Value, depth = maxDepth): Value {
	if (isNested(value)) cutParts(value, depth - 1);
	return value;
}

/** Plain loops, because this runs over every response. */
function cutParts(value: Nested, left: number): void {
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index++) {
			const part: unknown = value[index];
			if (!isNested(part)) continue;
			if (left === 0) value[index] = tooDeepMark;
			else cutParts(part, left - 1);
		}
		return;
	}
	for (const name in value) {
		const part = value[name];
		if (!isNested(part)) continue;
		if (left === 0) value[name] = tooDeepMark;
		else cutParts(part, left - 1);
	}
}

type Nested = unknown[] | Record<string, unknown>;
const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

/** True if `cutDeep` replaced part of the value. */
export function hasCuts(value: unknown): boolean {
	if (value === tooDeepMark) return true;
	return typeof value === 'object' && value !== null && Object.values(value).some(hasCuts);
}

type Fields = Readonly<Record<string, unknown>>;

/** Records from outside are nested in lists and in slices of state; no value nests deeper than this. */
const maxDeepEqualDepth = 2 * maxDepth;

/**
True if two values would be the same JSON, regardless of the order of fields; false for values that nest too deeply.
*/
export function deepEqual(one: unknown, other: unknown, depth = maxDeepEqualDepth): boolean {
	if (Object.is(one, other)) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
	if (Array.isArray(one) !== Array.isArray(other) || depth === 0) return false;
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((part, at) => deepEqual(part, other[at], depth - 1));
	const [fields, others] = [one as Fields, other as Fields];
	// Loops, because lists of the names of thousands of records would be thrown away at each poll.
	for (const name in fields)
		if (!Object.hasOwn(other, name) || !deepEqual(fields[name], others[name], depth - 1)) return false;
	for (const name in others) if (!Object.hasOwn(one, name)) return false;
	return true;
}
