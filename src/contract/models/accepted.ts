import * as z from 'zod';
import {reasonOf} from '../reasons.ts';

/**
The response to a request that changes something. Any 2xx status means that the request was accepted. `record` is what
the service returns. If it cannot be read, `record` is undefined and `unread` gives the reason.
*/
export type Accepted<Item> =
	| {record: Item; unread?: undefined}
	/** For example `id: expected string` or `it is empty`. */
	| {record: undefined; unread: string};

/** Accepts any body: the 2xx status already means that the request was accepted. */
export const acceptedBody = <Schema extends z.ZodType>(schema: Schema) =>
	z.custom<z.input<Schema> | undefined>().transform((value): Accepted<z.output<Schema>> => {
		const read = schema.safeParse(value);
		if (read.success) return {record: read.data};
		return {record: undefined, unread: value === undefined ? 'it is empty' : reasonOf(read.error)};
	});

export const isAccepted = (answer: unknown): answer is Accepted<{id: string}> =>
	typeof answer === 'object' && answer !== null && 'record' in answer;
