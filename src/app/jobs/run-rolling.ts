import {actsAfter, outcomeOf, type ActionActivity} from '../../actions/activity.ts';
import {findGame} from '../../games/games.ts';
import type {Job, JobStep, StepProblem} from '../../actions/job.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import type {RollingPlan} from '../../actions/plan.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {ApiError, isTimeout} from '../../contract/errors.ts';
import {quietLineId} from '../console/unread.ts';
import {sendAwaited} from '../console/send-command.ts';
import {sendRequest} from '../console/send-request.ts';
import {failureOf, type Failure} from '../kernel/failure.ts';
import type {Services} from '../kernel/services.ts';
import {notify} from '../kernel/notify.ts';
import {waitUntil} from '../kernel/wait-until.ts';
import {expectServerState} from '../servers/expect-state.ts';
import {takeOver} from './control-job.ts';
import {followServers, type FollowedServers} from './follow-servers.ts';
import {jobReports} from './job-report.ts';
import {isOpen, type StepChange} from './jobs-state.ts';
import type {State} from '../state.ts';

const probeEveryMs = 5000;
/** Maximum attempts for a request that never left this machine, and the delay between them. */
const maxAttempts = 4;
const retryMs = 10_000;
/** How long the servers of a finished job are still followed, ms. */
const followAfterMs = 5 * 60_000;

/** Creates the job of a plan. Sends nothing. */
const jobOf = ({newId, clock}: Pick<Services, 'newId' | 'clock'>, plan: RollingPlan): Job => ({
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
async function runRolling(services: Services, job: Job, plan: RollingPlan): Promise<void> {
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
	if (!job || jobReports.needsAttention(state, job)) return;
	notify(services, 'done', jobReports.summaryOf(state, job, state.view.time === 'utc'));
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

/** Pauses a running job because of a server. A message to players is still sent to the others. */
function pauseAt(services: Services, {jobId, plan}: Rolling, serverId: string): void {
	if (plan.verb === 'broadcast' || currentJob(services, jobId)?.status !== 'running') return;
	services.store.dispatch({type: 'jobs/changed', jobId, change: {status: 'paused', stoppedBy: serverId}});
}

/** Sends the request to one server and waits for its gate. */
async function runStep(services: Services, rolling: Rolling, serverId: string): Promise<void> {
	const {clock, journal} = services;
	const {plan} = rolling;
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
		stopAt(services, rolling, serverId, {kind, reason: failure.key ?? failure.title});
		return;
	}
	services.store.dispatch({
		type: 'fleet/sent',
		serverIds: [serverId],
		at: actsAfter(clock.now(), plan.delayMs),
	});
	const doubt = failure && {reason: isTimeout(failure) ? undefined : failure.title};
	if (!plan.gate) {
		change(services, rolling, serverId, {status: failure ? 'unknown' : 'done', doubt, retry: undefined});
		if (failure) pauseAt(services, rolling, serverId);
		return;
	}
	if (!failure && plan.delayMs === 0) expectServerState(services, serverId, plan.expects, sentAt);
	change(services, rolling, serverId, {status: 'gate', doubt, retry: undefined});
	const problem = await passGate(services, rolling, {serverId, sentAt, since});
	if (stepOf(services, rolling, serverId)?.status !== 'gate') return;
	if (problem) stopAt(services, rolling, serverId, problem);
	else {
		rolling.followed.setDone(serverId);
		change(services, rolling, serverId, {status: 'done', tookMs: clock.monotonic() - since});
	}
}

/** Records the request to one server before it is sent, and again with its outcome. */
function noteOutcome(
	{store, clock, journal}: Services,
	{jobId, plan}: Rolling,
	serverId: string,
	sent: Sent | 'pending',
): void {
	const reason = typeof sent === 'object' ? (sent.failure.key ?? sent.failure.title) : undefined;
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

/**
Waits for proof that the action worked, from the feed or a poll. Returns the problem if no proof arrives in time. Also
ends when the step has left its gate.
*/
async function passGate(
	services: Services,
	rolling: Rolling,
	{serverId, sentAt, since}: Step,
): Promise<StepProblem | undefined> {
	const {plan, followed} = rolling;
	const {gate, deadlineMs: withinMs} = plan;
	if (!gate) return undefined;
	const deadline = since + plan.delayMs + withinMs;
	const fleet = () => services.store.getState().fleet;
	const server = () => fleet().servers.get(serverId);
	const phase = () => phaseOf(server()?.state);
	const isOut = () => stepOf(services, rolling, serverId)?.status !== 'gate';
	const isThere = () => phase() === gate.phase;
	const hasLeft = () =>
		gate.leaves ? !isThere() || (fleet().since.get(serverId)?.at ?? 0) > sentAt : phase() !== 'offline';
	if (gate.phase === 'online') followed.begin(serverId, hasLeft);
	const isUnscheduled = watchSchedule(services, plan, {serverId, sentAt, since});
	if (gate.leaves) {
		if (!(await waitFor(services, () => isOut() || hasLeft() || isUnscheduled(), deadline)))
			return {kind: 'unchanged', withinMs};
		if (!isOut() && !hasLeft()) return {kind: 'unscheduled'};
	}
	const late = (): StepProblem => ({kind: 'state', state: server()?.state, withinMs});
	const hasArrived = () => waitFor(services, () => isOut() || isThere(), deadline);
	if (!(await hasArrived())) return late();
	const command = findGame(server()?.gameType)?.probe;
	if (!gate.probed || command === undefined) return undefined;
	// No user waits for this answer.
	const probe = () =>
		sendAwaited(services, serverId, command, {
			yields: true,
			isProbe: true,
			localId: quietLineId(services.newId()),
		});
	while (!isOut() && (await probe())) {
		if (services.clock.monotonic() + probeEveryMs > deadline)
			return isThere() ? {kind: 'unanswered', command} : late();
		await waitFor(services, isOut, services.clock.monotonic() + probeEveryMs);
		if (!(await hasArrived())) return late();
	}
	return undefined;
}

/** How long before its time an action may start, ms: clocks differ. */
const earlyMs = 30_000;

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

/** Runs rolling actions; one object that is loaded with the first job. */
export const rollingJobs = {jobOf, runRolling};
