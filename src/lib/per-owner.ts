/** Returns one value per owner, created on first use and dropped with its owner. */
export function perOwner<Value>(create: () => Value): (owner: object) => Value {
	const made = new WeakMap<object, {value: Value}>();
	return owner => {
		const known = made.get(owner) ?? {value: create()};
		made.set(owner, known);
		return known.value;
	};
}
