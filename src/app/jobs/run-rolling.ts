import {
	type Gate,
	type Job,
	type JobStep,
	pausesAtFailure,
	type StepProblem,
} from '../../contract/models/job.ts';
import {phaseOf, readState} from '../../contract/states.ts';
import type {Services} from '../kernel/state/services.ts';
import {type ActionActivity, actsAfter, outcomeOf} from '../../actions/activity.ts';
import {findGame} from '../../games/games.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import type {RollingPlan} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {ApiError, isTimeout} from '../../contract/errors.ts';
import {sendRequest} from '../console/send/send-command.ts';
import {briefFailure, type Failure, failureOf} from '../kernel/state/failure.ts';
import {notify} from '../kernel/state/notify.ts';
import {waitUntil} from '../kernel/state/wait-until.ts';
import {taskIdsOn} from '../servers/scheduled-actions.ts';
import {expectServerState} from '../servers/expect-state.ts';
import {askServer, earlyMs} from '../servers/read-server.ts';
import {takeOver} from './control-job.ts';
import {createRestartProof, probeConsole} from './restart-proof.ts';
import {needsAttention, summaryOf} from './job-report.ts';
import {isOpen, type StepChange} from './jobs-state.ts';
import type {State} from '../state.ts';

/**
The progress of a server on its way to ONLINE. `before`: the action has not started. `down`: down because of the action.
`fallen`: went down again after `rising` or `up`.
*/
export type Stage = 'before' | 'down' | 'rising' | 'up' | 'fallen';

/** Returns the next stage of a server in this state. `hasLeft`: the action has started. */
export function stageAfter(stage: Stage, state: string | undefined, hasLeft: boolean): Stage {
	const wasUp = stage !== 'before' && stage !== 'down';
	if (stage === 'before' && !hasLeft) return 'before';
	switch (readState(state)) {
		case 'INITIALIZING':
			return 'rising';
		case 'STOPPING':
			return wasUp ? stage : 'down';
		// The node restarts a crashed server; a requested restart never shows this state. (observed at the hosted service)
		case 'RESTARTING':
			return wasUp ? 'fallen' : 'down';
		default:
			break;
	}
	const phase = phaseOf(state);
	if (phase === 'online') return 'up';
	if (phase === 'offline') return wasUp ? 'fallen' : 'down';
	return stage === 'before' ? 'down' : stage;
}

/** How long OFFLINE is tolerated, ms: a restart passes through it, and a node that logs in again shows it briefly. */
const offlineAllowedMs = 10_000;

type Followed = {
	stage: Stage;
	isDone: boolean;
	hasLeft: () => boolean;
	/** When the last action on the server was sent; a later one ends the following. */
	actedAt: number | undefined;
	cancelTimer: (() => void) | undefined;
};

export type FollowedServers = {
	begin: (serverId: string, hasLeft: () => boolean) => void;
	/** Marks a server as past its gate; it is still followed. */
	setDone: (serverId: string) => void;
	end: (serverId: string) => void;
	/** Whether a followed server is OFFLINE. Nothing is sent to others until it is clear whether it comes back. */
	isOneDown: () => boolean;
	endAll: () => void;
};

/**
Follows servers until they are ONLINE and after, and reports the first time that one stays down or goes down again.
*/
function followServers(
	{store, clock, settings}: Services,
	report: (serverId: string, problem: StepProblem) => void,
): FollowedServers {
	const followed = new Map<string, Followed>();
	// Without a feed, only polls show a state; this allows for two of them.
	const allowedMs = Math.max(offlineAllowedMs, 2 * settings.pollMs);
	const fleetOf = () => store.getState().fleet;
	const end = (serverId: string) => {
		followed.get(serverId)?.cancelTimer?.();
		followed.delete(serverId);
	};
	const fail = (serverId: string, problem: StepProblem) => {
		end(serverId);
		report(serverId, problem);
	};
	const updateStage = (serverId: string, one: Followed) => {
		const {servers, actionTimes} = fleetOf();
		if (one.isDone && actionTimes.get(serverId) !== one.actedAt) {
			// The user has started another action on it.
			end(serverId);
			return;
		}
		const state = servers.get(serverId)?.state;
		one.stage = stageAfter(one.stage, state, one.hasLeft());
		if (!isDown(one, state)) {
			one.cancelTimer?.();
			one.cancelTimer = undefined;
			return;
		}
		const problem: StepProblem =
			one.stage === 'fallen' ? {kind: 'crashed', state: state ?? ''} : {kind: 'offline'};
		if (phaseOf(state) !== 'offline') fail(serverId, problem);
		else one.cancelTimer ??= clock.after(allowedMs, () => fail(serverId, problem));
	};
	const updateAll = () => {
		for (const [serverId, one] of followed) updateStage(serverId, one);
	};
	let before = fleetOf();
	const unsubscribe = store.subscribe(() => {
		if (fleetOf() === before) return;
		before = fleetOf();
		updateAll();
	});
	return {
		begin: (serverId, hasLeft) => {
			const actedAt = fleetOf().actionTimes.get(serverId);
			followed.set(serverId, {stage: 'before', isDone: false, hasLeft, actedAt, cancelTimer: undefined});
			updateAll();
		},
		setDone: serverId => {
			const one = followed.get(serverId);
			if (one) one.isDone = true;
		},
		end,
		isOneDown: () => {
			updateAll();
			return followed.values().some(({cancelTimer}) => cancelTimer !== undefined);
		},
		endAll: () => {
			unsubscribe();
			for (const serverId of followed.keys()) end(serverId);
		},
	};
}

const isDown = ({stage}: Followed, state: string | undefined): boolean =>
	stage === 'fallen' || (stage === 'down' && phaseOf(state) === 'offline');

const probeEveryMs = 5000;
/** How often the console is asked for proof of a restart that no poll has shown, ms. */
const proveEveryMs = 10_000;
/** Maximum attempts for a request that never left this machine, and the delay between them. */
const maxAttempts = 4;
const retryMs = 10_000;
/** How long the servers of a finished job are still followed, ms. */
const followAfterMs = 5 * 60_000;

/** Creates the job of a plan. Sends nothing. */
export const jobOf = ({newId, clock}: Pick<Services, 'newId' | 'clock'>, plan: RollingPlan): Job => ({
	id: newId(),
	action: plan.verb,
	force: plan.force,
	startedAt: clock.now(),
	status: 'running',
	stoppedBy: undefined,
	steps: plan.servers.map(server => ({
		serverId: server.id,
		name: nameOf(server),
		status: 'waiting',
		at: clock.now(),
	})),
	aim: plan.gate && (plan.gate.phase === 'offline' ? 'offline' : 'online'),
	typed: plan.typed,
	...(plan.subject && {subject: plan.subject}),
	command: plan.command,
});

/** A running job, with one request per server. */
type Rolling = {
	jobId: string;
	plan: RollingPlan;
	requests: ReadonlyMap<string, ActionRequest>;
	followed: FollowedServers;
};

/**
Runs a job server by server: the next one starts only when the previous one has passed its gate. A server that refuses
the request, does not pass, or goes down pauses the entire job, so that the user decides. A message to players
still reaches the other servers. A request that may have run is never repeated.
*/
export async function runRolling(services: Services, job: Job, plan: RollingPlan): Promise<void> {
	const {store, clock} = services;
	store.dispatch({type: 'jobs/started', job});
	takeOver(services, job);
	const rolling: Rolling = {
		jobId: job.id,
		plan,
		requests: new Map(plan.servers.map(server => [server.id, plan.requestFor(server)])),
		followed: followServers(services, (serverId, problem) => stopAt(services, rolling, serverId, problem)),
	};
	const queue = job.steps.map(({serverId}) => serverId);
	const lane = async () => {
		for (let next = await nextOf(services, rolling, queue); next !== undefined;) {
			await runStep(services, rolling, next);
			next = await nextOf(services, rolling, queue);
		}
	};
	try {
		await Promise.all(Array.from({length: Math.min(plan.atOnce, queue.length)}, lane));
	} catch (error) {
		if (!services.ended.aborted) throw error;
		// The journal has it as running, so that the next session can continue it.
		rolling.followed.endAll();
		return;
	}
	clock.after(followAfterMs, rolling.followed.endAll);
	const now = currentJob(services, job.id);
	if (now && isOpen(now)) {
		// A server that went down after the last lane ended stays in `stoppedBy`.
		const {stoppedBy} = now;
		store.dispatch({type: 'jobs/changed', jobId: job.id, change: {status: 'done', stoppedBy}});
		reportEnd(services, job.id);
	}
}

/** Like `waitUntil`, but throws when the session has ended. */
async function waitFor(
	services: Services,
	isSatisfied: (state: State) => boolean,
	untilMs?: number,
): Promise<boolean> {
	const isThere = await waitUntil(services, isSatisfied, untilMs);
	services.ended.throwIfAborted();
	return isThere;
}

/** Reports the end of a job. Problems have a line of their own, which stays. */
function reportEnd(services: Services, jobId: string): void {
	const state = services.store.getState();
	const job = currentJob(services, jobId);
	if (!job || needsAttention(state, job)) return;
	notify(services, 'done', summaryOf(state, job, state.view.time === 'utc'));
}

const currentJob = ({store}: Services, jobId: string) => store.getState().jobs.find(({id}) => id === jobId);

const stepOf = (services: Services, {jobId}: Rolling, serverId: string): JobStep | undefined =>
	currentJob(services, jobId)?.steps.find(step => step.serverId === serverId);

const change = ({store, clock}: Services, {jobId}: Rolling, serverId: string, to: StepChange) =>
	store.dispatch({type: 'jobs/stepped', jobId, serverIds: [serverId], change: {at: clock.now(), ...to}});

/**
Waits while the job is paused or a followed server is down, then returns the next server; undefined if there is none.
*/
async function nextOf(services: Services, rolling: Rolling, queue: string[]): Promise<string | undefined> {
	const {followed, jobId} = rolling;
	if (queue.length === 0) return undefined;
	const isFree = () => {
		const status = currentJob(services, jobId)?.status;
		return status !== 'paused' && (status !== 'running' || !followed.isOneDown());
	};
	// The server that everything waits for may fail, which ends the wait just before it pauses the job.
	do await waitFor(services, isFree);
	while (!isFree());
	return currentJob(services, jobId)?.status === 'running' ? queue.shift() : undefined;
}

/** Records the problem of a server and pauses all lanes. */
function stopAt(services: Services, rolling: Rolling, serverId: string, problem: StepProblem): void {
	const isDoubtful = stepOf(services, rolling, serverId)?.doubt !== undefined;
	rolling.followed.end(serverId);
	change(services, rolling, serverId, {status: isDoubtful ? 'unknown' : 'failed', problem, retry: undefined});
	pauseAt(services, rolling, serverId);
}

/** Pauses a running job because of a server, unless jobs of its kind still reach the others. */
function pauseAt(services: Services, {jobId, plan}: Rolling, serverId: string): void {
	if (!pausesAtFailure[plan.verb] || currentJob(services, jobId)?.status !== 'running') return;
	services.store.dispatch({type: 'jobs/changed', jobId, change: {status: 'paused', stoppedBy: serverId}});
}

/** Sends the request to one server and waits for its gate. */
async function runStep(services: Services, rolling: Rolling, serverId: string): Promise<void> {
	const {clock, journal} = services;
	const {plan} = rolling;
	const {tasks: known} = services.store.getState().nodes;
	change(services, rolling, serverId, {status: 'sending'});
	noteOutcome(services, rolling, serverId, 'pending');
	// If the program is killed now, the request must not look like one that was never sent.
	await journal.flush();
	const sentAt = clock.now();
	const since = clock.monotonic();
	const sent = await sendWithRetries(services, rolling, serverId);
	if (sent === 'aborted') return;
	noteOutcome(services, rolling, serverId, sent);
	const failure = sent?.failure;
	if (failure && !failure.mayHaveRun) {
		const kind = failure.reason === 'refused' ? 'refused' : 'notSent';
		stopAt(services, rolling, serverId, {kind, reason: briefFailure(failure)});
		return;
	}
	services.store.dispatch({
		type: 'fleet/sent',
		serverIds: [serverId],
		at: actsAfter(clock.now(), plan.delayMs),
		isStop: plan.verb === 'stop',
	});
	if (!failure) void noteTask(services, rolling, {serverId, before: taskIdsOn(known.values(), serverId)});
	const doubt = failure && {reason: isTimeout(failure) ? undefined : failure.title};
	if (!plan.gate) {
		change(services, rolling, serverId, {status: failure ? 'unknown' : 'done', doubt, retry: undefined});
		if (failure) pauseAt(services, rolling, serverId);
		return;
	}
	if (!failure && plan.delayMs === 0) expectServerState(services, serverId, plan.expects, sentAt);
	const gate: Gate = {
		from: sentAt + plan.delayMs,
		withinMs: plan.deadlineMs,
		awaits: plan.gate.leaves ? 'change' : 'state',
	};
	change(services, rolling, serverId, {status: 'gate', gate, doubt, retry: undefined});
	const problem = await passGate(services, rolling, {serverId, sentAt, since});
	if (stepOf(services, rolling, serverId)?.status !== 'gate') {
		// The user has decided.
		rolling.followed.end(serverId);
		return;
	}
	if (problem) stopAt(services, rolling, serverId, problem);
	else {
		rolling.followed.setDone(serverId);
		change(services, rolling, serverId, {status: 'done', tookMs: clock.monotonic() - since});
	}
}

/** Notes which task of the node is that of an accepted delayed action, so that it can be canceled with the job. */
async function noteTask(
	services: Services,
	{jobId, plan: {verb, delayMs}}: Rolling,
	{serverId, before}: {serverId: string; before: readonly string[]},
): Promise<void> {
	if (delayMs === 0 || (verb !== 'stop' && verb !== 'restart')) return;
	const {store, clock} = services;
	const sentAt = clock.now();
	store.dispatch({
		type: 'scheduled/added',
		serverId,
		action: verb,
		at: sentAt + delayMs,
		sentAt,
		jobId,
		before,
	});
	const ownIn = ({scheduled}: State) => {
		const own = scheduled.own.get(serverId);
		return own?.jobId === jobId ? own : undefined;
	};
	await waitUntil(services, state => {
		const own = ownIn(state);
		return !own || own.isUnclear || own.taskId !== undefined;
	});
	const taskId = ownIn(store.getState())?.taskId;
	if (taskId !== undefined)
		store.dispatch({type: 'jobs/stepped', jobId, serverIds: [serverId], change: {taskId}});
}

/** Records the request to one server before it is sent, and again with its outcome. */
function noteOutcome(
	{store, clock, journal}: Services,
	{jobId, plan}: Rolling,
	serverId: string,
	sent: Sent | 'pending',
): void {
	const reason = typeof sent === 'object' ? briefFailure(sent.failure) : undefined;
	const activity: ActionActivity = {
		type: 'action',
		action: plan.verb,
		operationId: jobId,
		targetCount: 1,
		input: plan.input,
		outcome: sent === 'pending' ? sent : sent ? outcomeOf(sent.error) : 'accepted',
		...(reason !== undefined && {reason}),
	};
	const [id, at] = [`${jobId} ${serverId}`, clock.now()];
	const server = serverName(store.getState().fleet, serverId);
	if (sent === 'pending') journal.keep([{kind: 'note', id, at, serverId, server, activity}]);
	else store.dispatch({type: 'console/noted', serverId, id, at, activity});
}

/** undefined: the service accepted the request. */
type Sent = {error: ApiError; failure: Failure} | undefined;

/**
Sends the request. Retries only what never reached the service. A request that it answered, even with 429, is not sent
again: the user decides.
*/
async function sendWithRetries(
	services: Services,
	rolling: Rolling,
	serverId: string,
): Promise<Sent | 'aborted'> {
	const {jobId, requests} = rolling;
	for (let tries = 1; ; tries++) {
		try {
			const request = requests.get(serverId);
			if (request) await sendRequest(services, request);
			return undefined;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const failure = failureOf(error);
			const isUnsent = failure.reason === 'unreachable' && !failure.mayHaveRun;
			if (!isUnsent || tries === maxAttempts) return {error, failure};
			change(services, rolling, serverId, {retry: {reason: failure.title, delayMs: retryMs}});
			const job = () => currentJob(services, jobId);
			const before = job()?.retryRequests;
			const isCutShort = () => job()?.status === 'aborted' || job()?.retryRequests !== before;
			await waitFor(services, isCutShort, services.clock.monotonic() + retryMs);
			// Another server may have paused the job in the meantime.
			await waitFor(services, () => job()?.status !== 'paused');
			if (job()?.status !== 'running') {
				change(services, rolling, serverId, {status: 'skipped', retry: undefined});
				return 'aborted';
			}
		}
	}
}

/** `sentAt` is the time of the request, `since` the same on the monotonic clock. */
type Step = {serverId: string; sentAt: number; since: number};

/** Waits for proof that the action worked; the server is asked every second. */
async function passGate(services: Services, rolling: Rolling, step: Step): Promise<StepProblem | undefined> {
	const {gate} = rolling.plan;
	if (!gate) return undefined;
	const endAsking = askServer(services, step.serverId, step.since + rolling.plan.delayMs);
	try {
		return await waitAtGate(services, rolling, {gate, ...step});
	} finally {
		endAsking();
	}
}

/**
Waits for proof that the action worked, from the feed, a poll or the console. Returns the problem if no proof arrives in
time. Also ends when the step has left its gate.
*/
async function waitAtGate(
	services: Services,
	rolling: Rolling,
	{gate, serverId, sentAt, since}: Step & {gate: NonNullable<RollingPlan['gate']>},
): Promise<StepProblem | undefined> {
	const {plan, followed} = rolling;
	const {clock} = services;
	const step = () => stepOf(services, rolling, serverId);
	const within = () => step()?.gate?.withinMs ?? plan.deadlineMs;
	const deadline = () => since + plan.delayMs + within();
	const fleet = () => services.store.getState().fleet;
	const server = () => fleet().servers.get(serverId);
	const isOut = () => step()?.status !== 'gate';
	const isThere = () => phaseOf(server()?.state) === gate.phase;
	let isProved = false;
	const hasLeft = () =>
		isProved ||
		(gate.leaves
			? !isThere() || (fleet().since.get(serverId)?.at ?? 0) > sentAt
			: phaseOf(server()?.state) !== 'offline');
	/** Waits until the deadline, which the user can move, or for this long. */
	const waitAtMost = async (isSatisfied: () => boolean, ms = Infinity) => {
		const until = deadline();
		const isOver = () => isOut() || isSatisfied() || deadline() !== until;
		await waitFor(services, isOver, Math.min(until, clock.monotonic() + ms));
		return isOut() || isSatisfied() || clock.monotonic() < deadline();
	};
	const setAwaits = (awaits: Gate['awaits']) => {
		const now = step();
		if (now?.status !== 'gate' || !now.gate) return;
		change(services, rolling, serverId, {at: now.at, gate: {...now.gate, awaits}});
	};
	if (gate.phase === 'online') followed.begin(serverId, hasLeft);
	const isUnscheduled = watchSchedule(services, plan, {serverId, sentAt, since});
	if (gate.leaves) {
		const asks = gate.probed && plan.verb === 'restart';
		const proof = createRestartProof(services, serverId, since + plan.delayMs);
		const hasChanged = () => hasLeft() || isUnscheduled();
		while (!isOut() && !hasChanged()) {
			if (!(await waitAtMost(hasChanged, proveEveryMs))) return {kind: 'unchanged', withinMs: within()};
			if (asks && !isOut() && !hasChanged()) isProved = await proof();
		}
		if (!isOut() && !hasLeft()) return {kind: 'unscheduled'};
	}
	setAwaits('state');
	const late = (): StepProblem => ({kind: 'state', state: server()?.state, withinMs: within()});
	const hasArrived = async () => {
		while (!isOut() && !isThere()) if (!(await waitAtMost(isThere))) return false;
		return true;
	};
	if (!(await hasArrived())) return late();
	const command = findGame(server()?.gameType)?.probe;
	if (!gate.probed || command === undefined) return undefined;
	setAwaits({command});
	while (!isOut() && (await probeConsole(services, serverId, command)).error) {
		if (clock.monotonic() + probeEveryMs > deadline())
			return isThere() ? {kind: 'unanswered', command} : late();
		await waitFor(services, isOut, clock.monotonic() + probeEveryMs);
		if (!(await hasArrived())) return late();
	}
	return undefined;
}

/** Returns a function that returns whether the scheduled action was canceled: its node has shown it and no longer does. */
function watchSchedule(
	{store, clock}: Services,
	{verb, delayMs}: RollingPlan,
	{serverId, sentAt}: Step,
): () => boolean {
	let wasScheduled = false;
	return () => {
		const isScheduled = store.getState().scheduled.tasks.get(serverId)?.action === verb;
		wasScheduled ||= isScheduled;
		return wasScheduled && !isScheduled && clock.now() < sentAt + delayMs - earlyMs;
	};
}
