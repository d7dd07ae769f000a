import {delayMinutesOf, isRolling, type ActionActivity, type ActionInput} from '../../actions/activity.ts';
import type {ActionId} from '../../actions/ids.ts';
import {phaseOf, type Phase} from '../../actions/preconditions.ts';
import type {Job, JobStep} from '../../actions/job.ts';
import type {JournalRecord, ShiftJob} from '../kernel/journal.ts';

/**
What became of an action on one server. `back`: the server came back, or is down as it should be. `sent`: accepted, and
nothing proves yet that it worked. `done`: accepted, and nothing more is to come. `due`: accepted, and its time has not
come. `canceled`: accepted, and its schedule was canceled. `failed`: not carried out, or the server did not come back.
`unknown`: it may have run. `unsent`: nothing was sent. `waiting`: nothing was sent so far.
*/
export type Outcome =
	'back' | 'sent' | 'done' | 'due' | 'canceled' | 'failed' | 'unknown' | 'unsent' | 'waiting';

/** An action on one server. `server` undefined: on the team or a node. Times are epoch ms. */
export type Piece = {
	serverId: string | undefined;
	server: string | undefined;
	at: number;
	outcome: Outcome;
	/** Why it failed, as the service or the program said it. */
	reason?: string | undefined;
	/** When its delay ends. */
	dueAt?: number;
	/** The state that followed, and when; from the journal, or at the end the current one (`at` undefined). */
	after?: {state: string; at: number | undefined} | undefined;
	/** The record behind it. */
	record?: JournalRecord;
	/** The step of a job behind it. */
	step?: JobStep;
};

/** One action of the shift with all its servers. */
export type Operation = {
	id: string;
	at: number;
	/** undefined: a sentence of an earlier version, which the record holds. */
	action: ActionId | undefined;
	input: ActionInput;
	/** The action was to be carried out server by server. */
	isRolling: boolean;
	/** A job whose program ended before it did. */
	isCut: boolean;
	pieces: readonly Piece[];
};

type Recorded = JournalRecord & {activity: ActionActivity};

/** Where each server stands now, and how far its changes of state are known. */
export type Evidence = {now: number; stateOf: (serverId: string) => string | undefined};

/** Maximum lead of the node's clock over ours, ms. */
const earlyMs = 10_000;

const aims: Partial<Record<ActionId, Phase>> = {restart: 'online', start: 'online', stop: 'offline'};

/** Returns the actions of these records, oldest first, each with what became of it on each server. */
export function operationsOf(
	records: readonly JournalRecord[],
	jobs: readonly ShiftJob[],
	evidence: Evidence,
): Operation[] {
	const isOfJob = createOfJob(jobs);
	const actions = records.filter(
		(record): record is Recorded => record.activity?.type === 'action' && !isOfJob(record),
	);
	const changes = Map.groupBy(
		records.filter(({activity}) => activity?.type === 'stateChange'),
		({serverId}) => serverId,
	);
	const canceled = Map.groupBy(
		actions.filter(({activity}) => activity.action === 'cancel-schedule' && activity.outcome === 'accepted'),
		({serverId}) => serverId,
	);
	const byOperation = Map.groupBy(actions, ({id, activity: {operationId, action}}) =>
		operationId === '' ? String(id) : `${operationId} ${action}`,
	);
	const told = records.filter(({activity}) => activity?.type === 'text' && activity.tone !== 'state');
	return [
		...byOperation.entries().map(([id, of]): Operation => {
			const [{activity, at}] = of as [Recorded, ...Recorded[]]; // Groups are never empty.
			const {action, input} = activity;
			const pieceOf = (record: Recorded): Piece =>
				judge(record, {
					...evidence,
					changes: changes.get(record.serverId) ?? [],
					canceled: canceled.get(record.serverId) ?? [],
				});
			return {id, at, action, input, isRolling: isRolling(activity), isCut: false, pieces: of.map(pieceOf)};
		}),
		...told.map((record): Operation => {
			const {id, at, serverId, server, activity} = record;
			const outcome = activity?.type === 'text' && activity.tone === 'failure' ? 'failed' : 'done';
			const piece: Piece = {serverId, server, at, outcome, record};
			return {
				id: String(id),
				at,
				action: undefined,
				input: {},
				isRolling: false,
				isCut: false,
				pieces: [piece],
			};
		}),
		...jobs.map(job => operationOfJob(job, changes, evidence)),
	].sort((a, b) => a.at - b.at);
}

/** How long after the last change of a job its records may be written, ms. */
const recordedWithinMs = 60_000;

/** Returns a function that is true for the record of a request of a job, which says more. */
function createOfJob(jobs: readonly ShiftJob[]): (record: JournalRecord) => boolean {
	const ids = new Set(jobs.map(({job}) => job.id));
	return ({activity, serverId, source, at}) => {
		if (activity?.type !== 'action') return false;
		if (ids.has(activity.operationId)) return true;
		// A one-shot command records its requests under its own name.
		return (
			source === 'shell' &&
			jobs.some(
				({job: {action, startedAt, steps}}) =>
					action === activity.action &&
					at >= startedAt &&
					steps.some(step => step.serverId === serverId && at <= step.at + recordedWithinMs),
			)
		);
	};
}

function operationOfJob(
	{job, isRunning}: ShiftJob,
	changes: ReadonlyMap<string | undefined, readonly JournalRecord[]>,
	evidence: Evidence,
): Operation {
	const {id, startedAt, action, aim, status} = job;
	const isCut = !isRunning && status !== 'done' && status !== 'aborted';
	return {
		id,
		at: startedAt,
		action,
		input: {},
		isRolling: true,
		isCut,
		pieces: job.steps.map((step): Piece => {
			const {serverId, name, at} = step;
			const known = {...evidence, changes: changes.get(serverId) ?? [], canceled: []};
			const piece = {serverId, server: name, at, step};
			const outcome = outcomeOfStep(step, {aim, isRunning});
			if (outcome === 'back') return {...piece, outcome, after: {state: aimState(job), at}};
			if (outcome !== 'sent' && outcome !== 'unknown') return {...piece, outcome};
			// What the job could not see any more, others may have seen.
			const back = known.changes.find(change => change.at >= at && phaseOf(stateAfter(change)) === aim);
			if (outcome === 'sent' && back) return {...piece, outcome: 'back', after: stateAt(back)};
			return {...piece, outcome, after: laterChange(at, known) ?? currentState(serverId, known)};
		}),
	};
}

function outcomeOfStep(
	{status, doubt}: JobStep,
	{aim, isRunning}: Pick<Job, 'aim'> & {isRunning: boolean},
): Outcome {
	switch (status) {
		case 'waiting':
			return isRunning ? 'waiting' : 'unsent';
		case 'skipped':
			return 'unsent';
		case 'sending':
			return isRunning ? 'sent' : 'unknown';
		case 'gate':
			return doubt ? 'unknown' : 'sent';
		case 'done':
			return aim === undefined ? 'done' : 'back';
		case 'failed':
		case 'unknown':
			return status;
	}
}

const aimState = ({aim}: Pick<Job, 'aim'>): string => (aim === 'offline' ? 'OFFLINE' : 'ONLINE');

type Known = Evidence & {changes: readonly JournalRecord[]; canceled: readonly JournalRecord[]};

function judge(record: Recorded, known: Known): Piece {
	const {serverId, server, at, activity} = record;
	const {outcome, reason} = activity;
	const piece = {serverId, server, at, reason, record};
	if (outcome === 'refused' || outcome === 'failed') return {...piece, outcome: 'failed'};
	const aim = aims[activity.action];
	if (outcome !== 'accepted') return {...piece, outcome: 'unknown', after: laterChange(at, known)};
	if (aim === undefined || serverId === undefined) return {...piece, outcome: 'done'};
	// The session recorded only that it began: whether it got to this server is known from the server alone.
	const isOnlyBegun = isRolling(activity) && record.source !== 'shell';
	const dueAt = at + 60_000 * (delayMinutesOf(activity) ?? 0);
	const due = dueAt === at ? {} : {dueAt};
	if (known.canceled.some(one => one.at >= at && one.at <= dueAt)) {
		return {...piece, ...due, outcome: 'canceled'};
	}
	if (dueAt > known.now && !isOnlyBegun) return {...piece, ...due, outcome: 'due'};
	const from = dueAt === at ? at : dueAt - earlyMs;
	const back = known.changes.find(change => change.at >= from && phaseOf(stateAfter(change)) === aim);
	if (back) return {...piece, ...due, outcome: 'back', after: stateAt(back)};
	const after = laterChange(from, known) ?? currentState(serverId, known);
	return {...piece, ...due, outcome: isOnlyBegun ? 'unknown' : 'sent', after};
}

const stateAfter = ({activity}: JournalRecord): string | undefined =>
	activity?.type === 'stateChange' ? activity.to : undefined;

const stateAt = (change: JournalRecord): Piece['after'] => {
	const state = stateAfter(change);
	return state === undefined ? undefined : {state, at: change.at};
};

/** The last state that followed. */
function laterChange(from: number, {changes}: Known): Piece['after'] {
	const last = changes.findLast(({at}) => at >= from);
	return last && stateAt(last);
}

function currentState(serverId: string, {stateOf}: Known): Piece['after'] {
	const state = stateOf(serverId);
	return state === undefined ? undefined : {state, at: undefined};
}
