import {maxDepth} from './depth.ts';

/** Records from outside nest in lists and slices of state: more than that is no such value. */
const deepest = 2 * maxDepth;

/** True where two values would be the same JSON, whatever the order of fields; false for what nests too deeply. */
export function deepEqual(one: unknown, other: unknown, depth = deepest): boolean {
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
