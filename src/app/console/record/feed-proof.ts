import type {ConsoleEvent, ReceivedEvent} from './buffer.ts';
import {
	type Awaited,
	type FeedProof,
	type FeedStateEvent,
	initialProof,
} from '../../kernel/state/feed-state.ts';
import type {FleetEvent} from '../../servers/fleet.ts';

/** The first poll after an answer may come immediately; the second gives the feed a full interval. */
const patiencePolls = 2;
/** The number of recent commands whose answers the feed may still deliver after they count as missed. */
const maxAwaited = 20;

export type ProofEvent = ConsoleEvent | ReceivedEvent | FeedStateEvent | FleetEvent;

export function reduceProof(proof: FeedProof, event: ProofEvent): FeedProof {
	switch (event.type) {
		case 'feed/changed':
			return initialProof;
		case 'rcon/sent': {
			// Without a timeout, nothing waits for the answer.
			if (event.timeoutMs === undefined) return proof;
			const {localId, serverId, command} = event;
			const awaited = [...proof.awaited, {localId, serverId, command, polls: undefined}];
			return {...proof, awaited: awaited.slice(-maxAwaited)};
		}
		case 'rcon/answered':
			return withAwaited(
				proof,
				proof.awaited.map(one => (one.localId === event.localId ? {...one, polls: one.polls ?? 0} : one)),
			);
		case 'rcon/failed':
		case 'rcon/abandoned':
		case 'rcon/recalled':
			return withAwaited(
				proof,
				proof.awaited.filter(({localId}) => localId !== event.localId),
			);
		case 'rcon/received':
			return proveReceived(proof, [event]);
		case 'rcon/allReceived':
			return proveReceived(proof, event.all);
		case 'fleet/polled':
			return provePoll(proof);
		default:
			return proof;
	}
}

function proveReceived(proof: FeedProof, all: ReceivedEvent['all']): FeedProof {
	const isReceived = ({serverId, command}: Awaited) =>
		all.some(
			({via, serverId: of, commands}) =>
				via === 'feed' && of === serverId && commands.some(one => one.command.trim() === command.trim()),
		);
	if (proof.awaited.length === 0) return proof;
	const awaited = proof.awaited.filter(one => !isReceived(one));
	return awaited.length === proof.awaited.length ? proof : {awaited, missed: 0};
}

function provePoll(proof: FeedProof): FeedProof {
	const waiting = ({polls}: Awaited) => polls !== undefined && polls < patiencePolls;
	if (!proof.awaited.some(waiting)) return proof;
	const awaited = proof.awaited.map(one => (waiting(one) ? {...one, polls: (one.polls ?? 0) + 1} : one));
	const missed = awaited.filter(
		({polls}, index) => polls === patiencePolls && proof.awaited[index]?.polls !== polls,
	);
	return {awaited, missed: proof.missed + missed.length};
}

const withAwaited = (proof: FeedProof, awaited: readonly Awaited[]): FeedProof =>
	awaited.length === proof.awaited.length && awaited.every((one, index) => one === proof.awaited[index])
		? proof
		: {...proof, awaited};
