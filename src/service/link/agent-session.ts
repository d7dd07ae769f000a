import {hostname, platform, release, totalmem} from 'node:os';
import {
	linkTimings,
	protocols,
	ServiceMessage,
	type AgentMessage,
	type ReceivedServiceMessage,
} from '../../contract/models/link.ts';
import {type Clock, repeat} from '../../lib/time/clock.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import type {ServiceContext} from '../context.ts';
import {localNodeId} from '../own/local-node.ts';
import {receiveOrder} from './carry-out.ts';
import {LinkProblem, readMessage} from './read-message.ts';
import {createMachineState} from './machine-state.ts';
import type {Outbox} from './outbox.ts';

/** How a connection ended. `isRefused`: because of a version, records or a message. */
export type End = {reason: string; isRefused?: boolean; isUnauthorized?: boolean; wasLinked?: boolean};

export type SessionOptions = {
	/** Of a service that was opened with `isLinked`. */
	context: ServiceContext;
	/** Names the node, instead of the name that it has at the service. */
	name?: string | undefined;
	version: string;
	clock: Clock;
	send: (message: AgentMessage) => void;
	/** What was sent and has not left the machine. */
	waitingBytes: () => number;
	end: (how: End) => void;
	onLinked: (node: string) => void;
	onBug: (bug: unknown) => void;
};

export type AgentSession = {receive: (text: string) => void; isLinked: () => boolean; close: () => void};

/** Reports on their way. */
const maxUnconfirmed = 32;
/** Above this, what is not certain to arrive is not sent. */
const maxWaitingBytes = 1024 * 1024;

/** The open connection of this machine to its service. */
export function openAgentSession(options: SessionOptions): AgentSession {
	const {context, clock, send, end, onBug} = options;
	const {outbox} = context;
	if (!outbox) throw new TypeError('The service was not opened for a link.');
	const state = createMachineState(context);
	const ordered = new Map<string, string>();
	const session: Session = {
		...options,
		state,
		ordered,
		reports: sendReports(outbox, send, orderId => {
			for (const message of state.changesOf(ordered.get(orderId) ?? '')) send(message);
			ordered.delete(orderId);
		}),
		isLinked: false,
		fail: error => {
			// The disk may be full. The service repeats its orders when this machine connects again.
			onBug(error);
			end({reason: messages.closed});
		},
		sendChanges: () => {
			if (!session.isLinked || options.waitingBytes() > maxWaitingBytes) return;
			for (const message of session.state.changes()) send(message);
		},
	};
	let heardAt = clock.monotonic();
	let tickedAt = heardAt;
	outbox.listen({
		onAdded: () => {
			if (session.isLinked) session.reports.sendMore();
		},
		onPublished: packet => {
			const output = outputIn(packet);
			if (!output) return session.sendChanges();
			if (session.isLinked && options.waitingBytes() < maxWaitingBytes) send({type: 'output', ...output});
		},
	});
	const stop = repeat(
		clock,
		() => linkTimings.aliveMs,
		() => {
			tickedAt = clock.monotonic();
			if (tickedAt - heardAt > linkTimings.silenceMs) end({reason: messages.silent});
			else send({type: 'alive'});
		},
	);
	send(introduction(outbox, options));
	return {
		isLinked: () => session.isLinked,
		receive: text => {
			heardAt = clock.monotonic();
			// Orders that arrived while the process was stopped may be too old.
			if (heardAt - tickedAt > linkTimings.silenceMs) return end({reason: messages.slept});
			try {
				const message = readMessage(ServiceMessage, text, messages.invalidAnswer);
				if (message) follow(session, message);
			} catch (error) {
				if (error instanceof LinkProblem) return end({reason: error.message, isRefused: true});
				session.fail(error);
			}
		},
		close: () => {
			stop();
			outbox.listen(undefined);
		},
	};
}

type Session = SessionOptions & {
	state: ReturnType<typeof createMachineState>;
	/** The server of each order that arrived, by the order's id, until its result is sent. */
	ordered: Map<string, string>;
	reports: ReturnType<typeof sendReports>;
	isLinked: boolean;
	/** Ends the connection because of a bug, or a machine that cannot store anything. */
	fail: (error: unknown) => void;
	sendChanges: () => void;
};

function introduction({records}: Outbox, {name, version, context}: SessionOptions): AgentMessage {
	const {newest: protocol, oldest} = protocols;
	const ram = Math.round(totalmem() / 1024 / 1024);
	const machine = {os: `${platform()} ${release()}`, hostname: hostname(), ram};
	const named = name === undefined ? {} : {name};
	return {type: 'hello', protocol, oldest, records, version, now: context.clock.now(), machine, ...named};
}

function follow(session: Session, message: ReceivedServiceMessage): void {
	const {context, state, reports} = session;
	switch (message.type) {
		case 'welcome':
			if (message.protocol < protocols.oldest) throw new LinkProblem(messages.serviceTooOld);
			if (session.isLinked) return;
			session.isLinked = true;
			for (const each of state.all()) session.send(each);
			reports.begin(message.nodeId, message.applied);
			return session.onLinked(message.node);
		case 'refused':
			return session.end({reason: message.reason, isRefused: true});
		case 'stored':
			return reports.stored(message.sequence);
		case 'order':
			if (!session.isLinked) return;
			if (message.order) {
				const {serverId} = message.order;
				state.forget(serverId);
				session.ordered.set(message.id, serverId);
			}
			return void receiveOrder(context, message.id, message.order).then(session.sendChanges, session.fail);
		case 'command': {
			const {serverId, command, commandId, by} = message;
			if (!context.store.servers.get(serverId)?.own) return;
			const order = {serverId, command, commandId, ...(by !== undefined && {by})};
			// The service limits waiting commands as well; one too many is never answered.
			return void context
				.agentOf(localNodeId)
				.rcon(order)
				.catch(() => {});
		}
		case 'alive':
			return;
		default:
			message satisfies never;
	}
}

/**
Sends reports in order, some at a time. Calls `beforeResult` with the id of an order before its result, so that the service
learns first what the order has changed, however much waits.
*/
function sendReports(
	outbox: Outbox,
	send: (message: AgentMessage) => void,
	beforeResult: (orderId: string) => void,
) {
	let sent = 0;
	let unconfirmed: number[] = [];
	let isCaughtUp = false;
	const sendMore = () => {
		const room = maxUnconfirmed - unconfirmed.length;
		for (const {sequence, fact} of room > 0 ? outbox.after(sent, room) : []) {
			if (fact.kind === 'result') beforeResult(fact.orderId);
			send({type: 'report', sequence, fact});
			sent = sequence;
			unconfirmed.push(sequence);
		}
	};
	const checkCaughtUp = () => {
		if (isCaughtUp || unconfirmed.length > 0) return;
		isCaughtUp = true;
		send({type: 'caughtUp'});
	};
	const stored = (sequence: number) => {
		unconfirmed = unconfirmed.filter(each => each > sequence);
		outbox.stored(sequence);
		sendMore();
		checkCaughtUp();
	};
	return {
		begin: (nodeId: string, applied: number) => {
			sent = outbox.begin(nodeId, applied);
			sendMore();
			checkCaughtUp();
		},
		stored,
		sendMore,
	};
}

type Output = Extract<AgentMessage, {type: 'output'}>;

/** Returns the unsolicited output of a game in a packet for the team; undefined if the packet is another one. */
function outputIn(packet: object): Omit<Output, 'type'> | undefined {
	return 'output' in packet ? (packet as Omit<Output, 'type'>) : undefined;
}
