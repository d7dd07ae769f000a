import type {Broker} from '../service/broker/broker.ts';
import type {BrokerFaults} from '../service/broker/faults.ts';
import type {Service} from '../service/index.ts';
import type {ServerRecord} from '../service/records.ts';
import type {Clock} from '../lib/clock.ts';
import type {RconQuirks} from './rcon/quirks.ts';
import type {Simulation} from './simulated-servers.ts';

type FeedQuirks = Pick<
	BrokerFaults,
	'receipts' | 'introduces' | 'refusesEarly' | 'refuses' | 'maxWaitingBytes'
>;
type NextAnswer = {status: number; body: string; headers: Record<string, string>};

/** What can go wrong with a feed. */
export type FeedFaults = {
	/** Hangs up on everybody who listens; they may come back at once. `code` 1006 says no goodbye. */
	dropFeed: (code?: number) => void;
	/** True hangs up and lets nobody in until it is false again. */
	feedDown: (down: boolean) => void;
	/** In what the broker differs from Spring's simple one. */
	feedQuirks: (quirks: Partial<FeedQuirks>) => void;
	/** True: heart-beats stop, packets do not. */
	muteBeats: (mute: boolean) => void;
	/** True: connections stay, but nothing more is said, not even heart-beats, and no goodbye is answered. */
	freezeFeed: (frozen: boolean) => void;
	/** True: packets that come close together arrive in another order. */
	reorderFeed: (reorder: boolean) => void;
	/** Every packet is this many milliseconds late. */
	delayFeed: (ms: number) => void;
	/** True: packets get lost; connections and heart-beats stay. */
	deafFeed: (deaf: boolean) => void;
};

/** What can go wrong with requests. */
type RequestFaults = {
	/** The next request (the next `times` requests) is answered so. Text goes out as it is, anything else as JSON. */
	failNext: (
		status: number,
		body?: unknown,
		more?: {times?: number; headers?: Record<string, string>},
	) => void;
	/** Every request is answered this many milliseconds later. */
	slowRequests: (ms: number) => void;
	/** True: requests are never answered, until it is false again. */
	hangRequests: (hang: boolean) => void;
};

/** Everything that can go wrong with a service, on demand: for tests, and for practising incidents. */
export type Faults = FeedFaults &
	RequestFaults & {
		/** RCON of the server is this many milliseconds late; 0 ends it. */
		slowRcon: (serverId: string, ms: number) => void;
		/** From its next start on the server's simulated game speaks RCON with these quirks. */
		rconQuirks: (serverId: string, quirks: RconQuirks) => void;
		/** The node loses its connection, or comes back. */
		nodeOffline: (nodeId: string, offline: boolean) => void;
		/** The node logs in again: listeners hear its servers OFFLINE, and ONLINE again 1.5 seconds later. */
		nodeLogsInAgain: (nodeId: string) => void;
		/** True: orders to the node and its answers get lost, although it counts as online. */
		nodeSilent: (nodeId: string, silent: boolean) => void;
		/** The game's process ends by itself. Resolves when it is gone. */
		crash: (serverId: string) => Promise<void>;
		/** The server's setting profile is lost: `server.dto_mapping_profile_not_found`. */
		loseProfile: (serverId: string) => void;
		/** The server's record names a game type that nobody knows: `server.unsupported_game_type`. */
		changeGameType: (serverId: string, gameType: string) => void;
	};

export function createFeedFaults(broker: Broker): FeedFaults {
	return {
		dropFeed: (code = 1006) => broker.dropAll(code, ''),
		feedDown: down => {
			broker.faults.down = down;
			if (down) broker.dropAll(1006, '');
		},
		feedQuirks: quirks => void Object.assign(broker.faults, quirks),
		muteBeats: mute => void (broker.faults.beatless = mute),
		freezeFeed: broker.freeze,
		reorderFeed: reorder => void (broker.faults.reorder = reorder),
		delayFeed: ms => void (broker.faults.delayMs = ms),
		deafFeed: deaf => void (broker.faults.deaf = deaf),
	};
}

type Intercepted = {
	faults: RequestFaults;
	/** What is given to `openService`. */
	intercept: (answer: () => Promise<Response>) => Promise<Response>;
};

export function createRequestFaults(clock: Clock): Intercepted {
	const nextAnswers: NextAnswer[] = [];
	let slowMs = 0;
	let hangs = false;
	const waiting = new Set<() => void>();
	const faults: RequestFaults = {
		failNext: (status, body, {times = 1, headers = {}} = {}) => {
			const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
			const type = typeof body === 'string' ? 'text/html' : 'application/json';
			const answer = {status, body: text, headers: {'Content-Type': type, ...headers}};
			for (let time = 0; time < times; time++) nextAnswers.push(answer);
		},
		slowRequests: ms => void (slowMs = ms),
		hangRequests: hang => {
			hangs = hang;
			if (!hang) for (const letGo of waiting) letGo();
			if (!hang) waiting.clear();
		},
	};
	return {
		faults,
		intercept: async answer => {
			if (slowMs > 0) await new Promise<void>(resolve => void clock.after(slowMs, resolve));
			if (hangs) await new Promise<void>(resolve => void waiting.add(resolve));
			const next = nextAnswers.shift();
			return next ? new Response(next.body || null, next) : answer();
		},
	};
}

/** All of them, for a service that was opened with `requests.intercept`. */
export function openFaults(
	{broker, context: {store, agentOf}}: Pick<Service, 'broker' | 'context'>,
	requests: Intercepted,
): Faults {
	const find = (serverId: string): ServerRecord => {
		const found = store.servers.get(serverId);
		if (!found) throw new TypeError(`There is no server ${serverId}.`);
		return found;
	};
	const change = (serverId: string, changes: Partial<ServerRecord & Simulation>) =>
		void store.servers.put({...find(serverId), ...changes});
	const agentFor = (serverId: string) => agentOf(find(serverId).nodeId);
	return {
		...createFeedFaults(broker),
		...requests.faults,
		slowRcon: (serverId, ms) => agentFor(serverId).setSlowness(serverId, ms),
		rconQuirks: (serverId, quirks) => change(serverId, {quirks}),
		nodeOffline: (nodeId, offline) => agentOf(nodeId).setReachable(!offline),
		nodeLogsInAgain: nodeId => agentOf(nodeId).logInAgain(),
		nodeSilent: (nodeId, silent) => agentOf(nodeId).setSilent(silent),
		crash: serverId => agentFor(serverId).crash(serverId),
		loseProfile: serverId => store.profiles.remove(find(serverId).settingProfileId),
		changeGameType: (serverId, gameType) => change(serverId, {gameType}),
	};
}
