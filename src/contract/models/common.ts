import * as z from 'zod';
import {momentOf} from '../moments.ts';
import {reasonOf} from '../reasons.ts';

/** A field that may be missing or null; both read as undefined. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
	schema.nullish().transform(value => value ?? undefined);

/**
A moment, in epoch milliseconds. The specification shows ISO 8601 text; packets of the node may carry epoch
seconds with a fraction. What cannot be read as a moment is undefined.
*/
export const Moment = z
	.union([z.string(), z.number()])
	.nullish()
	.transform(value => momentOf(value));

/** A record of a list that could not be read: shown as such, with the reason, beside the good ones. */
export type Unreadable = {index: number; id: string | undefined; name: string | undefined; reason: string};
export type Listed<Item> = {items: Item[]; unreadable: Unreadable[]};

/** A JSON array of records. One bad record never hides the good ones. */
export function listOf<Schema extends z.ZodType>(item: Schema) {
	return z
		.custom<z.input<Schema>[]>(value => Array.isArray(value), 'expected an array')
		.transform(records => readList(item, records));
}

export function readList<Schema extends z.ZodType>(
	item: Schema,
	records: readonly unknown[],
): Listed<z.output<Schema>> {
	const items: z.output<Schema>[] = [];
	const unreadable: Unreadable[] = [];
	for (const [index, record] of records.entries()) {
		const read = item.safeParse(record);
		if (read.success) items.push(read.data);
		else unreadable.push(unreadableOf(record, index, read.error));
	}
	return {items, unreadable};
}

export const unreadableOf = (record: unknown, index: number, error: z.ZodError): Unreadable => ({
	index,
	...namesOf(record),
	reason: reasonOf(error),
});

function namesOf(record: unknown): {id: string | undefined; name: string | undefined} {
	if (typeof record !== 'object' || record === null) return {id: undefined, name: undefined};
	const fields: Record<string, unknown> = {...record};
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return {id: text(fields['id']), name: text(fields['displayName']) ?? text(fields['name'])};
}
