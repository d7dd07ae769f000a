import {repeat} from '../../lib/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {inBackground} from '../agent/tasks.ts';
import {setState} from '../publish.ts';
import type {ServerRecord, ServerState} from '../records.ts';
import type {Judgement} from './judge.ts';
import {isUnfinished} from './late-actions.ts';
import {type Member, type OwnNode} from './node.ts';

/** How often a server is observed. */
const observeMs = 5000;
/** Observations that contradict ONLINE until it is given up: a single lost packet proves nothing. */
const maxMissed = 2;

/** Opens a server of the node and observes it periodically. */
export function addMember(node: OwnNode, record: ServerRecord): Member {
	const {service, members} = node;
	const member: Member = {
		server: node.open(record),
		missed: 0,
		crashes: 0,
		work: undefined,
		isObserving: false,
		isKnown: false,
		problem: undefined,
		files: undefined,
		log: [],
		stopObserving: repeat(
			service.clock,
			() => observeMs,
			() => inBackground(node, () => observe(node, record.id)),
		),
	};
	members.set(record.id, member);
	return member;
}

export function removeMember(node: OwnNode, serverId: string): void {
	detachMember(node, serverId)?.server.close();
}

/** Aborts everything in progress for a server and removes it from the node. The caller closes it. */
export function detachMember({members}: OwnNode, serverId: string): Member | undefined {
	const member = members.get(serverId);
	if (!member) return undefined;
	member.stopObserving();
	member.work?.controller.abort();
	member.files?.abort();
	members.delete(serverId);
	return member;
}

/** Observes a server now, unless an operation does that already. */
export async function observe(node: OwnNode, serverId: string): Promise<void> {
	const member = node.members.get(serverId);
	if (!member || member.work || member.isObserving || node.closed.aborted) return;
	member.isObserving = true;
	try {
		const judgement = await member.server.observe(node.closed);
		member.log = await member.server.log(node.closed);
		if (!member.work && node.members.get(serverId) === member) accept(node, serverId, member, judgement);
	} finally {
		member.isObserving = false;
	}
}

/** Shows what an observation proves, and handles a crash. */
export function accept(node: OwnNode, serverId: string, member: Member, judgement: Judgement): void {
	const record = node.service.store.servers.get(serverId);
	if (!record) return;
	// While a connection is pending, the reason of the last failure is the better one.
	const isVague = judgement.problem === ownServerMessages.silentConsole;
	if (!isVague || member.problem === undefined) member.problem = judgement.problem;
	const isContradiction = record.state === 'ONLINE' && judgement.state !== 'ONLINE';
	member.missed = isContradiction ? member.missed + 1 : 0;
	if (isContradiction && !judgement.isCertain && member.missed < maxMissed) return;
	const {supervises, clock} = node.service;
	// The next service that supervises it finishes the stop or restart.
	const isOver = record.wanted === 'down' && judgement.state === 'OFFLINE';
	if (!supervises && isUnfinished(record, clock.now()) && !isOver) return;
	// A process that ended while nobody watched is started again by `resumeServer`.
	const wasKnown = member.isKnown;
	member.isKnown = true;
	if (supervises && wasKnown && isCrash(record, judgement)) node.onCrash(record);
	else show(node, serverId, judgement.state);
}

/** Publishes a state if it is new. */
export function show({service}: OwnNode, serverId: string, state: ServerState): void {
	if (service.store.servers.get(serverId)?.state !== state) setState(service, serverId, state);
}

/** A process of ours ended although nobody wanted that. */
const isCrash = ({own, wanted, state}: ServerRecord, judgement: Judgement): boolean =>
	own?.power.kind === 'process' && wanted === 'up' && state !== 'OFFLINE' && judgement.state === 'OFFLINE';
