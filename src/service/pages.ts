import type {ServiceLimits} from './limits.ts';

type PageRequest = {page?: number | undefined; size?: number | undefined};

/** Returns one page of a list in the flat form. Sizes above the maximum are reduced to it. (Specification: Page<T>) */
export function pageOf<Item, View>(
	{defaultPageSize, maxPageSize}: ServiceLimits,
	items: readonly Item[],
	{page = 0, size = defaultPageSize}: PageRequest,
	view: (item: Item) => View,
) {
	const length = Math.min(size, maxPageSize);
	const content = items.slice(page * length, (page + 1) * length).map(view);
	const totalPages = Math.ceil(items.length / length);
	return {
		content,
		page,
		size: length,
		totalElements: items.length,
		totalPages,
		first: page === 0,
		last: page + 1 >= totalPages,
		numberOfElements: content.length,
		empty: content.length === 0,
	};
}
