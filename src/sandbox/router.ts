import {Hono, type Context} from 'hono';
import type {Bytes, Endpoint} from '../contract/endpoint.ts';
import {endpoints, type EndpointName} from '../contract/endpoints/index.ts';
import {accountOf, checkPermission, withTeam, type Account, type Caller} from './accounts.ts';
import type {Plane} from './control-plane.ts';
import {handlers} from './handlers/index.ts';
import {note} from './history.ts';
import {Refusal} from './refusal.ts';
import {readRequest} from './request-parts.ts';

type Row = Endpoint & {name: EndpointName};
type AnyHandler = (plane: Plane, caller: Caller, request: Record<string, unknown>) => unknown;

/** Where success is not 200. (Specification: Change display name; service-facts: Nodes) */
const successes: Partial<Record<EndpointName, 202 | 204>> = {
	changeDisplayName: 204,
	changeNodeSettings: 204,
	deleteNode: 204,
	updateNode: 202,
	cancelNodeTask: 202,
};

/** These ask for credentials, but not for a team. */
const withoutTeam = new Set<EndpointName>(['version', 'getImage', 'latestNodeVersion']);

/** Of the paths that rows have beside their own, the specification lists only this one. */
const specified = new Set(['/automation']);

/** Answers requests from the contract's rows. It never rejects: a bug of ours is a 500 without a key. */
export function createRouter(
	plane: Plane,
	onBug: (bug: unknown) => void,
): (request: Request) => Promise<Response> {
	const app = new Hono();
	for (const [path, rows] of routes(plane.strictSpec)) {
		const pattern = path.replace(/\{(\w+)\}/g, ':$1');
		for (const [method, choices] of byMethod(rows)) {
			app.on(method, pattern, context => answer(plane, choices, context));
		}
		app.all(pattern, context => {
			context.header('Allow', rows.map(row => row.method).join(', '));
			return context.json({message: 'This path has no such method.'}, 405);
		});
	}
	// Without a key: nothing is missing here, the path itself is none of ours.
	app.notFound(context => context.json({message: 'There is no such path.'}, 404));
	app.onError((error, context) => {
		if (error instanceof Refusal) return refused(error);
		if (plane.closed.aborted) return context.json({message: 'The sandbox is closed.'}, 503);
		onBug(error);
		return context.json({message: 'The service failed. This is a bug of the sandbox.'}, 500);
	});
	return async request =>
		plane.closed.aborted ? new Response('The sandbox is closed.', {status: 503}) : app.fetch(request);
}

/** Each path with its rows; paths without parameters first, so that `/automation/create` is not an automation. */
function routes(strictSpec: boolean): [string, Row[]][] {
	const paths = new Map<string, Row[]>();
	const add = (path: string, row: Row) => paths.set(path, [...(paths.get(path) ?? []), row]);
	const names = Object.keys(endpoints) as EndpointName[]; // the keys of a constant
	for (const name of names) {
		const row: Row = {...endpoints[name], name};
		if (strictSpec && row.extension) continue;
		add(row.path, row);
		if (row.alternative && (!strictSpec || specified.has(row.alternative))) add(row.alternative, row);
	}
	const parameters = (path: string) => path.split('{').length;
	return [...paths].sort(([a], [b]) => parameters(a) - parameters(b));
}

function byMethod(rows: Row[]): Map<string, Row[]> {
	return Map.groupBy(rows, row => row.method);
}

async function answer(plane: Plane, rows: Row[], context: Context): Promise<Response> {
	const account = accountOf(plane.store, name => context.req.header(name));
	// The specification gives 401 no key.
	if (!account) return context.json({message: 'The credentials are missing or wrong.'}, 401);
	const row = choose(rows, context.req.query('await'));
	const caller = callerFor(plane, row, account);
	checkPermission(caller, row.permission);
	const request = await readRequest(row, context.req.raw, context.req.param(), plane.limits);
	// The row and its handler have the same name, so the request has the handler's shape.
	const handler = handlers[row.name] as AnyHandler;
	const reply = await handler(plane, caller, request);
	if (row.method !== 'GET') note(plane, caller, row.name, request);
	return success(row, reply, context);
}

/** RCON has two rows for one path: `await=true` is the one that waits. (Specification: Awaited RCON) */
function choose(rows: Row[], awaited: string | undefined): Row {
	const [first] = rows;
	if (!first) throw new Refusal('general.not_found');
	if (rows.length === 1) return first;
	if (awaited !== undefined && !['true', 'false', ''].includes(awaited))
		throw new Refusal('validation.failed', 'The request was not accepted: await is true or false.');
	const waits = awaited === 'true';
	return rows.find(row => row.query !== undefined && 'await' in row.query === waits) ?? first;
}

function callerFor({store}: Plane, row: Row, account: Account): Caller {
	return withoutTeam.has(row.name) ? {...account, teamId: account.teamId ?? ''} : withTeam(store, account);
}

function success(row: Row, reply: unknown, context: Context): Response {
	if (row.response === 'bytes') return image(reply as Bytes, context); // what a row of bytes gives
	if (row.response === 'text') return context.text(String(reply));
	const status = successes[row.name] ?? 200;
	if (row.response === 'nothing' || reply === undefined) return context.body(null, status);
	return context.json(reply);
}

/** Images never change: a new icon has a new id. (service-facts: Settings, info, images) */
function image({bytes, contentType}: Bytes, context: Context): Response {
	const type = contentType ?? 'application/octet-stream';
	const id = context.req.param('imageId') ?? 'image';
	return context.body(new Uint8Array(bytes).buffer, 200, {
		'Content-Type': type,
		'Cache-Control': 'public, max-age=2592000, immutable',
		'Content-Disposition': `inline; filename="${id}.${type.split('/')[1] ?? 'bin'}"`,
		'X-Content-Type-Options': 'nosniff',
	});
}

function refused({key, message, status}: Refusal): Response {
	return new Response(JSON.stringify({key, message}), {
		status,
		headers: {'Content-Type': 'application/json'},
	});
}
