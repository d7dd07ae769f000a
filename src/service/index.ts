import {randomUUID} from 'node:crypto';
import type {FeedSocket} from '../contract/socket.ts';
import type {Clock} from '../lib/clock.ts';
import {largest} from '../lib/long-lists.ts';
import {accountOf} from './accounts.ts';
import {attach} from './attached/attach.ts';
import type {AttachedWish} from './attached/attached-record.ts';
import {startAdmin} from '../demo/colleague.ts';
import {openNodeAgent, type NodeAgent} from './agent/node-agent.ts';
import {createRunner} from './automations/runner.ts';
import {openLogFolder} from './attached/log-folder.ts';
import {openBroker, type Broker} from './broker/broker.ts';
import {openPipe} from './broker/pipe.ts';
import type {Plane} from './context.ts';
import {credentialsOf, plantApplications, type SandboxCredentials} from '../demo/credentials.ts';
import {openFaults, type Faults} from '../demo/faults.ts';
import {usualLimits, type ServiceLimits} from './limits.ts';
import type {BrokerHabitName, RconQuirkName} from '../demo/habit-names.ts';
import {quirksNamed, startHabits} from '../demo/habits.ts';
import {createRouter} from './router.ts';
import {startRestlessNodes} from '../demo/node-outages.ts';
import type {ScenarioName} from '../demo/scenario-names.ts';
import {startScenarios} from '../demo/scenarios.ts';
import {plantFleet, type Fleet} from '../demo/fleet.ts';
import {openStore} from './store.ts';
import {shortTimings, trueTimings, type Timings} from './timings.ts';

export type SandboxOptions = {
	clock: Clock;
	/** From 0 up to, not including, 1. `Math.random` unless said. */
	random?: () => number;
	/** `crypto.randomUUID` unless said. */
	newId?: () => string;
	/** What a fresh sandbox begins with; `assets/demo/fleet.json` unless said. */
	fleet?: Fleet;
	/** SQLite file of the records, made if missing; in memory unless said. Its folder must exist. */
	data?: string;
	/** So many servers instead of the fleet's own number. Above `eagerServers` their games start when first needed. */
	servers?: number;
	/** Real servers on this machine, registered on top of what is there. */
	attached?: readonly AttachedWish[];
	/** Installing, booting, stopping take as long as with the real node agent. */
	trueTimings?: boolean;
	/** Single spans, in milliseconds, on top of either set. */
	timings?: Partial<Timings>;
	/** Only what the specification has: see `Plane`. */
	strictSpec?: boolean;
	/** A second admin now and then runs a harmless command. */
	adminActivity?: boolean;
	/** Rarely a node goes away for a while, or logs in again. */
	restlessNodes?: boolean;
	/** Incidents to practise on. */
	scenarios?: readonly ScenarioName[];
	/** Ways of real brokers, as long as it is open. */
	brokerHabits?: readonly BrokerHabitName[];
	/** Ways of real games, which all simulated ones have. */
	rconQuirks?: readonly RconQuirkName[];
	limits?: Partial<ServiceLimits>;
	/** `Application-Token` of a fresh sandbox with all permissions; a random one unless said. */
	token?: string;
	/** Hangs up on feed clients that send no CONNECT, or none of the heart-beats they promised. Only with a real clock. */
	cutSilentFeeds?: boolean;
	/** Hears of failures of the sandbox's own; nobody unless said. */
	onBug?: (bug: unknown) => void;
};

export type Sandbox = {
	/** The REST interface; the host of the request's URL does not matter. Never rejects. */
	fetch: (request: Request) => Promise<Response>;
	/** A socket for stompjs's `webSocketFactory`. `headers` are those of the handshake: credentials, any case. */
	openSocket: (headers?: Record<string, string>) => FeedSocket;
	credentials: SandboxCredentials;
	/** The team of `credentials.token`. */
	teamId: string;
	faults: Faults;
	/** What the players of a server can read, oldest first; empty while no game runs. */
	chat: (serverId: string) => readonly string[];
	/** The last lines of a real server's output, oldest first; empty for simulated ones. */
	log: (serverId: string) => readonly string[];
	/** The STOMP broker, for those that put it on a port. */
	broker: Broker;
	/** Names of the real servers that run. */
	realServers: () => string[];
	/** How long `close` may take: real servers get the time to save. */
	closeMs: () => number;
	/**
	Ends all games and closes the store; resolves to the names of real servers that did not stop, and are left running.
	What was promised goes on when the same `data` is opened again, and what was left running is taken over.
	*/
	close: () => Promise<string[]>;
};

/** With more servers than this no game is started before somebody needs it. */
const eagerServers = 50;

/** The whole service in this process. Resolves when every game that is to run listens. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
	const {onBug = () => {}} = options;
	const closing = new AbortController();
	const {plane, broker, agents, logs} = createPlane(options, closing.signal, onBug);
	const {store} = plane;
	const isFresh = store.applications.count() === 0;
	if (isFresh) plant(plane, options);
	for (const wish of options.attached ?? []) attach(plane, wish);
	const credentials = credentialsOf(plane);
	const teamId = store.applications.get('app-rcondeck')?.teamId ?? '';
	plane.runner.abandonUnfinished();
	await Promise.all(store.nodes.all().map(({id}) => plane.agentOf(id).boot(isFresh)));
	plane.runner.rearm();
	const stopLife = [
		options.adminActivity && startAdmin(plane, teamId, onBug),
		options.restlessNodes && startRestlessNodes(plane, teamId),
		startScenarios(plane, teamId, options.scenarios ?? [], onBug),
	];
	const {faults, door} = openFaults(plane, broker);
	stopLife.push(startHabits(options.brokerHabits ?? [], faults, options.clock));
	const router = createRouter(plane, onBug);
	const end = async () => {
		for (const stop of stopLife) if (stop) stop();
		closing.abort();
		plane.runner.close();
		const left = await Promise.all([...agents.values()].map(agent => agent.close()));
		const names = left.flat().map(id => store.servers.get(id)?.displayName ?? id);
		broker.close();
		store.close();
		logs.close();
		return names;
	};
	let ending: Promise<string[]> | undefined;
	return {
		fetch: async request => dated(await door(() => router(request)), options.clock),
		openSocket: (headers = {}) => openPipe(broker, headers),
		credentials,
		teamId,
		faults,
		chat: serverId => plane.agentOf(store.servers.get(serverId)?.nodeId ?? '').chat(serverId),
		log: serverId => plane.agentOf(store.servers.get(serverId)?.nodeId ?? '').log(serverId),
		broker,
		realServers: () =>
			store.servers
				.all()
				.filter(({attached, state}) => attached && state !== 'OFFLINE')
				.map(({displayName}) => displayName),
		closeMs: () => 1000 + largest([0, ...store.servers.all().map(({attached}) => attached?.stopMs ?? 0)]),
		close: () => (ending ??= end()),
	};
}

/** As HTTP servers do, so that clients can compare clocks. (RFC 9110: Date) */
function dated(answer: Response, clock: Clock): Response {
	if (!answer.headers.has('Date')) answer.headers.set('Date', new Date(clock.now()).toUTCString());
	return answer;
}

function createPlane(options: SandboxOptions, closed: AbortSignal, onBug: (bug: unknown) => void) {
	const {clock, random = Math.random, newId = randomUUID, servers = 0} = options;
	const store = openStore(options.data ?? ':memory:');
	const broker = openBroker({
		clock,
		random,
		newId,
		findAccount: header => accountOf(store, header),
		cutSilent: options.cutSilentFeeds ?? false,
		onBug,
	});
	const agents = new Map<string, NodeAgent>();
	const logs = openLogFolder(options.data);
	const lazy = Math.max(servers, store.servers.count()) > eagerServers;
	const plane: Plane = {
		clock,
		random,
		newId,
		store,
		limits: {...usualLimits, ...options.limits},
		timings: {...(options.trueTimings ? trueTimings : shortTimings), ...options.timings},
		strictSpec: options.strictSpec ?? false,
		broadcast: broker.broadcast,
		rconQuirks: quirksNamed(options.rconQuirks ?? []),
		logFile: logs.fileOf,
		agentOf: nodeId => {
			const known = agents.get(nodeId);
			if (known) return known;
			const agent = openNodeAgent(plane, {nodeId, lazy, onBug});
			agents.set(nodeId, agent);
			return agent;
		},
		closed,
		get runner() {
			return runner;
		},
	};
	const runner = createRunner(plane, onBug);
	return {plane, broker, agents, logs};
}

function plant(plane: Plane, {fleet, servers, token}: SandboxOptions): void {
	plantFleet(plane, fleet, servers);
	const [team, otherTeam] = plane.store.teams.all();
	if (team && otherTeam) plantApplications(plane, team.id, otherTeam.id, token);
}
