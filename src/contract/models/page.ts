import * as z from 'zod';
import {readList} from './common.ts';
import {excessOf, pageAround, recordsIn, type Page} from './envelope.ts';

type FlatEnvelope<Record> = {
	content: Record[];
	page: number;
	size: number;
	totalElements: number;
	totalPages: number;
	first: boolean;
	last: boolean;
	numberOfElements: number;
	empty: boolean;
};

/** Returns the schema of a page: a flat envelope, one with a `page` object, or a bare list. (Specification: Page<T>) */
export function pageOf<Schema extends z.ZodType>(item: Schema) {
	return z
		.custom<FlatEnvelope<z.input<Schema>>>(value => recordsIn(value) !== undefined, 'expected a page')
		.transform((value: unknown): Page<z.output<Schema>> => {
			const records = recordsIn(value) ?? [];
			return pageAround(value, readList(item, records, excessOf(value, records.length)));
		});
}
