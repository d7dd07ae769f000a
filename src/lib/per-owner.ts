/** Creates one value per owner, on first use, and holds it weakly. */
export function perOwner<Value>(create: () => Value): (owner: object) => Value {
	const made = new WeakMap<object, {value: Value}>();
	return owner => {
		const known = made.get(owner) ?? {value: create()};
		made.set(owner, known);
		return known.value;
	};
}
