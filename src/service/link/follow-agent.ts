import {
	AgentMessage,
	type Fact,
	type LinkedServer,
	type LinkedTask,
	linkTimings,
	protocols,
	type ReceivedAgentMessage,
	type ServiceMessage,
} from '../../contract/models/link.ts';
import {putAnswer} from '../agent/keep-answer.ts';
import {addNotification} from '../records/history.ts';
import type {LinkCommands} from './commands.ts';
import {isLinkedNode, type LinkedNode, nameOf} from './linked-node.ts';
import {endOrder, giveUpOrders, isTooOld} from './orders.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {ServiceContext} from '../context.ts';
import {publishHeartbeat} from '../agent/heartbeat.ts';
import {publish} from '../records/publish.ts';
import type {NodeRecord, ServerRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {LinkLost, LinkProblem, readMessage} from './read-message.ts';
import {completeMirror, mirrorServer, mirrorTask, removeMirror} from './mirror.ts';
import type {NodeToken} from './node-token.ts';
import {isUnavailable} from '../when-available.ts';

/** A difference that the way of a message may cause. */
const toleranceMs = 2000;

/** Returns how far the clock of a machine is behind. A small change of the known difference is not one. */
function measureBehind(knownMs: number, machineNow: number | undefined, now: number): number {
	if (machineNow === undefined) return 0;
	const behindMs = now - machineNow;
	return Math.abs(behindMs - knownMs) > toleranceMs ? behindMs : knownMs;
}

/** Returns a message with the times of the service's clock. What happened is never later than now. */
function correctTimes(message: ReceivedAgentMessage, behindMs: number, now: number): ReceivedAgentMessage {
	const past = (at: number) => Math.max(0, Math.min(at + behindMs, now));
	switch (message.type) {
		case 'server':
			return {...message, server: ofServer(message.server, past, behindMs)};
		case 'task':
			return {...message, task: ofTask(message.task, past)};
		case 'report':
			return {...message, fact: message.fact && ofFact(message.fact, past)};
		case 'output': {
			const timestamp = new Date(past(Date.parse(message.output.timestamp))).toISOString();
			return {...message, output: {...message.output, timestamp}};
		}
		case 'hello':
		case 'alive':
		case 'removed':
		case 'complete':
		case 'caughtUp':
			return message;
	}
}

type Past = (at: number) => number;

function ofServer(server: LinkedServer, past: Past, behindMs: number): LinkedServer {
	const {createdAt, stateSince, report, backups} = server;
	return {
		...server,
		createdAt: past(createdAt),
		stateSince: past(stateSince),
		...(report && {report: {...report, at: past(report.at)}}),
		backups: backups.map(({expiresAt, ...backup}) => ({
			...backup,
			createdAt: past(backup.createdAt),
			...(expiresAt !== undefined && {expiresAt: Math.min(expiresAt + behindMs, maxMoment)}),
		})),
	};
}

/** The last moment of a `Date`. */
const maxMoment = 8_640_000_000_000_000;

const ofTask = ({finishedAt, ...task}: LinkedTask, past: Past): LinkedTask => ({
	...task,
	createdAt: past(task.createdAt),
	...(finishedAt !== undefined && {finishedAt: past(finishedAt)}),
});

const ofFact = (fact: Fact, past: Past): Fact =>
	'timestamp' in fact ? {...fact, timestamp: past(fact.timestamp)} : fact;

/** Stores a report of a machine once, with its number in the same transaction of the caller. */
async function storeReport(
	linked: LinkedNode,
	commands: LinkCommands,
	{sequence, fact}: {sequence: number; fact?: Fact | undefined},
): Promise<void> {
	const {records, node} = linked;
	if (sequence <= node.link.applied) return;
	if (fact) await apply(linked, commands, fact);
	await records.nodes.put({...node, link: {...node.link, applied: sequence}});
}

async function apply(linked: LinkedNode, commands: LinkCommands, fact: Fact): Promise<void> {
	const {service, records, node} = linked;
	const {teamId} = node;
	switch (fact.kind) {
		case 'answer': {
			const {serverId, commandId, command, timestamp, ...outcome} = fact;
			if ((await records.servers.get(serverId))?.nodeId !== node.id) return;
			if (await records.commands.find(serverId, commandId)) return;
			// Of the sender and the command, the machine's word does not count.
			const order = commands.sent(serverId, commandId) ?? {serverId, command, commandId};
			await putAnswer(service, records, {order, teamId, outcome, timestamp});
			return records.afterCommit(() => service.bus.send({kind: 'answer', serverId, commandId}));
		}
		case 'notification': {
			const {type, title, message} = fact;
			return addNotification(service, records, teamId, {type, title, message});
		}
		case 'result': {
			const record = await records.orders.get(fact.orderId);
			const isWaiting = record?.nodeId === node.id && !record.result;
			if (isWaiting) await endOrder(linked, record, {refused: fact.refused});
			return;
		}
		default:
			fact satisfies never;
	}
}

/** Of the connections of a node, only the one whose number is in the record of the node counts. */
export type Link = {nodeId: string; teamId: string; connection: number};

/** The connection of an agent: what it has said, and how to answer. */
export type AgentLink = {
	service: ServiceContext;
	commands: LinkCommands;
	/** Called when the connection counts. */
	onLinked: (link: Link) => void;
	send: (message: ServiceMessage) => void;
	token: NodeToken | undefined;
	link: (Link & {behindMs: number}) | undefined;
	/** The servers of the node that it has reported. */
	servers: Map<string, ServerRecord>;
	/** When a sign of life was stored last, on the monotonic clock. */
	signedAt: number;
	/** Whether it has reported everything, and can receive orders. */
	isReady: boolean;
	/** The ids of orders without a result that it has sent. */
	sentOrders: Set<string>;
};

/**
Signs of life are stored less often than they arrive. Other instances take a node for lost when they have seen no new one for
25 seconds; see `supervise.ts`.
*/
const storeSignMs = 1.5 * linkTimings.aliveMs;

/** Follows a message of an agent. Throws `LinkProblem` if the connection must end. */
export async function followAgent(session: AgentLink, text: string): Promise<void> {
	const message = readMessage(AgentMessage, text, messages.invalidMessage);
	if (!message || !session.token) return;
	if (message.type === 'hello') return greet(session, session.token, message);
	const {link, service} = session;
	if (!link) throw new LinkProblem(messages.early);
	const corrected = correctTimes(message, link.behindMs, service.clock.now());
	if (corrected.type === 'output') {
		const {serverId, output} = corrected;
		if (session.servers.has(serverId)) publish(service, link.teamId, {serverId, output});
		return;
	}
	const isNew = corrected.type !== 'alive' || service.clock.monotonic() - session.signedAt >= storeSignMs;
	if (isNew) await transact(session, linked => follow(session, linked, corrected));
	if (corrected.type === 'alive') showServers(session);
}

type Message<Type extends ReceivedAgentMessage['type']> = ReceivedAgentMessage & {type: Type};

async function greet(session: AgentLink, token: NodeToken, hello: Message<'hello'>): Promise<void> {
	const {service} = session;
	const protocol = Math.min(hello.protocol, protocols.newest);
	const node = await admit(service, token, hello).catch(async (error: unknown) => {
		if (error instanceof LinkProblem) await showRefusal(service, token, {hello, error});
		throw error;
	});
	const {link, id: nodeId, teamId} = node;
	const {connection = 0, behindMs = 0, applied} = link;
	session.link = {nodeId, teamId, connection, behindMs};
	session.isReady = false;
	session.sentOrders.clear();
	session.onLinked(session.link);
	session.send({type: 'welcome', protocol, nodeId, node: nameOf(node), applied});
}

async function admit(
	service: ServiceContext,
	token: NodeToken,
	hello: Message<'hello'>,
): Promise<LinkedNode['node']> {
	if (hello.protocol < protocols.oldest) throw new LinkProblem(messages.agentTooOld, messages.agentIsTooOld);
	if (protocols.newest < hello.oldest)
		throw new LinkProblem(messages.serviceTooOld, messages.serviceIsTooOld);
	return service.records.transact(records => introduce(service, records, token, hello));
}

/** Shows with a node that is not connected why its agent is refused, unless the records are unreachable. */
async function showRefusal(
	{records}: ServiceContext,
	{nodeId}: NodeToken,
	{hello, error: {atService}}: {hello: Message<'hello'>; error: LinkProblem},
): Promise<void> {
	if (atService === undefined) return;
	const store = records.transact(async ({nodes}) => {
		const node = await nodes.get(nodeId);
		if (!isLinkedNode(node) || node.status === 'ONLINE' || node.logoutReason === atService) return;
		const isOther = node.link.records !== '' && node.link.records !== hello.records;
		const daemonVersion = isOther ? node.daemonVersion : hello.version;
		await nodes.put({...node, daemonVersion, logoutReason: atService});
	});
	await store.catch((error: unknown) => {
		if (!isUnavailable(error)) throw error;
	});
}

/** Stores who connected, with the number of the connection. */
async function introduce(
	{clock}: ServiceContext,
	{applications, nodes}: Transaction,
	token: NodeToken,
	{records, version, name, machine, now: machineNow}: Message<'hello'>,
): Promise<LinkedNode['node']> {
	const application = await applications.get(token.id);
	const node: NodeRecord | undefined = await nodes.get(token.nodeId);
	if (!isLinkedNode(node)) throw new LinkProblem(messages.noNode);
	if (!application) throw new LinkProblem(messages.revoked);
	const {records: known, applied, acceptsOther = false, connection = 0, behindMs = 0} = node.link;
	const isOther = known !== '' && known !== records;
	// Its servers would replace those of the node.
	if (isOther && !acceptsOther)
		throw new LinkProblem(messages.otherRecords(nameOf(node)), messages.otherMachine(nameOf(node)));
	const now = clock.now();
	await applications.put({...application, lastUsedAt: now});
	const linked = {
		...node,
		link: {
			records,
			applied: known === records ? applied : 0,
			connection: connection + 1,
			isOpen: true,
			isCaughtUp: false,
			behindMs: measureBehind(behindMs, machineNow, now),
		},
		daemonVersion: version,
		settings: {...node.settings, ...(name !== undefined && {name})},
		systemData: {...machine, ipAddresses: []},
	};
	await nodes.put(linked);
	return linked;
}

/** Runs `work` in a transaction if the connection still counts. Throws `LinkProblem` if it does not. */
async function transact(session: AgentLink, work: (linked: LinkedNode) => Promise<void>): Promise<void> {
	const {service, link} = session;
	if (!link) return;
	await service.records.transact(async records => {
		const node = await records.nodes.get(link.nodeId);
		if (!isLinkedNode(node)) throw new LinkProblem(messages.noNode);
		// Nothing was heard of it for too long, so it was logged out.
		if (!node.link.isOpen) throw new LinkLost();
		if (node.link.connection !== link.connection) throw new LinkProblem(messages.replaced);
		await work({service, records, node});
	});
}

/** Follows a message after the introduction. What it sends and remembers waits for the commit. */
async function follow(session: AgentLink, linked: LinkedNode, message: ReceivedAgentMessage): Promise<void> {
	const {records, node, service} = linked;
	const {commands, servers} = session;
	switch (message.type) {
		case 'alive':
			if (!(await records.applications.get(session.token?.id ?? ''))) throw new LinkProblem(messages.revoked);
			return storeSign(session, linked);
		case 'server': {
			const {server} = message;
			const record = await mirrorServer(linked, server);
			return record && records.afterCommit(() => void servers.set(server.id, record));
		}
		case 'removed':
			await removeMirror(linked, message.serverId);
			return records.afterCommit(() => void servers.delete(message.serverId));
		case 'task':
			return mirrorTask(linked, message.task);
		case 'complete':
			await completeMirror(linked, message.servers, message.tasks);
			records.afterCommit(() => {
				session.isReady = true;
				service.onEvent({kind: 'agent', node: nameOf(node), isConnected: true});
			});
			return sendNewOrders(session, linked);
		case 'report': {
			const {sequence} = message;
			await storeReport(linked, commands, message);
			return records.afterCommit(() => session.send({type: 'stored', sequence}));
		}
		case 'caughtUp': {
			const caughtUp = {...node, link: {...node.link, isCaughtUp: true}};
			await records.nodes.put(caughtUp);
			return giveUpOrders({...linked, node: caughtUp});
		}
		// Followed before.
		case 'hello':
		case 'output':
			return;
		default:
			message satisfies never;
	}
}

/** Stores that the agent is alive, and sends orders whose message was lost. */
async function storeSign(session: AgentLink, linked: LinkedNode): Promise<void> {
	const {service, records, node} = linked;
	const {clock} = service;
	const at = clock.monotonic();
	await records.nodes.keepAlive(node.id, clock.now());
	records.afterCommit(() => (session.signedAt = at));
	if (session.isReady) await sendNewOrders(session, linked);
}

/** Sends the states and player counts of its servers to the team. */
function showServers({service, link, servers, isReady}: AgentLink): void {
	if (!link || !isReady) return;
	publishHeartbeat(service, {teamId: link.teamId, status: 'ONLINE'}, [...servers.values()]);
}

/** Sends the stored orders that it has not sent. */
export const sendOrders = (session: AgentLink): Promise<void> =>
	transact(session, linked => sendNewOrders(session, linked));

/** The machine carries out no order twice, so an order may be sent over several connections. */
async function sendNewOrders(
	{service, send, sentOrders}: AgentLink,
	{records, node}: LinkedNode,
): Promise<void> {
	const pending = await records.orders.pendingOf(node.id);
	records.afterCommit(() => {
		const ids = new Set(pending.map(({id}) => id));
		for (const id of sentOrders) if (!ids.has(id)) sentOrders.delete(id);
		for (const record of pending) {
			const {id, order} = record;
			if (sentOrders.has(id) || isTooOld(service, record)) continue;
			sentOrders.add(id);
			send({type: 'order', id, order});
		}
	});
}
