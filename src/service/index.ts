import type {ByName} from '../lib/json/maps.ts';
import {randomUUID} from 'node:crypto';
import type {FeedSocket} from '../contract/socket.ts';
import type {Clock} from '../lib/time/clock.ts';
import {archivesFolder, openLogFolder} from './power/server-log.ts';
import {absentAgent} from './agent/absent-agent.ts';
import {openNodeAgent} from './agent/node-agent.ts';
import type {NodeAgent} from './agent/agent.ts';
import type {AutomationWebhook} from './automations/automation-runner.ts';
import {createRunner} from './automations/runner.ts';
import {type Broker, openBroker} from './broker/broker.ts';
import {openPipe} from './broker/pipe.ts';
import {openLocalBus, type Bus} from './bus.ts';
import {changeServer, type ServiceContext} from './context.ts';
import type {OnEvent} from './events.ts';
import {seedFirstTeam, type Seeding, type ServiceCredentials} from './records/first-team.ts';
import {usualLimits, type ServiceLimits} from './limits.ts';
import {type Links, openLinks} from './link/links.ts';
import {openOutbox} from './link/outbox.ts';
import {openOwnAgent} from './own/agent.ts';
import {createOutputFeed} from './own/output-feed.ts';
import {openFromRecord} from './own/open.ts';
import {openUsageOfProcess} from './power/process-usage.ts';
import {localNodeId} from './own/local-node.ts';
import {stepMessages} from '../messages/automations.ts';
import {openExpiry, removeExpired} from './access/expiry.ts';
import {ownerCredentials, ownerCredentialsIn} from './access/owner-token.ts';
import {publishOutput} from './records/publish.ts';
import {recheckFeeds} from './broker/recheck-feeds.ts';
import type {RequestFacts} from './http/request-facts.ts';
import {safetyHeaders} from './http/refusal.ts';
import type {Recipients, Records} from './records/repositories.ts';
import {createRouter} from './http/router.ts';
import type {ServerDriver} from './agent/server-driver.ts';
import type {ServerRecord} from './records/records.ts';
import {createSignIn} from './access/sign-in.ts';
import {openStorage, type Storage} from './records/storage.ts';
import {openStore, type Store} from './records/store.ts';
import {openStoreRecords} from './records/store-records.ts';
import {defaultTimings, type Timings} from './timings.ts';

export type ServiceOptions = {
	clock: Clock;
	/** From 0 up to but not including 1 (default `Math.random`). */
	random?: () => number;
	/** Default `crypto.randomUUID`. */
	newId?: () => string;
	/** SQLite file of the records, created if missing (default: in memory). Its folder must exist. */
	data?: string;
	/**
	URL of a PostgreSQL database with the records, instead of `data`. Other instances may use it at the same time. This
	process has no servers of its own then.
	*/
	database?: string;
	/** URL of the RabbitMQ that connects the instances on `database`. */
	broker?: string;
	/** Refuses to start beside another instance on `database`. */
	isAlone?: boolean;
	/** Connects the instances instead of `broker`. */
	bus?: Bus;
	/** The file of the owner's token, for `database`; with `data` it is beside the records. */
	ownerTokenFile?: string;
	/** Seeds new records before anything runs (default: one team). */
	seed?: (records: Seeding) => void;
	/** Runs simulated servers. Without a driver there are none. */
	driver?: ServerDriver;
	/** The environment of processes and of passwords (default `process.env`). */
	env?: NodeJS.ProcessEnv;
	/** Where WEBHOOK steps of automations post (default: nowhere). */
	webhook?: AutomationWebhook;
	/** Overrides of single default durations, in milliseconds. */
	timings?: Partial<Timings>;
	/** Offers only what the specification has; see `ServiceContext`. */
	strictSpec?: boolean;
	/** See `ServiceContext` (default true). */
	supervises?: boolean;
	/** See `ServiceContext` (default true). */
	observes?: boolean;
	/** Keeps the facts about this service that another one needs; see `openAgentLink`. */
	isLinked?: boolean;
	limits?: Partial<ServiceLimits>;
	/**
	Disconnects feed clients that send no CONNECT or miss the heart-beats they promised. Only with a real clock.
	*/
	cutSilentFeeds?: boolean;
	/**
	Refuses feed handshakes without valid credentials with 401. Otherwise clients may sign in with CONNECT, as with some
	brokers.
	*/
	refusesFeedsEarly?: boolean;
	/** Wraps each request and can delay or replace its response. */
	intercept?: (answer: () => Promise<Response>) => Promise<Response>;
	/** Called with each event, for a log and metrics. */
	onEvent?: OnEvent;
	/** Called with bugs of the service. */
	onBug?: (bug: unknown) => void;
};

export type Service = {
	/**
	The REST interface. The host of the request's URL is ignored. Never rejects. `address` is that of the client; without
	it, failed sign-ins are not limited. Fills in `facts`.
	*/
	fetch: (request: Request, address?: string, facts?: RequestFacts) => Promise<Response>;
	/** Opens a socket for stompjs's `webSocketFactory`. `headers` are the handshake's: credentials, in any case. */
	openSocket: (headers?: ByName<string>) => FeedSocket;
	credentials: ServiceCredentials;
	/** The team of `credentials`. */
	teamId: string;
	/** The STOMP broker, for callers that serve it on a port. */
	broker: Broker;
	/** The agents of other machines, for callers that serve them on a port. */
	links: Links;
	/** The service's internal state, for simulations. */
	context: ServiceContext;
	/** The last lines of a real server's output, oldest first; empty for simulated ones. */
	log: (serverId: string) => readonly string[];
	/** Resolves when no requested action on real servers is in progress: starts, stops, restarts, backups, rollbacks and runs. */
	idle: () => Promise<void>;
	/**
	Ends simulated servers and closes the store. Real servers are left running; resolves to the names of those whose
	process the service has started. When `data` is reopened, accepted work continues and they are adopted.
	*/
	close: () => Promise<string[]>;
};

/** Opens the whole service in this process. Resolves when every server that is to run has a process. */
export async function openService(options: ServiceOptions): Promise<Service> {
	const {intercept = answer => answer()} = options;
	/** A failure of the storage is not a bug, and is reported once. */
	const onBug = (bug: unknown) => {
		if (!opened.storage?.refusalOf(bug)) options.onBug?.(bug);
	};
	const opened: {storage?: Storage} = {};
	const closing = new AbortController();
	const {context, broker, links, agents, logs, output} = await createContext(options, closing.signal, onBug);
	const {store} = context;
	opened.storage = context.storage;
	const router = createRouter(context, onBug);
	const stops = context.isShared ? [recheckFeeds(context, broker, onBug)] : [];
	const end = async () => {
		for (const stop of stops) stop();
		context.storage.close();
		await context.runner.leave();
		closing.abort();
		await context.runner.close();
		const left = await Promise.all([...agents.values()].map(agent => agent.close()));
		const names = left.flat().map(id => store.servers.get(id)?.displayName ?? id);
		output.close();
		await links.close();
		broker.close();
		await context.bus.close();
		await context.records.close();
		logs.close();
		return names;
	};
	const start = async () => {
		await links.start();
		if (options.database !== undefined) {
			const credentials = await ownerCredentialsIn(context.records, options.ownerTokenFile);
			await context.runner.open();
			await context.runner.start();
			return credentials;
		}
		const isFresh = store.applications.count() === 0;
		if (isFresh) store.atomically(() => (options.seed ?? seedFirstTeam)(context));
		const credentials = ownerCredentials(store, options.data);
		await context.runner.open();
		const here = store.nodes.all().filter(({link}) => link === undefined);
		await Promise.all(here.map(({id}) => context.agentOf(id).boot(isFresh)));
		await context.runner.start();
		return credentials;
	};
	const credentials = await start().catch(async (error: unknown) => {
		// Otherwise the records would stay locked for the next attempt.
		await end().catch(onBug);
		throw error;
	});
	if (context.supervises) stops.push(openExpiry(context, onBug));
	const owner = await context.records.read(({applications}) => applications.get(credentials.applicationId));
	let ending: Promise<string[]> | undefined;
	return {
		fetch: async (request, address, facts) =>
			addUsualHeaders(await intercept(() => router(request, address, facts)), options.clock),
		openSocket: (headers = {}) => openPipe(broker, headers),
		credentials,
		teamId: owner?.teamId ?? '',
		broker,
		links,
		context,
		log: serverId => context.agentOf(store.servers.get(serverId)?.nodeId ?? '').log(serverId),
		idle: async () => {
			await context.runner.idle();
			await Promise.all([...agents.values()].map(agent => agent.idle()));
		},
		close: () => (ending ??= end()),
	};
}

/** Adds `safetyHeaders`, and the `Date` of HTTP servers, so that clients can compare clocks. (RFC 9110: Date) */
function addUsualHeaders(answer: Response, clock: Clock): Response {
	const usual = {...safetyHeaders, Date: new Date(clock.now()).toUTCString()};
	for (const [name, value] of Object.entries(usual))
		if (!answer.headers.has(name)) answer.headers.set(name, value);
	return answer;
}

type RecordsOptions = Pick<ServiceContext, 'store' | 'random' | 'newId'> &
	Recipients & {onBug: (bug: unknown) => void};

async function openRecords(options: ServiceOptions, more: RecordsOptions): Promise<Records> {
	const {database: url, clock, seed = seedFirstTeam, broker, isAlone = false, onEvent = () => {}} = options;
	if (url === undefined) return openStoreRecords(more.store, more);
	const {openPostgresRecords} = await import('./postgres/open-records.ts');
	const several = broker === undefined ? undefined : 'several';
	const instances = isAlone ? 'one' : several;
	return openPostgresRecords({...more, url, clock, seed, instances, onEvent});
}

type FeedOptions = Omit<Parameters<typeof openBroker>[0], 'clock' | 'cutSilent' | 'refusesEarly'>;

const openFeed = (
	{clock, cutSilentFeeds = false, refusesFeedsEarly = false}: ServiceOptions,
	more: FeedOptions,
) => openBroker({...more, clock, cutSilent: cutSilentFeeds, refusesEarly: refusesFeedsEarly});

/** Closes the records if it fails. */
async function openBus(
	{broker: url, bus, clock}: ServiceOptions,
	records: Records,
	more: Pick<FeedOptions, 'random' | 'onEvent' | 'onBug'>,
): Promise<Bus> {
	if (url === undefined) return bus ?? openLocalBus(more.onBug);
	const {openRabbitBus} = await import('./rabbitmq/open-bus.ts');
	return openRabbitBus(url, {...more, clock}).catch(async (error: unknown) => {
		await records.close();
		throw error;
	});
}

/** Connects the feed and the agents of this instance to what all instances send. */
function connectFeed(bus: Bus, broker: Broker, links: Links): void {
	bus.on('packet', ({teamId, packet}) => broker.broadcast(teamId, packet));
	// Clients reconnect, and read what they have missed.
	bus.onConnection(broker.setAvailable);
	bus.on('revoked', ({applicationId}) => {
		broker.endSessions(applicationId);
		links.endSessions(applicationId);
	});
}

const watchStorage = (store: Store, clock: Clock, onEvent: OnEvent): Storage =>
	openStorage({
		clock,
		write: () => store.checkWritable(),
		onChange: problem => onEvent({kind: 'storage', problem}),
	});

const defaultsOf = ({supervises = true, observes = true, webhook = noWebhook}: ServiceOptions) => ({
	supervises,
	observes,
	webhook,
});

const noWebhook: AutomationWebhook = {
	problem: async () => stepMessages.noWebhook,
	send: async () => stepMessages.noWebhook,
};

async function createContext(options: ServiceOptions, closed: AbortSignal, onBug: (bug: unknown) => void) {
	const {clock, random = Math.random, newId = randomUUID, env = process.env, onEvent = () => {}} = options;
	const store = openStore(options.data ?? ':memory:', {onBug, onEvent});
	const recipients: Recipients = {
		agentOf: id => context.agentOf(id),
		orderLinked: (...order) => links.order(...order),
	};
	const records = await openRecords(options, {store, random, newId, onBug, ...recipients});
	const limits = {...usualLimits, ...options.limits};
	const endExpired = (id: string) => removeExpired(context, id);
	const signIn = createSignIn({records, clock, limits, onEvent, removeExpired: endExpired});
	const broker = openFeed(options, {random, newId, signIn, onEvent, onBug});
	const bus = await openBus(options, records, {random, onEvent, onBug});
	const links = openLinks(() => context, bus, onBug);
	connectFeed(bus, broker, links);
	const outbox = options.isLinked ? openOutbox({store, newId, clock}) : undefined;
	const agents = new Map<string, NodeAgent>();
	const logs = openLogFolder(options.data);
	let serverCount: number | undefined;
	const context: ServiceContext = {
		clock,
		random,
		newId,
		records,
		bus,
		isShared: options.database !== undefined,
		store,
		limits,
		storage: watchStorage(store, clock, onEvent),
		timings: {...defaultTimings, ...options.timings},
		strictSpec: options.strictSpec ?? false,
		...defaultsOf(options),
		outbox,
		broadcast: (teamId, packet) =>
			store.afterCommit(() => {
				bus.send({kind: 'packet', teamId, packet});
				outbox?.published(packet);
			}),
		signIn,
		endSessions: applicationId => store.afterCommit(() => bus.send({kind: 'revoked', applicationId})),
		onEvent: event => store.afterCommit(() => onEvent(event)),
		driver: options.driver,
		agentOf: nodeId => {
			const agent = agents.get(nodeId) ?? openAgent(nodeId);
			agents.set(nodeId, agent);
			return agent;
		},
		openedAt: clock.now(),
		closed,
		get runner() {
			return runner;
		},
	};
	const openAgent = (nodeId: string): NodeAgent => {
		if (context.isShared || store.nodes.get(nodeId)?.link) return absentAgent;
		if (nodeId === localNodeId) {
			const archives = archivesFolder(options.data);
			return openOwnAgent(context, {nodeId, open: openOwn, onBug, env, archives});
		}
		serverCount ??= store.servers.count();
		return openNodeAgent(context, {nodeId, serverCount, onBug});
	};
	const output = createOutputFeed({clock, publish: packet => publishOutput(context, packet)});
	const usageOf = openUsageOfProcess(clock, env);
	const openOwn = (record: ServerRecord) =>
		openFromRecord(record, {
			clock,
			random,
			env,
			logFile: logs.fileOf,
			inputFile: logs.inputOf,
			usageOf,
			keepMark: (serverId, mark) => void changeServer(context, serverId, {process: mark}),
			onLine: output.add,
			onConsole: state => onEvent({kind: 'console', server: record, state}),
			onEnd: serverId => context.agentOf(localNodeId).check(serverId),
		});
	const runner = createRunner(context, onBug);
	return {context, broker, links, agents, logs, output};
}
