/** True where two values would be the same JSON, whatever the order of fields. */
export function isSame(one: unknown, other: unknown): boolean {
	if (Object.is(one, other)) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const fields = new Map<string, unknown>(Object.entries(other));
	const entries = Object.entries(one);
	return (
		entries.length === fields.size &&
		entries.every(([name, value]) => fields.has(name) && isSame(value, fields.get(name)))
	);
}
