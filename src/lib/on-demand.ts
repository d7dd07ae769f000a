/**
Stands in for an object that `read` returns, which is first called when a property other than those in `known` is used.
*/
export const onDemand = <Value extends object>(read: () => Value, known: Partial<Value> = {}): Value =>
	new Proxy(known, {
		get: (own, name) => Reflect.get(Object.hasOwn(own, name) ? own : read(), name) as unknown,
		has: (own, name) => Object.hasOwn(own, name) || Reflect.has(read(), name),
		ownKeys: () => Reflect.ownKeys(read()),
		getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(read(), name),
	}) as Value; // every other property is read from the value
