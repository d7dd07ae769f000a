import type {ServiceLimits} from '../limits.ts';

type PageRequest = {page?: number | undefined; size?: number | undefined};

/** Returns which records a page has. Sizes above the maximum are reduced to it. */
export function rangeOf(
	{defaultPageSize, maxPageSize}: ServiceLimits,
	{page = 0, size = defaultPageSize}: PageRequest,
): {skip: number; limit: number} {
	const limit = Math.min(size, maxPageSize);
	return {skip: page * limit, limit};
}

/** Returns one page of a list of `totalElements` in the flat form. (Specification: Page<T>) */
export function pageOf<View>(
	limits: ServiceLimits,
	request: PageRequest,
	content: View[],
	totalElements: number,
) {
	const {page = 0} = request;
	const {limit} = rangeOf(limits, request);
	const totalPages = Math.ceil(totalElements / limit);
	return {
		content,
		page,
		size: limit,
		totalElements,
		totalPages,
		first: page === 0,
		last: page + 1 >= totalPages,
		numberOfElements: content.length,
		empty: content.length === 0,
	};
}
