import {Hono, type Context} from 'hono';
import type {Bytes, Endpoint} from '../contract/endpoint.ts';
import {endpoints, type EndpointName} from '../contract/endpoints/index.ts';
import {requestCheckMessages} from '../messages/service-requests.ts';
import {checkPermission, signedIn, withTeam, type Account, type Caller, type HeaderOf} from './accounts.ts';
import {requireOwn, ownNode, ownServer, ownTeam, type ServiceContext} from './context.ts';
import {handlers} from './handlers/index.ts';
import {recordAction} from './history.ts';
import {notAccepted, Refusal, responseOf} from './refusal.ts';
import {readRequest} from './read-request.ts';
import type {Reading, Transaction} from './repositories.ts';
import type {RequestFacts} from './request-facts.ts';
import {listBody} from './serving/list-body.ts';

type Row = Endpoint & {name: EndpointName};
type AnyHandler = (
	service: ServiceContext,
	caller: Caller,
	request: Record<string, unknown>,
	records: Transaction,
) => unknown;

/** Success statuses other than 200. (Specification: Change display name; public documentation: Nodes) */
const successes: Partial<Record<EndpointName, 202 | 204>> = {
	changeDisplayName: 204,
	changeNodeSettings: 204,
	deleteNode: 204,
	updateNode: 202,
	cancelNodeTask: 202,
};

/** These endpoints require credentials but no team. */
const withoutTeam = new Set<EndpointName>(['version', 'getImage', 'latestNodeVersion']);

/** The only alternative path that the specification lists. */
const specified = new Set(['/automation']);

/** The body of a request without credentials: a code. */
const maxPublicBytes = 4096;

type Bindings = {address: string | undefined; facts: RequestFacts};
type Known = {Variables: {account: Account}; Bindings: Bindings};

/**
Creates the router of the contract's endpoints. It never rejects. Checks run in this order, and the first failure
decides: credentials (401), path and method (404, 405), team (404), permission (403), records in the path (404), request
(400), state of the records (409).
*/
export function createRouter(
	service: ServiceContext,
	onBug: (bug: unknown) => void,
): (request: Request, address?: string, facts?: RequestFacts) => Promise<Response> {
	const app = new Hono<Known>();
	for (const row of rowsOf(service.strictSpec)) {
		if (row.isPublic) app.on(row.method, row.path, context => answerAnyone(service, row, context));
	}
	app.use(async (context, next) => {
		const account = await service.signIn.accountOf(headerOf(context));
		if (!account) throw refuseSignIn(service, context);
		context.set('account', account);
		context.env.facts.accountId = account.id;
		return next();
	});
	for (const [path, rows] of routes(service.strictSpec)) {
		const pattern = path.replace(/\{(\w+)\}/g, ':$1');
		for (const [method, choices] of byMethod(rows)) {
			app.on(method, pattern, context => {
				context.env.facts.route = path;
				return answer(service, choices, context);
			});
		}
		const allowed = {Allow: [...byMethod(rows).keys()].join(', ')};
		app.all(pattern, () => responseOf(new Refusal('general.method_not_allowed'), allowed));
	}
	app.notFound(() => responseOf(new Refusal('general.path_not_found')));
	app.onError((error, {req}) => {
		if (error instanceof Refusal) return responseOf(error);
		// A command may have left.
		if (service.closed.aborted)
			return responseOf(
				new Refusal(req.method === 'GET' ? 'general.not_carried_out' : 'general.unknown_outcome'),
			);
		onBug(error);
		return responseOf(new Refusal('general.internal_error'));
	});
	return async (request, address, facts = {}) =>
		service.closed.aborted
			? responseOf(new Refusal('general.not_carried_out'))
			: app.fetch(request, {address, facts});
}

const headerOf =
	({req}: Context<Known>): HeaderOf =>
	name =>
		req.header(name);

const refuseSignIn = ({signIn}: ServiceContext, context: Context<Known>): Refusal =>
	signIn.refuse(context.env.address, headerOf(context));

/** Returns each path with its endpoints. Paths without parameters come first: `/automation/create` is not an id. */
function routes(strictSpec: boolean): [string, Row[]][] {
	const paths = new Map<string, Row[]>();
	const add = (path: string, row: Row) => paths.set(path, [...(paths.get(path) ?? []), row]);
	for (const row of rowsOf(strictSpec)) {
		add(row.path, row);
		if (row.alternative && (!strictSpec || specified.has(row.alternative))) add(row.alternative, row);
	}
	const parameters = (path: string) => path.split('{').length;
	return [...paths].sort(([a], [b]) => parameters(a) - parameters(b));
}

function rowsOf(strictSpec: boolean): Row[] {
	const names = Object.keys(endpoints) as EndpointName[]; // keys of a constant
	const rows = names.map((name): Row => ({...endpoints[name], name}));
	return rows.filter(row => !(strictSpec && row.extension));
}

/** Answers an endpoint that needs no credentials. Refused requests count as failed sign-ins. */
async function answerAnyone(service: ServiceContext, row: Row, context: Context<Known>): Promise<Response> {
	const {address} = context.env;
	const blocked = service.signIn.blocked(address);
	if (blocked) throw blocked;
	try {
		const sizes = {...service.limits, maxBodyBytes: maxPublicBytes};
		const request = await readRequest(row, context.req.raw, context.req.param(), sizes);
		const nobody = {id: '', name: '', teamId: '', permissions: []};
		const reply = await handle(service, row, {request, gone: context.req.raw.signal}, async () => nobody);
		return success(row, reply, context);
	} catch (error) {
		if (error instanceof Refusal) service.signIn.failed(address);
		throw error;
	}
}

function byMethod(rows: Row[]): Map<string, Row[]> {
	return Map.groupBy(rows, row => row.method);
}

async function answer(service: ServiceContext, rows: Row[], context: Context<Known>): Promise<Response> {
	const [first] = rows;
	if (!first) throw new Refusal('general.path_not_found');
	const path = context.req.param();
	const admit = async (records: Reading, account: Account) => {
		// Endpoints with the same path and method require the same permission.
		const caller = await callerFor(records, first, account);
		checkPermission(caller, first.permission);
		await checkRecords(records, caller, path);
		return caller;
	};
	const {req} = context;
	const read = (row: Row) => readRequest(row, req.raw, path, service.limits);
	if (first.method === 'GET') {
		const reply = await service.records.read(async records => {
			const caller = await admit(records, context.get('account'));
			// It has no body that others would wait for.
			return callHandler(service, first, {
				caller,
				request: await read(first),
				records: records as Transaction,
			});
		});
		return success(first, reply, context);
	}
	await service.records.read(records => admit(records, context.get('account')));
	const row = choose(rows, first, req.query('await'));
	const request = await read(row);
	const reply = await handle(service, row, {request, gone: req.raw.signal}, async records => {
		// The credentials may have been revoked while the body arrived.
		const found = await signedIn(records, service.clock.now(), headerOf(context));
		if (!found) throw refuseSignIn(service, context);
		return admit(records, found.account);
	});
	return success(row, reply, context);
}

/**
Handles a request that may change something. All that it changes is one transaction with the sign-in and the entry in the
action log. What leaves the process follows the commit.
*/
async function handle(
	service: ServiceContext,
	row: Row,
	{request, gone}: {request: Record<string, unknown>; gone: AbortSignal},
	callerIn: (records: Reading) => Promise<Caller>,
): Promise<unknown> {
	const reply = await service.records.transact(async records => {
		const caller = await callerIn(records);
		const made = await callHandler(service, row, {caller, request, records});
		// The handler of a public endpoint knows who calls.
		if (row.isPublic !== true) await recordAction(service, records, caller, row.name, request);
		return made;
	});
	// It is only known after the commit.
	return typeof reply === 'function' ? (reply as (left: AbortSignal) => Promise<unknown>)(gone) : reply;
}

type Call = {caller: Caller; request: Record<string, unknown>; records: Transaction};

/** Calls the handler of an endpoint. The types of those of GET have only what reads. */
async function callHandler(
	service: ServiceContext,
	{name}: Row,
	{caller, request, records}: Call,
): Promise<unknown> {
	// The endpoint and its handler have the same name, so the request has the handler's shape.
	const handler = handlers[name] as AnyHandler;
	return handler(service, caller, request, records);
}

/** Checks the records that a path names. Handlers look up the others, such as tasks. */
async function checkRecords(records: Reading, caller: Caller, path: Record<string, string>): Promise<void> {
	const {teamId, serverId, nodeId, automationId, runId, profileId} = path;
	if (teamId !== undefined) await ownTeam(records, caller, teamId);
	if (serverId !== undefined) await ownServer(records, caller, serverId);
	if (nodeId !== undefined) await ownNode(records, caller, nodeId);
	if (automationId !== undefined) requireOwn(await records.automations.get(automationId), caller);
	if (runId !== undefined) requireOwn(await records.runs.get(runId), caller);
	if (profileId !== undefined) requireOwn(await records.profiles.get(profileId), caller);
}

/**
Chooses between the two endpoints of the RCON path: `await=true` is the one that waits. (Specification: Awaited RCON)
*/
function choose(rows: Row[], first: Row, awaited: string | undefined): Row {
	if (rows.length === 1) return first;
	if (awaited !== undefined && !['true', 'false', ''].includes(awaited))
		throw notAccepted(requestCheckMessages.awaitFlag);
	const waits = awaited === 'true';
	return rows.find(row => row.query !== undefined && 'await' in row.query === waits) ?? first;
}

const callerFor = async (records: Reading, row: Row, account: Account): Promise<Caller> =>
	withoutTeam.has(row.name) ? {...account, teamId: account.teamId ?? ''} : withTeam(records, account);

function success(row: Row, reply: unknown, context: Context): Response {
	if (row.response === 'bytes') return image(reply as Bytes, context); // a 'bytes' endpoint returns this
	if (row.response === 'text') return context.text(String(reply));
	const status = successes[row.name] ?? 200;
	if (row.response === 'nothing' || reply === undefined) return context.body(null, status);
	const body = Array.isArray(reply) ? listBody(reply) : undefined;
	return body ? context.body(body, 200, {'Content-Type': 'application/json'}) : context.json(reply);
}

/** Returns an image. Images never change: a new icon has a new id. (public documentation: Settings, info, images) */
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
