/**
The answer to a request that changes something: any 2xx of the service means that it was accepted. `record` is what the
service tells of it; undefined where it tells nothing that can be read, and then `unread` says why.
*/
export type Accepted<Item> =
	| {record: Item; unread?: undefined}
	/** `id: expected string`, or `it is empty`. */
	| {record: undefined; unread: string};

/** What is to be said of an accepted request besides that; undefined where its record was read. */
export const unreadWords = ({unread}: Accepted<unknown>): string | undefined =>
	unread === undefined ? undefined : `The service's answer could not be read (${unread}).`;
