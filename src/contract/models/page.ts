import * as z from 'zod';
import {readList, type Listed} from './common.ts';

/** Page numbers count from zero. (Specification: Page<T>, Pagination) */
export type Page<Item> = Listed<Item> & {
	page: number;
	size: number;
	totalElements: number;
	totalPages: number;
	first: boolean;
	last: boolean;
};

const numbers = z.looseObject({
	page: z.number().optional(),
	number: z.number().optional(),
	size: z.number().optional(),
	totalElements: z.number().optional(),
	totalPages: z.number().optional(),
});

const Envelope = z.looseObject({
	content: z.array(z.unknown()),
	page: z.union([z.number(), numbers]).nullish(),
	size: z.number().nullish(),
	totalElements: z.number().nullish(),
	totalPages: z.number().nullish(),
});

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

/** The envelope in both of its forms: flat, and `content` beside a `page` object. (Specification: Page<T>) */
export function pageOf<Schema extends z.ZodType>(item: Schema) {
	return z
		.custom<FlatEnvelope<z.input<Schema>>>(value => Envelope.safeParse(value).success, 'expected a page')
		.transform((value): Page<z.output<Schema>> => {
			const envelope = Envelope.parse(value);
			const inner = typeof envelope.page === 'object' ? envelope.page : undefined;
			const list = readList(item, envelope.content);
			const page = (typeof envelope.page === 'number' ? envelope.page : (inner?.number ?? inner?.page)) ?? 0;
			const size = envelope.size ?? inner?.size ?? envelope.content.length;
			const totalElements = envelope.totalElements ?? inner?.totalElements ?? envelope.content.length;
			const totalPages =
				envelope.totalPages ?? inner?.totalPages ?? (size > 0 ? Math.ceil(totalElements / size) : 0);
			return {
				...list,
				page,
				size,
				totalElements,
				totalPages,
				first: page === 0,
				last: page + 1 >= totalPages,
			};
		});
}
