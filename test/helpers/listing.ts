import type {Between} from './service-of-app.ts';

type Records = Record<string, unknown>[];

/** A service with a modified list of servers. */
export function listing(change: (records: Records) => unknown): Between {
	return async (request, service) => {
		const response = await service();
		if (!new URL(request.url).pathname.includes('by-team') || !response.ok) return response;
		return Response.json(change((await response.json()) as Records)); // The service sends a list of records.
	};
}
