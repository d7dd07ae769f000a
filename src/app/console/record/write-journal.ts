import {knownMoment} from '../../../contract/moments.ts';
import type {Job} from '../../../contract/models/job.ts';
import type {Memorable} from '../../../actions/memorable.ts';
import type {ServerCommand} from '../../../contract/models/server.ts';
import {serverName} from '../../../actions/names.ts';
import type {SessionJournal} from '../../kernel/state/journal.ts';
import {lineOf} from './line-by-id.ts';
import {endOfReceived} from './merge.ts';
import {answerNumber} from './identity.ts';
import {serviceNow} from '../../kernel/state/access.ts';
import {isDoubted} from '../../kernel/state/feed-state.ts';
import {briefFailure} from '../../kernel/state/failure.ts';
import type {Event, State} from '../../state.ts';

/** At most this many of the newest answers of a report are recorded; a service may store thousands per server. */
const maxBatch = 1000;
/** Answers are deduplicated up to this many back. */
const maxRemembered = 40_000;

type SentCommand = Extract<Memorable, {kind: 'command'}>;

/**
Returns a function that records each event in the journal, given the states before and after it. It is cheap for most
events.
*/
export function writeJournal(journal: SessionJournal): (event: Event, before: State, after: State) => void {
	const isNew = createChangesSince();
	/** Commands of this session whose answer may still arrive, by server. */
	const open = new Map<string, Set<string>>();

	const own = (state: State, serverId: string, localId: string): SentCommand[] => {
		const line = lineOf(state, serverId, localId);
		if (!line) return [];
		const {origin, command, response, commandId, timestamp, status, failure} = line;
		if (status === 'pending' || status === 'queued' || status === 'recalled') return [];
		const answer = {command, response, commandId, timestamp};
		const mayStillCome = status === 'timeout' || status === 'sent' || status === 'abandoned';
		const ids = open.get(serverId) ?? new Set();
		if (mayStillCome) open.set(serverId, ids.add(localId));
		else ids.delete(localId);
		if (!mayStillCome) isNew(serverId, answer);
		const problem = failure && briefFailure(failure);
		const server = serverName(state.fleet, serverId);
		return [{kind: 'command', at: line.at, serverId, server, origin, status, localId, answer, problem}];
	};

	const received = (state: State, event: Extract<Event, {type: 'rcon/received'}>): SentCommand[] => {
		const {serverId, at} = event;
		const server = serverName(state.fleet, serverId);
		const late = [...(open.get(serverId) ?? [])].flatMap(localId => {
			const line = lineOf(state, serverId, localId);
			return line?.matched === undefined ? [] : own(state, serverId, localId);
		});
		const others = event.commands.slice(-maxBatch).filter(answer => isNew(serverId, answer));
		return [
			...others.map((answer): SentCommand => {
				const when = knownMoment(answer.timestamp) ?? at;
				const {status, failure} = endOfReceived(answer);
				return {
					kind: 'command',
					at: when,
					serverId,
					server,
					origin: 'other',
					status,
					localId: undefined,
					answer,
					problem: failure && briefFailure(failure),
				};
			}),
			...late,
		];
	};

	return (event, before, after) => {
		switch (event.type) {
			case 'access/granted':
				journal.setTeam(event.team.id);
				break;
			case 'rcon/received':
				record(journal, received(after, event));
				break;
			case 'rcon/allReceived':
				record(
					journal,
					event.all.flatMap(one => received(after, one)),
				);
				break;
			case 'rcon/started':
				record(journal, startedCommand(after, event));
				break;
			case 'rcon/answered':
			case 'rcon/failed':
			case 'rcon/abandoned':
			case 'rcon/forwarded':
				record(journal, own(after, event.serverId, event.localId));
				break;
			default:
				record(journal, otherEntries(event, before, after));
		}
		if (before.feed.proof !== after.feed.proof) record(journal, feedProofEntries(event, before, after));
	};
}

/** Records a command when it is sent, so that a session that ends while it waits leaves a trace of it. */
function startedCommand(
	state: State,
	{serverId, localId, at}: Extract<Event, {type: 'rcon/started'}>,
): SentCommand[] {
	const line = lineOf(state, serverId, localId);
	if (!line) return [];
	const answer = {command: line.command, response: undefined, commandId: undefined, timestamp: undefined};
	const sent = {serverId, server: serverName(state.fleet, serverId), localId, answer, problem: undefined};
	const sentAt = serviceNow(state.access, state.console.get(serverId), at);
	return [{kind: 'command', at, origin: line.origin, status: 'waiting', sentAt, ...sent}];
}

function record(journal: SessionJournal, entries: readonly Memorable[]): void {
	if (entries.length > 0) journal.keep(entries);
}

/** Returns an entry when the feed is found not to deliver, or to deliver again. */
function feedProofEntries(event: Event, before: State, after: State): Memorable[] {
	const [old, proof] = [before.feed.proof, after.feed.proof];
	const isDelivered = proof.missed === 0 && proof.awaited.length < old.awaited.length;
	switch (event.type) {
		case 'fleet/polled':
			return isDoubted(proof) === isDoubted(old) ? [] : [proofOf(event.at, after)];
		case 'rcon/received':
			return isDelivered ? [proofOf(event.at, after)] : [];
		case 'rcon/allReceived':
			return isDelivered ? event.all.slice(0, 1).map(({at}) => proofOf(at, after)) : [];
		default:
			return [];
	}
}

const proofOf = (at: number, {feed}: State): Memorable => ({
	kind: 'feedProof',
	at,
	missed: feed.proof.missed,
});

/** Returns the entries of other events. */
function otherEntries(event: Event, before: State, after: State): Memorable[] {
	switch (event.type) {
		case 'console/noted': {
			const {at, id, serverId, activity} = event;
			return [{kind: 'note', at, id, serverId, server: serverName(after.fleet, serverId), activity}];
		}
		case 'timeline/actionAdded': {
			const {id, at, serverId, server, activity} = event.action;
			return [{kind: 'note', at, id, serverId, server, activity}];
		}
		case 'fleet/acknowledged': {
			const {at, serverIds, isKnown, withNode} = event;
			return serverIds.map((serverId): Memorable => {
				const server = serverName(after.fleet, serverId);
				const state = after.fleet.servers.get(serverId)?.state;
				return {kind: 'acknowledged', at, serverId, server, state, isKnown, withNode};
			});
		}
		case 'jobs/started':
			return [jobEntry(event.job)];
		case 'jobs/found':
			return event.jobs.map(jobEntry);
		case 'jobs/changed':
			return after.jobs.filter(({id}) => id === event.jobId).map(jobEntry);
		case 'jobs/stepped': {
			const {jobId} = event;
			const ids = new Set(event.serverIds);
			const steps = after.jobs.find(({id}) => id === jobId)?.steps ?? [];
			return steps
				.filter(({serverId}) => ids.has(serverId))
				.map(step => ({kind: 'jobStep', at: step.at, jobId, step}));
		}
		case 'bookmarks/added':
			return [{kind: 'mark', at: event.at, id: event.id, text: event.note}];
		case 'feed/gapClosed':
			return gapEntries(before, after);
		default:
			return [];
	}
}

const jobEntry = (job: Job): Memorable => ({kind: 'job', at: job.startedAt, job});

function gapEntries(before: State, {feed, access}: State): Memorable[] {
	const gap = feed.gaps.at(-1);
	if (!gap || gap.to === undefined || before.feed.gaps.at(-1)?.closed) return [];
	return [{kind: 'gap', at: gap.from, to: gap.to, filled: gap.filled, teamId: access.team?.id}];
}

/** The numbers of the outputs that came with a name, by server and name; `noOutput` for one without. */
type Seen = Map<string, Map<string, number | Set<number>>>;
const noOutput = -1;

/**
Returns a function that is true for an answer it has not seen before, as far as two generations of a memory reach back.
It names answers by strings that the console keeps anyway.
*/
function createChangesSince(): (serverId: string, answer: ServerCommand) => boolean {
	let young: Seen = new Map();
	let old: Seen = new Map();
	let count = 0;
	return (serverId, answer) => {
		const {commandId, timestamp, command, response} = answer;
		if (commandId === undefined && timestamp === undefined) return true;
		const name = commandId ?? `\0${timestamp} ${command}`;
		// An answer without output does not count as a different answer.
		const number = commandId === undefined || response === undefined ? noOutput : answerNumber(answer);
		if ([young, old].some(seen => hasSeen(seen.get(serverId)?.get(name), number))) return false;
		const names = young.get(serverId) ?? new Map<string, number | Set<number>>();
		young.set(serverId, names);
		const numbers = names.get(name);
		names.set(name, numbers === undefined ? number : asSet(numbers).add(number));
		if (++count > maxRemembered) [young, old, count] = [new Map(), young, 0];
		return true;
	};
}

const hasSeen = (numbers: number | Set<number> | undefined, number: number): boolean =>
	numbers !== undefined && (number === noOutput || asSet(numbers).has(number));

const asSet = (numbers: number | Set<number>): Set<number> =>
	typeof numbers === 'number' ? new Set([numbers]) : numbers;
