import * as z from 'zod';
import {readList} from './common.ts';
import type {Listed} from './listed.ts';
import {excessOf, pageNumbers, recordsIn, type PageNumbers} from './envelope.ts';

/** A page of a list. Page numbers start at zero. (Specification: Page<T>, Pagination) */
export type Page<Item> = Listed<Item> & PageNumbers & {first: boolean; last: boolean};

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
			const numbers = pageNumbers(value);
			const {page, totalPages} = numbers;
			const records = recordsIn(value) ?? [];
			const list = readList(item, records, excessOf(value, records.length));
			return {...list, ...numbers, first: page === 0, last: page + 1 >= totalPages};
		});
}
