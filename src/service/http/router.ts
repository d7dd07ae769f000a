import type {ByName} from '../../lib/json/maps.ts';
import {type Context, Hono} from 'hono';
import {type Clock, nextTurn} from '../../lib/time/clock.ts';
import type {Bytes, Endpoint} from '../../contract/endpoint.ts';
import {type EndpointName, endpoints} from '../../contract/endpoints/index.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import {
	type Account,
	type Caller,
	checkPermission,
	type HeaderOf,
	signedIn,
	withTeam,
} from '../access/accounts.ts';
import {ownNode, ownServer, ownTeam, requireOwn, type ServiceContext} from '../context.ts';
import {handlers} from './handlers/index.ts';
import {recordAction} from '../records/history.ts';
import {changesBetween, createdBy, loggedFields, type Target, targetOf} from '../records/logged-fields.ts';
import {notAccepted, Refusal, responseOf} from './refusal.ts';
import type {OnEvent} from '../events.ts';
import {openHeld} from '../held.ts';
import {budgets} from '../limits.ts';
import {readRequest} from './read-request.ts';
import type {Reading, Transaction} from '../records/repositories.ts';
import type {RequestFacts} from './request-facts.ts';

/** Characters of a part of a list: less than a millisecond. */
const partLength = 64 * 1024;

/** Returns the JSON text of the records from `from` on that fill a part, and where the next part begins. */
function partOf(records: readonly unknown[], from: number): {text: string; to: number} {
	let [text, to] = [from === 0 ? '[' : ',', from];
	while (to < records.length && text.length < partLength)
		text += `${to > from ? ',' : ''}${JSON.stringify(records[to++]) ?? 'null'}`;
	return {text: to < records.length ? text : `${text}]`, to};
}

/** A client that does not read the next part of a list for this long is disconnected: the list is in memory. */
const maxPartMs = 60_000;

/**
The JSON text of a long list, created while it is read, so that other requests are answered in between. `onEnd` is called once.
*/
export function listBody(
	records: readonly unknown[],
	clock: Clock,
	onEnd: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	const encoder = new TextEncoder();
	let from = 0;
	let stopWaiting = () => {};
	let end = () => {
		stopWaiting();
		end = () => {};
		onEnd();
	};
	return new ReadableStream({
		pull: async controller => {
			stopWaiting();
			await nextTurn();
			const {text, to} = partOf(records, from);
			controller.enqueue(encoder.encode(text));
			from = to;
			if (to === records.length) {
				controller.close();
				end();
				return;
			}
			stopWaiting = clock.after(maxPartMs, () => {
				controller.error(new Refusal('general.too_many_requests'));
				end();
			});
		},
		cancel: () => end(),
	});
}

type Row = Endpoint & {name: EndpointName};
type AnyHandler = (
	service: ServiceContext,
	caller: Caller,
	request: Record<string, unknown>,
	records: Transaction,
) => unknown;

/** The body of a request without credentials: a code. */
const maxPublicBytes = 4096;

type Bindings = {address: string | undefined; facts: RequestFacts};
type Known = {Variables: {account: Account; sendList: SendList}; Bindings: Bindings};
/** Creates the body of a list for a token. Throws `Refusal` if it reads too many long ones at the same time. */
type SendList = (records: readonly unknown[], accountId: string) => ReturnType<typeof listBody> | string;

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
	const held = openHeldByTokens(service.onEvent);
	const sendList: SendList = (records, accountId) => {
		const {text, to} = partOf(records, 0);
		if (to === records.length) return text;
		if (!held.lists.take(accountId, 1)) throw tooMany();
		return listBody(records, service.clock, () => held.lists.free(accountId, 1));
	};
	for (const row of rowsOf(service.strictSpec)) {
		if (row.isPublic) app.on(row.method, row.path, context => answerAnyone(service, row, context));
	}
	app.use(async (context, next) => {
		const account = await service.signIn.accountOf(headerOf(context));
		if (!account) throw refuseSignIn(service, context);
		const refusal = service.signIn.countRequest(account, context.env.address);
		if (refusal) throw refusal;
		const size = budgets.requests.least + bodySize(context, service.limits);
		if (!held.requests.take(account.id, size)) throw tooMany();
		context.set('account', account);
		context.set('sendList', sendList);
		context.env.facts.accountId = account.id;
		try {
			await next();
		} finally {
			held.requests.free(account.id, size);
		}
		if (!held.keepsOpen(account.id, context.env.facts.connection)) context.header('Connection', 'close');
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

const tooMany = (): Refusal => new Refusal('general.too_many_requests', undefined, {retryAfterMs: 1000});

/** What tokens hold: long lists, requests and connections. */
function openHeldByTokens(onEvent: OnEvent) {
	const connections = openHeld('connection', budgets.connections, onEvent);
	const counted = new WeakSet<object>();
	return {
		lists: openHeld('list', budgets.lists, onEvent),
		requests: openHeld('request', budgets.requests, onEvent),
		/** Counts a connection for the token that uses it first. Returns false if it has too many of them. */
		keepsOpen: (who: string, connection: RequestFacts['connection']): boolean => {
			if (!connection || counted.has(connection)) return true;
			if (!connections.take(who, 1)) return false;
			counted.add(connection);
			connection.once('close', () => connections.free(who, 1));
			return true;
		},
	};
}

/** The most that a request may hold of its body. */
function bodySize({req}: Context<Known>, {maxBodyBytes, maxUploadBytes}: ServiceContext['limits']): number {
	const most = Math.max(maxBodyBytes, maxUploadBytes);
	const length = req.header('transfer-encoding') === undefined ? req.header('content-length') : most;
	return Math.min(most, Number(length) || 0);
}

const factsOf = ({env: {address, facts}}: Context<Known>): RequestFacts => ({
	...facts,
	...(address !== undefined && {address}),
});

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
		if (row.alternative && (!strictSpec || row.isAlternativeSpecified)) add(row.alternative, row);
	}
	const parameters = (path: string) => path.split('{').length;
	return [...paths].sort(([a], [b]) => parameters(a) - parameters(b));
}

function rowsOf(strictSpec: boolean): Row[] {
	const names = Object.keys(endpoints) as EndpointName[]; // keys of a constant
	const rows = names.map((name): Row => ({...endpoints[name], name}));
	return strictSpec ? rows.filter(row => !row.extension).map(withoutExtensionFields) : rows;
}

function withoutExtensionFields(row: Row): Row {
	const {body, extensionFields} = row;
	if (!body || !extensionFields) return row;
	const specifiedFields = Object.entries(body).filter(([name]) => !extensionFields.includes(name));
	return {...row, body: Object.fromEntries(specifiedFields)};
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
		const reply = await handle(
			service,
			row,
			{request, facts: factsOf(context), gone: context.req.raw.signal},
			async () => nobody,
		);
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
		return success(first, await lateReply(reply, req.raw.signal), context);
	}
	await service.records.read(records => admit(records, context.get('account')));
	const row = choose(rows, first, req.query('await'));
	const request = await read(row);
	const reply = await handle(
		service,
		row,
		{request, facts: factsOf(context), gone: req.raw.signal},
		async records => {
			// The credentials may have been revoked while the body arrived.
			const found = await signedIn(records, service.clock.now(), headerOf(context));
			if (!found) throw refuseSignIn(service, context);
			return admit(records, found.account);
		},
	);
	return success(row, reply, context);
}

/**
Handles a request that may change something. All that it changes is one transaction with the sign-in and the entry in the
action log. What leaves the process follows the commit.
*/
async function handle(
	service: ServiceContext,
	row: Row,
	{request, facts, gone}: {request: Record<string, unknown>; facts: RequestFacts; gone: AbortSignal},
	callerIn: (records: Reading) => Promise<Caller>,
): Promise<unknown> {
	const work = service.records.transact(async records => {
		const caller = await callerIn(records);
		return logged(service, row, {caller, request, records}, facts);
	});
	const reply = await work.catch((error: unknown) => {
		throw service.storage.refusalOf(error) ?? error;
	});
	return lateReply(reply, gone);
}

/** Waits for a reply that is only known after the transaction. */
const lateReply = async (reply: unknown, gone: AbortSignal): Promise<unknown> =>
	typeof reply === 'function' ? (reply as (left: AbortSignal) => Promise<unknown>)(gone) : reply;

/** Calls the handler of an endpoint, and adds the entry in the action log with what it has changed. */
async function logged(service: ServiceContext, row: Row, call: Call, facts: RequestFacts): Promise<unknown> {
	const {caller, request, records} = call;
	const named = targetOf(row.path, request);
	const fieldsOf = (teamId: string, target: Target | undefined) =>
		target && row.log !== 'none' ? loggedFields(records, teamId, target) : undefined;
	const before = await fieldsOf(caller.teamId, named);
	const made = await callHandler(service, row, call);
	if (row.log === 'none') return made;
	// A new member has no credentials yet.
	const actor = row.isPublic ? await joined(records, made) : caller;
	const target = named ?? createdBy(made);
	const changes = changesBetween(before, await fieldsOf(actor.teamId, target));
	await recordAction(service, records, actor, {
		action: row.name,
		targetId: target?.id ?? actor.teamId,
		...changes,
		facts,
		log: row.log,
	});
	return made;
}

/** Returns the account of someone who has joined a team. */
async function joined({applications}: Reading, made: unknown): Promise<Caller> {
	const {applicationId} = made as {applicationId: string}; // the answer of `joinTeam`
	const application = requireFound(await applications.get(applicationId));
	return {...application, teamId: application.teamId ?? ''};
}

function requireFound<Found>(record: Found | undefined): Found {
	if (record === undefined) throw new Refusal('general.not_found');
	return record;
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
async function checkRecords(records: Reading, caller: Caller, path: ByName<string>): Promise<void> {
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
	row.withoutTeam ? {...account, teamId: account.teamId ?? ''} : withTeam(records, account);

function success(row: Row, reply: unknown, context: Context<Known>): Response {
	if (row.response === 'bytes') return image(reply as Bytes, context); // a 'bytes' endpoint returns this
	if (row.response === 'text') return context.text(String(reply));
	if (row.response === 'nothing' || reply === undefined) return context.body(null, row.status ?? 200);
	if (!Array.isArray(reply)) return context.json(reply);
	const body = context.get('sendList')(reply, context.get('account').id);
	return context.body(body, 200, {'Content-Type': 'application/json'});
}

/**
Returns an image. Images never change: a new icon has a new id. (public documentation: Settings, info, images) A cache must
not show it to others: it does not know the credentials in `Application-Token`.
*/
function image({bytes, contentType}: Bytes, context: Context): Response {
	const type = contentType ?? 'application/octet-stream';
	const id = context.req.param('imageId') ?? 'image';
	return context.body(new Uint8Array(bytes).buffer, 200, {
		'Content-Type': type,
		'Cache-Control': 'private, max-age=2592000, immutable',
		'Content-Disposition': `inline; filename="${id}.${type.split('/')[1] ?? 'bin'}"`,
		'X-Content-Type-Options': 'nosniff',
	});
}
