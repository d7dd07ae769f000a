/**
The response to a request that changes something: any 2xx means that it was accepted. `record` is what the
service returns; undefined if that cannot be read, and then `unread` says why.
*/
export type Accepted<Item> =
	| {record: Item; unread?: undefined}
	/** `id: expected string`, or `it is empty`. */
	| {record: undefined; unread: string};
