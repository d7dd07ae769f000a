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
