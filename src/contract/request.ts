import type {Endpoint, Input} from './endpoint.ts';

/** A request as it goes over the wire, but for credentials. `path` holds the query; `body` is undefined where there is none. */
export type WireRequest = {
	method: Endpoint['method'];
	path: string;
	body: Record<string, unknown> | undefined;
};

/** The exact request that a row makes of an input: what the client sends and what a review shows. */
export function wireRequest<Row extends Endpoint>(row: Row, input: Input<Row>, path = row.path): WireRequest {
	const fields: Record<string, unknown> = {...input};
	const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
	const query = new URLSearchParams();
	for (const [name, schema] of Object.entries(row.query ?? {})) {
		const value = fields[name] ?? schema.safeParse(undefined).data;
		if (value !== undefined) query.set(name, String(value));
	}
	const search = query.size > 0 ? `?${query.toString()}` : '';
	return {method: row.method, path: named + search, body: bodyOf(row, fields)};
}

function bodyOf(row: Endpoint, fields: Record<string, unknown>): Record<string, unknown> | undefined {
	if (row.openBody) return fields['content'] as Record<string, unknown>; // its schema is an object's
	if (!row.body) return undefined;
	const given = Object.keys(row.body).filter(name => fields[name] !== undefined);
	return Object.fromEntries(given.map(name => [name, fields[name]]));
}
