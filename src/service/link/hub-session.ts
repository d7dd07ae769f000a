import {linkTimings} from '../../contract/models/link.ts';
import {repeat, type Clock} from '../../lib/clock.ts';
import type {HeaderOf} from '../accounts.ts';
import type {Order} from '../agent/agent.ts';
import type {ServiceContext} from '../context.ts';
import {isUnavailable, whenAvailable} from '../when-available.ts';
import type {LinkCommands} from './commands.ts';
import {LinkLost, LinkProblem} from './link-problem.ts';
import {followAgent, sendOrders, type AgentLink, type Link} from './follow-agent.ts';
import {isLinkedNode, type LinkedNode} from './linked-node.ts';
import {nodeTokenOf} from './node-token.ts';
import {expectAgain, goOffline} from './presence.ts';
import {openSessionQueue} from './session-queue.ts';

/** The socket of an agent. */
export type LinkPeer = {
	send: (text: string) => void;
	/** Ends the connection after what was sent. */
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
	/** It counts from now on. */
	onLinked: (link: Link) => void;
	/** It is over, whatever is still being stored. */
	onEnd: () => void;
	onBug: (bug: unknown) => void;
};

export function openHubSession(options: Options): HubSession {
	const {service, peer, header, onBug} = options;
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
	const queue = openSessionQueue({clock: service.clock, pauseReading: peer.pause, onError: fail});
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
