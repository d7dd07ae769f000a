import type {ByName} from '../lib/json/maps.ts';
import type {Broker} from '../service/broker/broker.ts';
import type {BrokerFaults} from '../service/broker/faults.ts';
import type {Service} from '../service/index.ts';
import type {ServerRecord} from '../service/records/records.ts';
import type {Clock} from '../lib/time/clock.ts';
import type {RconQuirks} from './rcon/quirks.ts';
import type {Simulation} from './simulated-servers.ts';

type FeedQuirks = Pick<
	BrokerFaults,
	'receipts' | 'introduces' | 'refusesEarly' | 'refuses' | 'maxWaitingBytes' | 'maxWaitingMs'
>;
type NextAnswer = {status: number; body: string; headers: ByName<string>};

export type FeedFaults = {
	/** Closes every connection; clients may reconnect at once. `code` 1006 closes without a closing handshake. */
	dropFeed: (code?: number) => void;
	/** True closes every connection and refuses new ones until false. */
	feedDown: (down: boolean) => void;
	/** Sets how the broker differs from Spring's simple broker. */
	feedQuirks: (quirks: Partial<FeedQuirks>) => void;
	/** True stops heart-beats but not packets. */
	muteBeats: (mute: boolean) => void;
	/** True keeps connections open but sends nothing, not even heart-beats, and ignores closing handshakes. */
	freezeFeed: (frozen: boolean) => void;
	/** True delivers packets that are close together in a different order. */
	reorderFeed: (reorder: boolean) => void;
	/** Delays every packet by this many milliseconds. */
	delayFeed: (ms: number) => void;
	/** True drops packets but keeps connections and heart-beats. */
	deafFeed: (deaf: boolean) => void;
};

type RequestFaults = {
	/** Answers the next `times` requests (default 1) with this response: text as is, anything else as JSON. */
	failNext: (status: number, body?: unknown, more?: {times?: number; headers?: ByName<string>}) => void;
	/** Delays every response by this many milliseconds. */
	slowRequests: (ms: number) => void;
	/** True leaves requests unanswered until false. */
	hangRequests: (hang: boolean) => void;
};

/** The faults that a service can simulate on demand, for tests and for incident practice. */
export type Faults = FeedFaults &
	RequestFaults & {
		/** Delays the server's RCON by this many milliseconds; 0 ends the delay. */
		slowRcon: (serverId: string, ms: number) => void;
		/** Gives the server's simulated game these RCON quirks from its next start. */
		rconQuirks: (serverId: string, quirks: RconQuirks) => void;
		/** Disconnects or reconnects the node. */
		nodeOffline: (nodeId: string, offline: boolean) => void;
		/** Makes the node log in again: the feed reports its servers OFFLINE, and ONLINE again 1.5 seconds later. */
		nodeLogsInAgain: (nodeId: string) => void;
		/** True loses orders to the node and its answers, although it counts as online. */
		nodeSilent: (nodeId: string, silent: boolean) => void;
		/** Crashes the game's process. Resolves when the process has ended. */
		crash: (serverId: string) => Promise<void>;
		/** Deletes the server's setting profile: `server.dto_mapping_profile_not_found`. */
		loseProfile: (serverId: string) => void;
		/** Sets the game type in the server's record to an unknown one: `server.unsupported_game_type`. */
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
	/** The option `intercept` of `openService`. */
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

/** Creates the faults of a service that was opened with `requests.intercept`. */
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
