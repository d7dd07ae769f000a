import {
	AgentMessage,
	linkTimings,
	protocols,
	type ReceivedAgentMessage,
	type ServiceMessage,
} from '../../contract/models/link.ts';
import {repeat, type Clock} from '../../lib/clock.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {HeaderOf} from '../accounts.ts';
import {disconnect} from '../agent/connection.ts';
import {sendHeartbeat} from '../agent/heartbeat.ts';
import type {ServiceContext} from '../context.ts';
import {publishOutput} from '../publish.ts';
import {Refusal} from '../refusal.ts';
import {LinkProblem} from './link-problem.ts';
import {nodeTokenOf} from './node-token.ts';
import {giveUpOrders, nameOf, sendOrders, type LinkConnection, type LinkedNode} from './linked-node.ts';
import {correctTimes, measureBehind} from './machine-clock.ts';
import {readMessage} from './read-message.ts';
import {completeMirror, mirrorServer, mirrorTask, removeMirror} from './mirror.ts';
import {storeReport} from './store-report.ts';

/** The socket of an agent. */
export type LinkPeer = {
	send: (text: string) => void;
	/** Ends the connection after what was sent. */
	close: () => void;
	terminate: () => void;
	/** Grows while a long message arrives. */
	receivedBytes: () => number;
};

/** The connections of the agents of linked nodes. */
export type Links = {
	nodeOf: (nodeId: string) => LinkedNode;
	/** Forgets a node that was removed. */
	forget: (nodeId: string) => void;
	/** Returns the refusal of a handshake without the token of a node. */
	refusal: (header: HeaderOf, address: string | undefined) => Refusal | undefined;
	accept: (peer: LinkPeer, header: HeaderOf) => {receive: (text: string) => void; closed: () => void};
	/** Ends the connection of an application. */
	endSessions: (applicationId: string) => void;
	close: () => void;
};

export function openLinks(service: () => ServiceContext, onBug: (bug: unknown) => void): Links {
	const nodes = new Map<string, LinkedNode>();
	const nodeOf = (id: string): LinkedNode => {
		const known = nodes.get(id);
		if (known) return known;
		const node: LinkedNode = {
			id,
			service: service(),
			connection: undefined,
			behindMs: 0,
			reported: new Map(),
			waiting: new Map(),
			sent: new Map(),
		};
		nodes.set(id, node);
		return node;
	};
	const open = new Set<Session>();
	return {
		nodeOf,
		forget: nodeId => void nodes.delete(nodeId),
		refusal: (header, address) => {
			const {store, clock, signIn, strictSpec} = service();
			if (strictSpec) return new Refusal('general.path_not_found');
			return nodeTokenOf({store, clock}, header) ? undefined : signIn.refuse(address, header);
		},
		accept: (peer, header) => {
			const {store, clock} = service();
			const application = nodeTokenOf({store, clock}, header);
			if (!application) {
				peer.terminate();
				return {receive: () => {}, closed: () => {}};
			}
			const {nodeId, id: applicationId} = application;
			// From now on, it checks the connection.
			service().agentOf(nodeId);
			const session = openSession({node: nodeOf(nodeId), applicationId, peer, onBug});
			open.add(session);
			return {
				receive: session.receive,
				closed: () => {
					open.delete(session);
					session.closed();
				},
			};
		},
		endSessions: applicationId => {
			for (const session of open) if (session.applicationId === applicationId) session.terminate();
		},
		close: () => {
			for (const session of open) session.terminate();
		},
	};
}

type Session = {
	applicationId: string;
	receive: (text: string) => void;
	closed: () => void;
	terminate: () => void;
};

type SessionOptions = {
	node: LinkedNode;
	applicationId: string;
	peer: LinkPeer;
	onBug: (bug: unknown) => void;
};

/** The connection of one agent. The newest one of a node counts. */
function openSession({node, applicationId, peer, onBug}: SessionOptions): Session {
	const {service} = node;
	const {store, clock} = service;
	const silence = watchSilence(clock, peer);
	let isGreeted = false;
	let isEnded = false;
	const send = (message: ServiceMessage) => peer.send(JSON.stringify(message));
	const end = () => {
		isEnded = true;
		stop();
	};
	const terminate = () => {
		end();
		peer.terminate();
		leave();
	};
	const refuse = (reason: string) => {
		if (isEnded) return;
		end();
		send({type: 'refused', reason});
		peer.close();
		leave();
	};
	const connection: LinkConnection = {send, refuse, isCaughtUp: false};
	/** Logs the node out, unless another connection has taken over. */
	const leave = () => {
		if (node.connection !== connection) return;
		node.connection = undefined;
		if (!service.closed.aborted) logOut(node, onBug);
	};
	const stop = repeat(
		clock,
		() => linkTimings.aliveMs,
		() => {
			if (silence.isTooLong()) terminate();
			else send({type: 'alive'});
		},
	);
	const handle = (message: ReceivedAgentMessage) => {
		if (message.type === 'hello') return greet(message);
		if (!isGreeted) throw new LinkProblem(messages.early);
		const corrected = correctTimes(message, node.behindMs, clock.now());
		store.atomically(() => follow(node, corrected));
	};
	const greet = (hello: Message<'hello'>) => {
		const protocol = Math.min(hello.protocol, protocols.newest);
		if (protocol < protocols.oldest) throw new LinkProblem(messages.agentTooOld);
		if (protocol < hello.oldest) throw new LinkProblem(messages.serviceTooOld);
		const applied = store.atomically(() => introduce(node, hello));
		node.behindMs = measureBehind(node.behindMs, hello.now, clock.now());
		const former = node.connection;
		node.connection = connection;
		isGreeted = true;
		former?.refuse(messages.replaced);
		send({type: 'welcome', protocol, nodeId: node.id, node: nameOf(node), applied});
	};
	return {
		applicationId,
		terminate,
		receive: text => {
			if (isEnded || service.closed.aborted) return;
			silence.end();
			try {
				const message = readMessage(AgentMessage, text, messages.invalidMessage);
				if (message) handle(message);
			} catch (error) {
				if (error instanceof LinkProblem) return refuse(error.message);
				// The disk may be full. The agent connects again and repeats what is missing.
				onBug(error);
				terminate();
			}
		},
		closed: () => {
			end();
			leave();
		},
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

function logOut(node: LinkedNode, onBug: (bug: unknown) => void): void {
	node.service.onEvent({kind: 'agent', node: nameOf(node), isConnected: false});
	try {
		disconnect(node);
	} catch (error) {
		// The disk may be full. No order reaches the node, whatever its record says.
		onBug(error);
	}
}

type Message<Type extends ReceivedAgentMessage['type']> = ReceivedAgentMessage & {type: Type};

/** Stores who connected. Returns the number of the last report of its records that is stored. */
function introduce({id, service}: LinkedNode, {records, version, name, machine}: Message<'hello'>): number {
	const {store} = service;
	const node = store.nodes.get(id);
	if (!node?.link) throw new LinkProblem(messages.noNode);
	const {records: known, applied, acceptsOther = false} = node.link;
	const isOther = known !== '' && known !== records;
	// Its servers would replace those of the node.
	if (isOther && !acceptsOther) throw new LinkProblem(messages.otherRecords(nameOf({id, service})));
	const link = {records, applied: known === records ? applied : 0};
	store.nodes.put({
		...node,
		link,
		daemonVersion: version,
		settings: {...node.settings, ...(name !== undefined && {name})},
		systemData: {...machine, ipAddresses: []},
	});
	return link.applied;
}

/** Follows a message after the introduction, within a transaction of the caller. */
function follow(node: LinkedNode, message: ReceivedAgentMessage): void {
	const {service, id} = node;
	switch (message.type) {
		case 'alive':
			return sendHeartbeat({id, service, isSilent: () => false});
		case 'server':
			return mirrorServer(node, message.server);
		case 'removed':
			return removeMirror(node, message.serverId);
		case 'task':
			return mirrorTask(node, message.task);
		case 'complete':
			completeMirror(node, message.servers, message.tasks);
			service.onEvent({kind: 'agent', node: nameOf(node), isConnected: true});
			return service.store.afterCommit(() => sendOrders(node));
		case 'report':
			return storeReport(node, message.sequence, message.fact);
		case 'caughtUp':
			if (node.connection) node.connection.isCaughtUp = true;
			return giveUpOrders(node);
		case 'output': {
			const {serverId, output} = message;
			if (service.store.servers.get(serverId)?.nodeId === id) publishOutput(service, {serverId, output});
			return;
		}
		case 'hello':
	}
}
