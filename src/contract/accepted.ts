/**
The response to a request that changes something. Any 2xx status means that the request was accepted. `record` is what
the service returns. If it cannot be read, `record` is undefined and `unread` gives the reason.
*/
export type Accepted<Item> =
	| {record: Item; unread?: undefined}
	/** For example `id: expected string` or `it is empty`. */
	| {record: undefined; unread: string};
