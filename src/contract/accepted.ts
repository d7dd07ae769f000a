/**
The answer to a request that changes something: any 2xx of the service means that it was accepted. `record` is what the
service tells of it; undefined where it tells nothing that can be read, and then `unread` says why.
*/
export type Accepted<Item> =
	| {record: Item; unread?: undefined}
	/** `id: expected string`, or `it is empty`. */
	| {record: undefined; unread: string};
