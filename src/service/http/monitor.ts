import {randomUUID} from 'node:crypto';
import {type IncomingMessage, METHODS, type ServerResponse} from 'node:http';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {recordState} from '../../contract/states.ts';
import type {Log, LogEntry} from '../../lib/files/log.ts';
import {metricsType} from '../../lib/text/prometheus.ts';
import {serviceLogMessages} from '../../messages/service.ts';
import {isAllowed} from '../access/accounts.ts';
import type {OnEvent, SecurityEntry, ServiceEvent} from '../events.ts';
import type {Service} from '../index.ts';
import {type ClientAddress, connectedAddress, isLoopbackAddress} from './client-address.ts';
import {isLoopbackName} from './origin-check.ts';
import type {StorageProblem} from '../records/storage.ts';
import {Refusal, safetyHeaders, wireOf} from './refusal.ts';
import type {RequestFacts} from './request-facts.ts';
import {headerOf, type PlainAnswer} from './answers.ts';
import type {Certificates} from './certificate.ts';
import type {ConnectionRefusal} from './connection-limits.ts';
import {createServiceMetrics} from './service-metrics.ts';

/** How long an answer is kept, so that health checks of several load balancers cost one query, and how long it may take. */
const [keptMs, limitMs] = [1000, 2000];

/**
Creates what a load balancer asks: whether the records can be reached. Only one check runs at a time, also if it hangs.
*/
export function createReadiness(clock: Clock, check: () => Promise<unknown>): () => Promise<boolean> {
	let checking: Promise<void> | undefined;
	let found: {at: number; isReachable: boolean} | undefined;
	const start = async () => {
		const isReachable = await check().then(
			() => true,
			() => false,
		);
		found = {at: clock.monotonic(), isReachable};
		checking = undefined;
	};
	return async () => {
		if (found && clock.monotonic() - found.at < keptMs) return found.isReachable;
		checking ??= start();
		const patience = new AbortController();
		const isInTime = await Promise.race([
			checking.then(() => true),
			pause(clock, limitMs, patience.signal).then(
				() => false,
				() => false,
			),
		]);
		patience.abort();
		return isInTime && (found?.isReachable ?? false);
	};
}

/** The phase of the service. `leaving`: it works, but load balancers are asked to use other instances. */
export type Phase = 'starting' | 'ready' | 'leaving' | 'closing';

/** The monitoring of a service: `/healthz`, `/readyz`, `/metrics` and the log. */
export type Monitor = {
	/** Answers `/healthz`, `/readyz` and `/metrics`. Returns undefined for any other path. */
	answer: (
		request: IncomingMessage,
		phase: Phase,
		facts: RequestFacts,
	) => PlainAnswer | Promise<PlainAnswer> | undefined;
	/** Records a request, and its outcome when it ends. */
	onRequest: (request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => void;
	onRefused: (why: ConnectionRefusal) => void;
	/** Records an event in the service. */
	onEvent: OnEvent;
	/** The service that the metrics describe. */
	watch: (service: Service) => void;
};

type Options = {
	log: Log;
	clock: Clock;
	version: string;
	certificates: Certificates | undefined;
	/** Finds the address of a client (default: that of the connection). */
	addressOf?: ClientAddress;
};

export function openMonitor({
	log,
	clock,
	version,
	certificates,
	addressOf = connectedAddress,
}: Options): Monitor {
	const metrics = createServiceMetrics(version);
	let service: Service | undefined;
	const engines = enginesOf(clock, () => service);
	const isFirst = createFirsts(clock);
	let inFlight = 0;
	const metricsAnswer = async (request: IncomingMessage, facts: RequestFacts): Promise<PlainAnswer> => {
		if (!isFromHere(request)) {
			const refusal = service
				? await checkCaller(service, request, {facts, address: addressOf(request)})
				: new Refusal('general.not_carried_out');
			if (refusal) return refusalAnswer(refusal);
		}
		const now = {
			inFlight,
			logDropped: log.dropped(),
			certificateExpiresAt: certificates?.current().expiresAt,
		};
		return plain(200, metricsType, metrics.text(service, now));
	};
	return {
		answer: (request, phase, facts) => {
			const path = request.url?.split('?', 1)[0] ?? '';
			if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics') return undefined;
			facts.route = path;
			if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod();
			if (path === '/metrics') return metricsAnswer(request, facts);
			return path === '/healthz' ? health(phase) : readiness(phase, engines);
		},
		onRequest: (request, response, facts) => {
			const startedAt = clock.monotonic();
			const requestId = idOf(request);
			const address = addressOf(request);
			facts.requestId = requestId;
			response.setHeader('X-Request-Id', requestId);
			inFlight += 1;
			response.once('close', () => {
				inFlight -= 1;
				const ms = clock.monotonic() - startedAt;
				const method = METHODS.includes(request.method ?? '') ? (request.method ?? '') : 'other';
				const status = response.writableFinished ? response.statusCode : leftEarly;
				const {route = 'other', accountId} = facts;
				metrics.onRequest({method, route, status, ms});
				log.write({
					level: requestLevel(method, status),
					event: 'request',
					message: serviceLogMessages.request,
					fields: {
						method,
						route,
						status,
						ms: Math.round(ms * 10) / 10,
						requestId,
						account: accountId,
						address,
					},
				});
			});
		},
		onRefused: why => {
			metrics.onRefused(why);
			const message = serviceLogMessages.connectionRefused;
			log.write({level: 'warn', event: 'connection-refused', message, fields: {limit: why}});
		},
		onEvent: event => {
			metrics.onEvent(event);
			const entry = isFirst(event) ? entryOf(event, service) : undefined;
			if (entry) log.write(entry);
		},
		watch: watched => {
			service = watched;
		},
	};
}

/** How long a repeated excess of a budget is only counted, and for how many principals. */
const [quietMs, maxQuiet] = [10 * 60_000, 1000];

/** Returns a function that returns false for a budget whose excess was logged recently. */
function createFirsts({monotonic}: Clock) {
	const loggedAt = new Map<string, number>();
	return (event: ServiceEvent): boolean => {
		if (event.kind !== 'budget') return true;
		const key = `${event.budget} ${event.who}`;
		const isFirst = monotonic() - (loggedAt.get(key) ?? -Infinity) >= quietMs;
		if (!isFirst) return false;
		loggedAt.delete(key);
		loggedAt.set(key, monotonic());
		const [oldest = key] = loggedAt.keys();
		if (loggedAt.size > maxQuiet) loggedAt.delete(oldest);
		return true;
	};
}

/** The status of a request if the client disconnects before the end of the answer, as in nginx. */
const leftEarly = 499;

/** Most requests are successful reads, because each client polls. */
function requestLevel(method: string, status: number): LogEntry['level'] {
	if (status >= 500 && status !== 503) return 'error';
	if (status >= 400 && status !== leftEarly) return 'warn';
	return method === 'GET' || method === 'HEAD' ? 'debug' : 'info';
}

/** The id that a proxy has assigned, if it is harmless, or a new one. */
function idOf(request: IncomingMessage): string {
	const assigned = headerOf(request)('x-request-id') ?? '';
	return /^[\w.:-]{1,64}$/.test(assigned) ? assigned : randomUUID();
}

/**
Returns true if the client is a program on this machine that connected directly. A proxy here passes on requests of other
machines, and a web page can make its own name resolve to this machine.
*/
function isFromHere({socket, headers}: IncomingMessage): boolean {
	const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => name in headers);
	const host = /^(.*?)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
	return !isForwarded && isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackName(host.toLowerCase());
}

/** Resolves to why the caller may not see the metrics, which show all servers. */
async function checkCaller(
	{context: {signIn}}: Service,
	request: IncomingMessage,
	{facts, address}: {facts: RequestFacts; address: string | undefined},
): Promise<Refusal | undefined> {
	const account = await signIn.accountOf(headerOf(request));
	if (account?.teamId === undefined)
		return account ? new Refusal('TEAM_NOT_FOUND') : signIn.refuse(address, headerOf(request));
	facts.accountId = account.id;
	return isAllowed(account, permission) ? undefined : new Refusal(`missingPermission.${permission}`);
}

const permission = 'ACCESS_SERVERS';

function refusalAnswer(refusal: Refusal): PlainAnswer {
	const {status, headers, body} = wireOf(refusal);
	return {status, headers: {...headers, ...(status === 401 && {'WWW-Authenticate': 'Bearer'})}, body};
}

function wrongMethod(): PlainAnswer {
	const answer = refusalAnswer(new Refusal('general.method_not_allowed'));
	return {...answer, headers: {...answer.headers, Allow: ['GET', 'HEAD'].join(', ')}};
}

function health(phase: Phase): PlainAnswer {
	return statusAnswer(phase === 'ready' || phase === 'leaving' ? 'ok' : phase);
}

type Engines = ReturnType<typeof enginesOf>;

const enginesOf = (clock: Clock, service: () => Service | undefined) => ({
	canStore: createReadiness(clock, async () => {
		const {records, storage} = service()?.context ?? {};
		await records?.read(async () => {});
		storage?.check();
		if (storage?.problem() !== undefined) throw new Refusal('general.not_carried_out');
	}),
	storageProblem: () => service()?.context.storage.problem(),
	reachesBroker: () => service()?.context.bus.isConnected() ?? false,
});

/** What a load balancer needs to know: whether this instance can do what the others can. */
async function readiness(
	phase: Phase,
	{canStore, reachesBroker, storageProblem}: Engines,
): Promise<PlainAnswer> {
	if (phase !== 'ready') return statusAnswer(phase === 'leaving' ? 'closing' : phase);
	if (!(await canStore())) {
		const problem = storageProblem();
		return statusAnswer(problem === 'full' ? 'storage-full' : (problem ?? 'no-database'));
	}
	return statusAnswer(reachesBroker() ? 'ok' : 'no-broker');
}

function statusAnswer(
	status: 'ok' | 'starting' | 'closing' | 'no-database' | 'no-broker' | 'storage-full' | 'read-only',
): PlainAnswer {
	const answer = plain(status === 'ok' ? 200 : 503, 'application/json', `${JSON.stringify({status})}\n`);
	// Without credentials, the connection is not kept open.
	return {...answer, headers: {...answer.headers, Connection: 'close'}};
}

function plain(status: number, type: string, body: string): PlainAnswer {
	const length = String(Buffer.byteLength(body));
	return {
		status,
		headers: {'Content-Type': type, 'Content-Length': length, ...safetyHeaders},
		body,
	};
}

function storageEntry(problem: StorageProblem | undefined): LogEntry {
	const {storageFull, readOnly, storageWorks} = serviceLogMessages;
	if (problem === undefined) return {level: 'info', event: 'storage-works', message: storageWorks};
	return {level: 'error', event: 'storage-failed', message: problem === 'full' ? storageFull : readOnly};
}

export function securityEntry(entry: SecurityEntry): LogEntry {
	const {who = '', action, actorId, tokenId, targetId, requestId, address, before, after} = entry;
	const changed = {
		...(before && {before: JSON.stringify(before)}),
		...(after && {after: JSON.stringify(after)}),
	};
	const isFailure = action === 'signInFailed';
	return {
		level: isFailure ? 'warn' : 'info',
		event: 'security',
		message: isFailure ? serviceLogMessages.signInFailed : serviceLogMessages.security,
		fields: {action, who: who || undefined, actorId, tokenId, targetId, ...changed, requestId, address},
	};
}

function entryOf(event: ServiceEvent, service: Service | undefined): LogEntry | undefined {
	const {state, command, consoleOpen, consoleLost, feedConnected, feedClosed} = serviceLogMessages;
	const {brokerConnected, brokerLost, instanceConflictEnded} = serviceLogMessages;
	if (event.kind === 'state') {
		const {server} = event;
		const [from, to] = [recordState(event.from), recordState(event.to)];
		const fields = {server: server.displayName, id: server.id, from, state: to};
		return {level: 'info', event: 'state', message: state(server.displayName, to), fields};
	}
	if (event.kind === 'command') {
		const {serverId, outcome, ms} = event;
		const server = service?.context.store.servers.get(serverId)?.displayName ?? serverId;
		const fields = {server, id: serverId, command: event.command, outcome, ms: Math.round(ms)};
		return {
			level: outcome === 'answered' ? 'info' : 'warn',
			event: 'command',
			message: command(server),
			fields,
		};
	}
	if (event.kind === 'agent') {
		const {node, isConnected} = event;
		const message = isConnected
			? serviceLogMessages.agentConnected(node)
			: serviceLogMessages.agentLost(node);
		const name = isConnected ? 'agent-connected' : 'agent-lost';
		return {level: isConnected ? 'info' : 'warn', event: name, message, fields: {node}};
	}
	if (event.kind === 'broker') {
		if (event.isConnected) return {level: 'info', event: 'broker-connected', message: brokerConnected};
		return {level: 'warn', event: 'broker-lost', message: brokerLost, fields: {reason: event.reason}};
	}
	if (event.kind === 'instances') {
		if (event.problem === undefined)
			return {level: 'info', event: 'instance-conflict-ended', message: instanceConflictEnded};
		return {level: 'warn', event: 'instance-conflict', message: event.problem};
	}
	if (event.kind === 'schedule-skipped') {
		const {automation, at} = event;
		const fields = {automation, time: new Date(at).toISOString()};
		return {
			level: 'warn',
			event: event.kind,
			message: serviceLogMessages.scheduleSkipped(automation),
			fields,
		};
	}
	if (event.kind === 'storage') return storageEntry(event.problem);
	if (event.kind === 'security') return securityEntry(event.entry);
	if (event.kind === 'budget') {
		const {budget, who} = event;
		const message = serviceLogMessages.budgetExceeded;
		return {level: 'warn', event: 'budget-exceeded', message, fields: {budget, who}};
	}
	if (event.kind === 'feed') {
		const {isOpen, accountId: account, address} = event;
		const message = isOpen ? feedConnected : feedClosed;
		return {
			level: 'info',
			event: isOpen ? 'feed-connected' : 'feed-closed',
			message,
			fields: {account, address},
		};
	}
	const {displayName, id} = event.server;
	const fields = {server: displayName, id};
	if (event.state.kind === 'open')
		return {level: 'info', event: 'console-open', message: consoleOpen(displayName), fields};
	if (event.state.kind !== 'lost') return undefined;
	const {reason, message: error} = event.state.error;
	return {
		level: 'warn',
		event: 'console-lost',
		message: consoleLost(displayName),
		fields: {...fields, reason, error},
	};
}
