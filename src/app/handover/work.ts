import {delayMinutesOf, isRolling, type ActionActivity, type ActionInput} from '../../actions/activity.ts';
import type {ActionId} from '../../messages/actions.ts';
import {powerGoals} from '../../actions/power-values.ts';
import {isPowerVerb} from '../../contract/power.ts';
import {phaseOf} from '../../contract/states.ts';
import type {Job, JobStep, ShiftJob} from '../../contract/models/job.ts';
import type {JournalRecord} from '../kernel/state/journal.ts';

/**
The outcome of an action on one server. `back`: the server reached the state that the action aims for. `sent`: accepted,
without proof yet that it worked. `done`: accepted, with nothing left to wait for. `due`: accepted, with a delay that
has not ended. `canceled`: accepted, and its schedule was canceled. `failed`: not carried out, or the server did not
come back. `unknown`: it may have run. `unsent`: never sent. `waiting`: not sent yet.
*/
export const workOutcomes = [
	'back',
	'done',
	'sent',
	'due',
	'canceled',
	'failed',
	'unknown',
	'unsent',
	'waiting',
] as const;
export type Outcome = (typeof workOutcomes)[number];

/** An action on one server; `server` undefined: on the team or a node. Times are epoch ms. */
export type Piece = {
	serverId: string | undefined;
	server: string | undefined;
	at: number;
	outcome: Outcome;
	/** Why it failed, in the words of the service or the program. */
	reason?: string | undefined;
	/** When its delay ends. */
	dueAt?: number;
	/** The state that followed and its time, from the journal; or the current state (`at` undefined). */
	after?: {state: string; at: number | undefined} | undefined;
	/** The journal record it comes from. */
	record?: JournalRecord;
	/** The job step it comes from. */
	step?: JobStep;
};

/** One action of the shift on all its servers. */
export type Operation = {
	id: string;
	at: number;
	action: ActionId;
	input: ActionInput;
	/** Whether the program ended before the job did. */
	isCut: boolean;
	pieces: readonly Piece[];
};

type Recorded = JournalRecord & {activity: ActionActivity};

/** The current state of each server, as of `now`. */
export type Evidence = {
	now: number;
	stateOf: (serverId: string) => string | undefined;
	/** Returns since when a server is in its state, as far as the service says. */
	sinceOf?: (serverId: string) => number | undefined;
};

/** How far the node's clock may be ahead of ours, ms. */
const earlyMs = 10_000;

/** Returns the actions in these records, oldest first, with the outcome on each server. */
export function operationsOf(
	records: readonly JournalRecord[],
	jobs: readonly ShiftJob[],
	evidence: Evidence,
): Operation[] {
	const isOfJob = createJobRecordTest(jobs);
	const actions = records.filter(
		(record): record is Recorded => record.activity?.type === 'action' && !isOfJob(record),
	);
	const changes = Map.groupBy(
		records.filter(({activity}) => activity?.type === 'stateChange'),
		({serverId}) => serverId,
	);
	const canceled = Map.groupBy(
		actions.flatMap(({at, serverId, activity}) =>
			activity.outcome === 'accepted'
				? canceledServers(activity, serverId).map(id => ({at, serverId: id}))
				: [],
		),
		({serverId}) => serverId,
	);
	const byOperation = Map.groupBy(actions, ({id, activity: {operationId, action}}) =>
		operationId === '' ? String(id) : `${operationId} ${action}`,
	);
	const all = [
		...byOperation.entries().map(([id, of]): Operation => {
			const [{activity, at}] = of as [Recorded, ...Recorded[]]; // Groups are never empty.
			const {action, input} = activity;
			const pieceOf = (record: Recorded): Piece =>
				judge(record, {
					...evidence,
					changes: changes.get(record.serverId) ?? [],
					canceled: canceled.get(record.serverId) ?? [],
				});
			return {id, at, action, input, isCut: false, pieces: of.map(pieceOf)};
		}),
		...jobs.map(job => operationOfJob(job, changes, evidence)),
	].sort((a, b) => a.at - b.at);
	return all.flatMap((operation, index) => withoutRest(operation, all.slice(index + 1)));
}

/** Returns the servers whose schedule an action cancels; the task of a node may have several. */
function canceledServers({action, input}: ActionActivity, serverId: string | undefined): unknown[] {
	const {servers} = input;
	if (action === 'cancel-task' && Array.isArray(servers)) return servers;
	return action === 'cancel-schedule' ? [serverId] : [];
}

/** Leaves out servers to which a job sent nothing and the same action was sent later from another dialog. */
function withoutRest(operation: Operation, later: readonly Operation[]): Operation[] {
	const isSentSince = ({serverId, outcome}: Piece) =>
		outcome === 'unsent' &&
		later.some(
			({action, pieces}) =>
				action === operation.action &&
				pieces.some(piece => piece.serverId === serverId && !['failed', 'unsent'].includes(piece.outcome)),
		);
	const pieces = operation.pieces.filter(piece => !isSentSince(piece));
	return pieces.length === 0 ? [] : [{...operation, pieces}];
}

/** How long after a job's last change its records may be written, ms. */
const recordedWithinMs = 60_000;

/** Returns a function that tests whether a record belongs to a job. The job has more details. */
function createJobRecordTest(jobs: readonly ShiftJob[]): (record: JournalRecord) => boolean {
	const ids = new Set(jobs.map(({job}) => job.id));
	const known = jobs.map(({job: {action, startedAt, steps}}) => {
		return {action, startedAt, changedAt: new Map(steps.map(({serverId, at}) => [serverId, at]))};
	});
	return ({activity, serverId, source, at}) => {
		if (activity?.type !== 'action') return false;
		if (ids.has(activity.operationId)) return true;
		// A one-shot command records its requests under its own name.
		return (
			source === 'shell' &&
			known.some(({action, startedAt, changedAt}) => {
				const changed = changedAt.get(serverId ?? '');
				const isWithin = changed !== undefined && at >= startedAt && at <= changed + recordedWithinMs;
				return action === activity.action && isWithin;
			})
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
		isCut,
		pieces: job.steps.map((step): Piece => {
			const {serverId, name, at} = step;
			const known = {...evidence, changes: changes.get(serverId) ?? [], canceled: []};
			const piece = {serverId, server: name, at, step};
			const outcome = outcomeOfStep(step, {aim, isRunning});
			if (outcome === 'back') return {...piece, outcome, after: {state: aimState(job), at}};
			if (outcome !== 'sent' && outcome !== 'unknown') return {...piece, outcome};
			// Other sessions may have seen what the job could not.
			const back = known.changes.find(change => change.at >= at && phaseOf(stateAfter(change)) === aim);
			if (back) return {...piece, outcome: 'back', after: stateAt(back)};
			return {...piece, outcome, after: laterChange(at, known) ?? currentState(serverId, known)};
		}),
	};
}

function outcomeOfStep(
	{status, doubt, problem}: JobStep,
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
			return status;
		case 'unknown':
			// The user did not wait: it was sent, and nothing says that it failed.
			return problem?.kind === 'skipped' ? 'sent' : status;
	}
}

const aimState = ({aim}: Pick<Job, 'aim'>): string => (aim === 'offline' ? 'STOPPED' : 'RUNNING');

type Known = Evidence & {changes: readonly JournalRecord[]; canceled: readonly {at: number}[]};

function judge(record: Recorded, known: Known): Piece {
	const {serverId, server, at, activity} = record;
	const {outcome, reason} = activity;
	const piece = {serverId, server, at, reason, record};
	if (outcome === 'refused' || outcome === 'failed') return {...piece, outcome: 'failed'};
	const aim = isPowerVerb(activity.action) ? powerGoals[activity.action].gate.phase : undefined;
	if (outcome !== 'accepted') {
		const since = aim && known.changes.find(change => change.at >= at && phaseOf(stateAfter(change)) === aim);
		if (since) return {...piece, outcome: 'back', after: stateAt(since)};
		return {...piece, outcome: 'unknown', after: laterChange(at, known)};
	}
	if (aim === undefined || serverId === undefined) return {...piece, outcome: 'done'};
	// The session recorded only the start of the rolling action, so only the server's state shows whether its turn came.
	const isOnlyStarted = isRolling(activity) && record.source !== 'shell';
	const dueAt = at + 60_000 * (delayMinutesOf(activity) ?? 0);
	const due = dueAt === at ? {} : {dueAt};
	if (known.canceled.some(one => one.at >= at && one.at <= dueAt)) {
		return {...piece, ...due, outcome: 'canceled'};
	}
	if (dueAt > known.now && !isOnlyStarted) return {...piece, ...due, outcome: 'due'};
	const from = dueAt === at ? at : dueAt - earlyMs;
	const back = known.changes.find(change => change.at >= from && phaseOf(stateAfter(change)) === aim);
	if (back) return {...piece, ...due, outcome: 'back', after: stateAt(back)};
	const [state, since] = [known.stateOf(serverId), known.sinceOf?.(serverId)];
	// Nobody has recorded the change, but the service says when it was.
	if (state !== undefined && since !== undefined && since >= from && phaseOf(state) === aim)
		return {...piece, ...due, outcome: 'back', after: {state, at: since}};
	const after = laterChange(from, known) ?? currentState(serverId, known);
	return {...piece, ...due, outcome: isOnlyStarted ? 'unknown' : 'sent', after};
}

const stateAfter = ({activity}: JournalRecord): string | undefined =>
	activity?.type === 'stateChange' ? activity.to : undefined;

const stateAt = (change: JournalRecord): Piece['after'] => {
	const state = stateAfter(change);
	return state === undefined ? undefined : {state, at: change.at};
};

/** Returns the last recorded state change since `from`. */
function laterChange(from: number, {changes}: Known): Piece['after'] {
	const last = changes.findLast(({at}) => at >= from);
	return last && stateAt(last);
}

function currentState(serverId: string, {stateOf}: Known): Piece['after'] {
	const state = stateOf(serverId);
	return state === undefined ? undefined : {state, at: undefined};
}
