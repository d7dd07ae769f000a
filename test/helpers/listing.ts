import type {Between} from './service-of-app.ts';

type Records = Record<string, unknown>[];

/** A service whose list of servers is changed on its way. */
export function listing(change: (records: Records) => unknown): Between {
	return async (request, service) => {
		const response = await service();
		if (!new URL(request.url).pathname.includes('by-team') || !response.ok) return response;
		return Response.json(change((await response.json()) as Records)); // a list of records, as the service sends it
	};
}
