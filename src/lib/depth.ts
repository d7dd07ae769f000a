/**
How deep a value from outside may nest. Far deeper than any service means to go, and far from the end of the stack for
every recursion over such a value.
*/
export const maxDepth = 100;

/** Replaces what nests deeper. */
export const tooDeepMark = '(nested too deeply)';

/** True where a JSON value nests deeper than `depth`. Never recurses deeper than that itself. */
export function isTooDeep(value: unknown, depth = maxDepth): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (depth === 0) return true;
	return Object.values(value).some(part => isTooDeep(part, depth - 1));
}

/** The same JSON value, in which `tooDeepMark` replaces every object and list deeper than `depth`. Changes it in place. */
export function cutDeep<Value>(value: Value, depth = maxDepth): Value {
	if (isNested(value)) cutParts(value, depth - 1);
	return value;
}

/** Plain loops: this runs over every answer of the service. */
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

/** True where `cutDeep` has replaced something in the value. */
export function hasCuts(value: unknown): boolean {
	if (value === tooDeepMark) return true;
	return typeof value === 'object' && value !== null && Object.values(value).some(hasCuts);
}
