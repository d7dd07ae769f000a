import type {Endpoint} from '../contract/endpoint.ts';
import {ApiError, isNoSuchPath} from '../contract/errors.ts';

/** How routers, and nobody else, say that they have no such path: Spring, Express, Kong. */
const routerWords = /\bno (static resource|handler found|route matched)|\bcannot (get|post|delete) \//i;

/**
Of which record an error says that there is nothing; `record` undefined where it says that of the path itself, nothing
where it says something else.
*/
export function missedRecord(
	error: unknown,
	row: Endpoint,
	input: object,
): {record: string | undefined} | undefined {
	if (!(error instanceof ApiError)) return undefined;
	if (error.status === 501) return {record: undefined};
	if (!isNoSuchPath(error)) return undefined;
	const isSure = error.status === 405 || routerWords.test(error.serviceMessage ?? '');
	const named = Object.entries(input)
		// One's own team is there.
		.filter(([name]) => name !== 'teamId' && (row.path.includes(`{${name}}`) || name.endsWith('Id')))
		.map(([, value]) => String(value));
	return {record: isSure || named.length === 0 ? undefined : named.join(' ')};
}
