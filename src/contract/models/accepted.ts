import * as z from 'zod';
import type {Accepted} from '../accepted.ts';
import {reasonOf} from '../reasons.ts';

/** Accepts any body: the 2xx status already means that the request was accepted. */
export const acceptedBody = <Schema extends z.ZodType>(schema: Schema) =>
	z.custom<z.input<Schema> | undefined>().transform((value): Accepted<z.output<Schema>> => {
		const read = schema.safeParse(value);
		if (read.success) return {record: read.data};
		return {record: undefined, unread: value === undefined ? 'it is empty' : reasonOf(read.error)};
	});
