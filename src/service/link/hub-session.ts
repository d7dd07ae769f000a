import {type Clock, nextTurn, pause, repeat} from '../../lib/time/clock.ts';
import {linkTimings} from '../../contract/models/link.ts';
import type {HeaderOf} from '../access/accounts.ts';
import type {Order} from '../agent/agent.ts';
import type {ServiceContext} from '../context.ts';
import {isUnavailable, whenAvailable} from '../when-available.ts';
import type {LinkCommands} from './commands.ts';
import {LinkLost, LinkProblem} from './read-message.ts';
import {type AgentLink, followAgent, type Link, sendOrders} from './follow-agent.ts';
import {isLinkedNode, type LinkedNode} from './linked-node.ts';
import {nodeTokenOf} from './node-token.ts';
import {expectAgain, goOffline} from './presence.ts';

type QueueOptions = {
	clock: Clock;
	/** How many characters may wait. */
	maxCharacters: () => number;
	/** Stops or resumes reading from the connection. */
	pauseReading: (isPaused: boolean) => void;
	/** Called with the error of a job. */
	onError: (error: unknown) => void;
};

/** The jobs of one connection, one after the other. */
export type SessionQueue = {
	/** `size`: the characters that wait with it. */
	add: (job: () => Promise<void>, size?: number) => void;
	/** Drops the jobs that wait, and adds the last one. */
	finish: (last: () => Promise<void>) => void;
	isEmpty: () => boolean;
	/** Resolves when no job is left. */
	idle: () => Promise<void>;
};

/** A job with more characters is the last one before others get their turn. */
const maxInTurn = 16 * 1024;
/** Beyond these, nothing more is read from the connection. */
const maxJobs = 1000;
/** Initial reports of a machine may arrive at once; later messages at this rate. */
const [burst, perSecond] = [6000, 1000];

export function openSessionQueue({clock, maxCharacters, pauseReading, onError}: QueueOptions): SessionQueue {
	let waiting: {job: () => Promise<void>; size: number}[] = [];
	let characters = 0;
	let running: Promise<void> | undefined;
	let isPaused = false;
	const takeTurn = limitRate(clock);
	const checkRoom = () => {
		const isFull = waiting.length > maxJobs || characters > maxCharacters();
		if (isFull === isPaused) return;
		isPaused = isFull;
		pauseReading(isFull);
	};
	const run = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			characters -= next.size;
			checkRoom();
			try {
				await next.job();
			} catch (error) {
				onError(error);
			}
			// Others would wait until all jobs are done, because they only await microtasks.
			if (next.size > maxInTurn) await nextTurn();
			if (waiting.length > 0) await takeTurn();
		}
		running = undefined;
	};
	const add = (job: () => Promise<void>, size = 0) => {
		waiting.push({job, size});
		characters += size;
		checkRoom();
		running ??= run();
	};
	return {
		add,
		finish: last => {
			[waiting, characters] = [[], 0];
			add(last);
		},
		isEmpty: () => running === undefined,
		idle: async () => running,
	};
}

/** Returns a function that waits if it is called too often. */
function limitRate(clock: Clock): () => Promise<void> {
	let left = burst;
	let at = clock.monotonic();
	return async () => {
		const now = clock.monotonic();
		left = Math.min(burst, left + ((now - at) / 1000) * perSecond) - 1;
		at = now;
		if (left < 0) await pause(clock, (-left / perSecond) * 1000);
	};
}

/** The socket of an agent. */
export type LinkPeer = {
	send: (text: string) => void;
	/** Ends the connection after the sent data. */
	close: () => void;
	terminate: () => void;
	/** Stops or resumes reading. */
	pause: (isPaused: boolean) => void;
	/** Grows while a long message arrives. */
	receivedBytes: () => number;
};

/** The connection of one agent. */
export type HubSession = {
	/** Undefined before it has signed in. */
	applicationId: () => string | undefined;
	/** Undefined before it has introduced itself. */
	link: () => Link | undefined;
	receive: (text: string) => void;
	/** `isEndOfService`: the agent connects again, to another instance or when the service is back. */
	closed: (isEndOfService?: boolean) => void;
	terminate: () => void;
	/** Ends it with a sentence that the agent shows. */
	refuse: (reason: string) => void;
	sendCommand: (order: Order) => void;
	/** Sends the stored orders that it has not sent. */
	sendOrders: () => void;
	/** Resolves when nothing of it is being stored. */
	idle: () => Promise<void>;
};

type Options = {
	service: ServiceContext;
	commands: LinkCommands;
	peer: LinkPeer;
	header: HeaderOf;
	/** How many characters of it may wait until they are stored. */
	maxCharacters: () => number;
	/** It counts from now on. */
	onLinked: (link: Link) => void;
	/** The session has ended, even if something is still being stored. */
	onEnd: () => void;
	onBug: (bug: unknown) => void;
};

export function openHubSession(options: Options): HubSession {
	const {service, peer, header, maxCharacters, onBug} = options;
	const silence = watchSilence(service.clock, peer);
	let isEnded = false;
	const end = (isEndOfService = false) => {
		if (isEnded) return;
		isEnded = true;
		stop();
		const {link} = session;
		queue.finish(async () => link && leave(options, link, isEndOfService));
		options.onEnd();
	};
	const terminate = () => {
		end();
		peer.terminate();
	};
	const refuse = (reason: string) => {
		if (isEnded) return;
		session.send({type: 'refused', reason});
		end();
		peer.close();
	};
	const fail = (error: unknown) => {
		if (error instanceof LinkProblem) return refuse(error.message);
		if (error instanceof LinkLost) return terminate();
		// The disk may be full. The agent connects again and repeats what is missing.
		if (!service.closed.aborted && !isUnavailable(error)) onBug(error);
		terminate();
	};
	const queue = openSessionQueue({
		clock: service.clock,
		maxCharacters,
		pauseReading: peer.pause,
		onError: fail,
	});
	const session: AgentLink = {
		...options,
		send: message => {
			if (!isEnded) peer.send(JSON.stringify(message));
		},
		token: undefined,
		link: undefined,
		servers: new Map(),
		signedAt: -Infinity,
		isReady: false,
		sentOrders: new Set(),
	};
	const stop = repeat(
		service.clock,
		() => linkTimings.aliveMs,
		() => {
			if (queue.isEmpty() && silence.isTooLong()) terminate();
			else session.send({type: 'alive'});
		},
	);
	queue.add(async () => {
		session.token = await service.records.read(records => nodeTokenOf(records, header));
		if (!session.token) terminate();
	});
	return {
		applicationId: () => session.token?.id,
		link: () => session.link,
		terminate,
		refuse,
		closed: (isEndOfService = false) => end(isEndOfService),
		receive: text => {
			if (isEnded || service.closed.aborted) return;
			silence.end();
			queue.add(() => followAgent(session, text), text.length);
		},
		sendCommand: ({serverId, command, commandId, by}) =>
			session.send({type: 'command', serverId, command, commandId, ...(by !== undefined && {by})}),
		sendOrders: () => {
			if (!isEnded && session.isReady) queue.add(() => sendOrders(session));
		},
		idle: queue.idle,
	};
}

function watchSilence(clock: Clock, {receivedBytes}: LinkPeer) {
	let heardAt = clock.monotonic();
	let heardBytes = 0;
	const end = () => {
		heardAt = clock.monotonic();
	};
	return {
		end,
		isTooLong: () => {
			const bytes = receivedBytes();
			// A long answer may take minutes over a slow connection.
			if (bytes > heardBytes) end();
			heardBytes = bytes;
			return clock.monotonic() - heardAt > linkTimings.silenceMs;
		},
	};
}

/**
Logs the node out, unless another connection has taken over. At the end of the service, or if nothing can be stored, the agent
will be back soon; until then, its node stays ONLINE, and nothing is sent to it.
*/
async function leave({service, onBug}: Options, link: Link, isEndOfService: boolean): Promise<void> {
	const store = (change: (linked: LinkedNode) => Promise<void>) =>
		service.records.transact(async records => {
			const node = await records.nodes.get(link.nodeId);
			if (!isLinkedNode(node) || node.link.connection !== link.connection || !node.link.isOpen) return;
			await change({service, records, node});
		});
	try {
		if (isEndOfService || service.closed.aborted) return await store(expectAgain);
		await store(goOffline).catch(async (error: unknown) => {
			if (!isUnavailable(error)) throw error;
			await whenAvailable(service, () => store(expectAgain));
		});
	} catch (error) {
		// The disk may be full. The next check of all nodes may succeed.
		if (!service.closed.aborted && !isUnavailable(error)) onBug(error);
	}
}
