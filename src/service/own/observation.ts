import {repeat} from '../../lib/time/clock.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {inBackground} from '../agent/tasks.ts';
import {changeServer} from '../context.ts';
import {setState} from '../records/publish.ts';
import type {ServerRecord, ServerState} from '../records/records.ts';
import type {Judgment} from './judge.ts';
import {isUnfinished} from './late-actions.ts';
import {type Member, type OwnNode} from './node.ts';

/** How often a server is observed. */
const observeMs = 5000;
/** Observations of an unknown state until ONLINE is given up: a single lost packet proves nothing. */
const maxMissed = 2;
/** How long a game may take from a command that ends it until it is down. */
const shutdownMs = 5 * 60_000;

/** Opens a server of the node and observes it periodically. */
export function addMember(node: OwnNode, record: ServerRecord): Member {
	const {service, members} = node;
	const member: Member = {
		server: node.open(record),
		missed: 0,
		crashes: 0,
		shutdownAt: undefined,
		work: undefined,
		isObserving: false,
		isKnown: false,
		problem: undefined,
		consoleProblem: undefined,
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

/** Observes a server now, unless an operation is already observing it. */
export async function observe(node: OwnNode, serverId: string): Promise<void> {
	const member = node.service.observes ? node.members.get(serverId) : undefined;
	if (!member || member.work || member.isObserving || node.closed.aborted) return;
	member.isObserving = true;
	try {
		const judgment = await member.server.observe(node.closed, true);
		member.log = await member.server.log(node.closed);
		if (!member.work && node.members.get(serverId) === member) accept(node, serverId, member, judgment);
	} finally {
		member.isObserving = false;
	}
}

/** Shows the state that an observation proves, and handles a crash. */
export function accept(node: OwnNode, serverId: string, member: Member, judgment: Judgment): void {
	const record = node.service.store.servers.get(serverId);
	if (!record) return;
	keepProblems(member, judgment);
	const isContradiction = record.state === 'ONLINE' && judgment.state !== 'ONLINE';
	member.missed = isContradiction ? member.missed + 1 : 0;
	if (isContradiction && judgment.state !== 'OFFLINE' && member.missed < maxMissed) return;
	const {supervises, clock} = node.service;
	// The next service that supervises it finishes the stop or restart.
	const isOver = record.wanted === 'down' && judgment.state === 'OFFLINE';
	if (!supervises && isUnfinished(record, clock.now()) && !isOver) return;
	// A process that ended while nobody watched is started again by `resumeServer`.
	const wasKnown = member.isKnown;
	member.isKnown = true;
	if (supervises && judgment.state === 'OFFLINE' && isShutDown(member, clock.monotonic())) {
		member.shutdownAt = undefined;
		changeServer(node.service, serverId, {wanted: 'down'});
		// Without it, clients take the end for a crash.
		if (record.state === 'ONLINE') show(node, serverId, 'STOPPING');
		show(node, serverId, 'OFFLINE');
	} else if (supervises && wasKnown && isCrash(record, judgment)) node.onCrash(record);
	else show(node, serverId, judgment.state);
}

/** While a connection is pending, the reason of the last failure is the better one. */
export function keepProblems(member: Member, {problem, consoleProblem}: Judgment): void {
	const isVague = (reason: string | undefined) => reason === ownServerMessages.silentConsole;
	if (!isVague(problem) || member.problem === undefined) member.problem = problem;
	if (!isVague(consoleProblem) || member.consoleProblem === undefined) member.consoleProblem = consoleProblem;
}

/** Publishes a state if it is new. */
export function show({service}: OwnNode, serverId: string, state: ServerState): void {
	if (service.store.servers.get(serverId)?.state !== state) setState(service, serverId, state);
}

/** Whether someone ordered the end by a console command. */
const isShutDown = ({shutdownAt = -Infinity}: Member, now: number): boolean => now - shutdownAt <= shutdownMs;

/** Returns whether a command is the one that ends the game, with any arguments: `stop`, `/stop`, `minecraft:stop`. */
export function endsGame(command: string, stop: string | undefined): boolean {
	const [word] = wordsOf(command);
	return word !== undefined && stop !== undefined && word === wordsOf(stop)[0];
}

const wordsOf = (command: string): string[] =>
	command
		.trim()
		.replace(/^\/?(?:[a-z]+:)?/i, '')
		.toLowerCase()
		.split(/\s+/);

/** One of our processes ended unexpectedly. */
const isCrash = ({own, wanted, state}: ServerRecord, judgment: Judgment): boolean =>
	own?.power.kind === 'process' && wanted === 'up' && state !== 'OFFLINE' && judgment.state === 'OFFLINE';
