import * as z from 'zod';
import {keepSource} from '../as-read.ts';

/** Reads a record and keeps what it was read from for `asRead`. */
export const keepingSource = <Schema extends z.ZodObject>(schema: Schema) =>
	z
		.custom<z.input<Schema>>(() => true)
		.transform((value: unknown, context): z.output<Schema> => {
			const read = schema.safeParse(value);
			if (read.success) {
				keepSource(read.data, value as object); // an object schema reads nothing else
				return read.data;
			}
			for (const {path, message} of read.error.issues)
				context.addIssue({code: 'custom', path: [...path], message});
			return z.NEVER;
		});
