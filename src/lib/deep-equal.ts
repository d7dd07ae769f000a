import {maxDepth} from './depth.ts';

/** Records from outside are nested in lists and in slices of state; no value nests deeper than this. */
const maxDeepEqualDepth = 2 * maxDepth;

/**
True if two values would be the same JSON, regardless of the order of fields; false for values that nest too deeply.
*/
export function deepEqual(one: unknown, other: unknown, depth = maxDeepEqualDepth): boolean {
	if (Object.is(one, other)) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
	if (Array.isArray(one) !== Array.isArray(other) || depth === 0) return false;
	const fields = new Map<string, unknown>(Object.entries(other));
	const entries = Object.entries(one);
	return (
		entries.length === fields.size &&
		entries.every(([name, value]) => fields.has(name) && deepEqual(value, fields.get(name), depth - 1))
	);
}
