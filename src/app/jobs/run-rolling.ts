import {actsAfter} from '../../actions/activity.ts';
import {commandLine, serverWords} from '../../actions/command-line.ts';
import type {ActionSettings} from '../../actions/context.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {ApiError, isTimeout} from '../../contract/errors.ts';
import {formatDuration} from '../../lib/ago.ts';
import {failureOf, type Failure} from '../kernel/failure.ts';
import {gameWords} from '../../actions/games.ts';
import {nameOf} from '../../actions/names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {ActionRequest} from '../../actions/request.ts';
import type {RollingPlan} from '../../actions/plan.ts';
import type {Services} from '../kernel/services.ts';
import type {Job, JobStep} from './jobs-state.ts';
import {sendAwaited} from '../console/send-command.ts';
import {expectServerState} from '../servers/expect-state.ts';
import {sendRequest} from '../console/send-request.ts';
import {waitUntil} from '../kernel/wait-until.ts';
import {jobMessages} from '../../messages/jobs.ts';

const probeEveryMs = 5000;
/**
Maximum number of attempts for a request that the service certainly did not carry out, and the delay between
them.
*/
const maxAttempts = 4;
const retryMs = 10_000;

/** Creates the job of a plan, before any request is sent. */
export const jobOf = ({newId, clock}: Pick<Services, 'newId' | 'clock'>, plan: RollingPlan): Job => ({
	id: newId(),
	action: plan.verb,
	title: plan.title,
	startedAt: clock.now(),
	status: 'running',
	reason: undefined,
	steps: plan.servers.map(server => ({
		serverId: server.id,
		name: nameOf(server),
		status: 'waiting',
		at: clock.now(),
		text: '',
	})),
	command: plan.command,
});

/**
Runs a job server by server; the next one starts only when the gate of the previous one has passed. A failed
gate pauses the job, so that the user decides. A request that may have run is never repeated.
*/
export async function runRolling(services: Services, job: Job, plan: RollingPlan): Promise<void> {
	const {store} = services;
	const rolling: Rolling = {
		jobId: job.id,
		plan,
		requests: new Map(plan.servers.map(server => [server.id, plan.requestFor(server)])),
	};
	store.dispatch({type: 'jobs/started', job});
	const queue = job.steps.map(({serverId}) => serverId);
	const lane = async () => {
		for (let next = await nextOf(services, job.id, queue); next !== undefined;) {
			await runStep(services, rolling, next);
			next = await nextOf(services, job.id, queue);
		}
	};
	await Promise.all(Array.from({length: Math.min(plan.atOnce, queue.length)}, lane));
	const now = currentJob(services, job.id);
	if (!now) return;
	if (now.status !== 'aborted') {
		store.dispatch({type: 'jobs/changed', jobId: job.id, change: {status: 'done', reason: undefined}});
	}
}

const currentJob = ({store}: Services, jobId: string) => store.getState().jobs.find(({id}) => id === jobId);

/** Returns the next server, waiting while the job is paused; undefined at its end. */
async function nextOf(services: Services, jobId: string, queue: string[]): Promise<string | undefined> {
	const isPaused = () => currentJob(services, jobId)?.status === 'paused';
	if (queue.length === 0) return undefined;
	if (isPaused()) await waitUntil(services, () => !isPaused());
	return currentJob(services, jobId)?.status === 'running' ? queue.shift() : undefined;
}

async function runStep(services: Services, rolling: Rolling, serverId: string): Promise<void> {
	const {store, clock} = services;
	const {jobId, plan} = rolling;
	const setStep = (status: JobStep['status'], text: string) =>
		store.dispatch({
			type: 'jobs/stepped',
			jobId,
			serverId,
			change: {status, text, at: clock.now()},
		});
	setStep('acting', 'sending');
	const sentAt = clock.now();
	const since = clock.monotonic();
	const failure = await sendWithRetries(services, rolling, serverId, text => setStep('acting', text));
	if (failure && !failure.mayHaveRun) {
		setStep('failed', jobMessages.step.refused(failure.key ?? failure.title));
		return;
	}
	if (!failure && plan.delayMs === 0) expectServerState(services, serverId, plan.expects, sentAt);
	const why = failure && (isTimeout(failure) ? jobMessages.step.noAnswer : failure.title.replace(/\.$/, ''));
	const unknown = why === undefined ? '' : jobMessages.step.mayHaveRunThen(why);
	if (!plan.gate) {
		setStep(failure ? 'unknown' : 'done', why === undefined ? 'done' : jobMessages.step.mayHaveRun(why));
		return;
	}
	setStep('gate', jobMessages.step.gate(unknown));
	const problem = await passGate(services, {plan, serverId, sentAt, since});
	if (problem === undefined) {
		setStep('done', jobMessages.step.proved(unknown, Math.round((clock.monotonic() - since) / 1000)));
		return;
	}
	setStep(failure ? 'unknown' : 'failed', unknown + problem);
	const name = store.getState().fleet.servers.get(serverId)?.displayName ?? serverId;
	const reason = `${name}: ${problem}`;
	if (currentJob(services, jobId)?.status === 'running') {
		store.dispatch({type: 'jobs/changed', jobId, change: {status: 'paused', reason}});
	}
}

/** A job in progress, with one request per server. */
type Rolling = {jobId: string; plan: RollingPlan; requests: ReadonlyMap<string, ActionRequest>};

/** Sends the request; retries only while the service certainly has not carried it out and may do so soon. */
async function sendWithRetries(
	services: Services,
	{jobId, plan, requests}: Rolling,
	serverId: string,
	say: (text: string) => void,
): Promise<Failure | undefined> {
	for (let tries = 1; ; tries++) {
		try {
			const request = requests.get(serverId);
			if (request) await sendRequest(services, request);
			const at = actsAfter(services.clock.now(), plan.delayMs);
			services.store.dispatch({type: 'fleet/sent', serverIds: [serverId], at});
			return undefined;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			const failure = failureOf(error);
			const isHiccup = failure.reason === 'unreachable' || failure.status === 429;
			if (failure.mayHaveRun || !isHiccup || tries === maxAttempts) return failure;
			const delayMs = Math.max(retryMs, failure.retryAfterMs ?? 0);
			say(jobMessages.step.retry(failure.title, formatDuration(delayMs)));
			const job = () => currentJob(services, jobId);
			const isAborted = () => job()?.status === 'aborted';
			const before = job()?.retryRequests;
			const isCutShort = () => isAborted() || job()?.retryRequests !== before;
			await waitUntil(services, isCutShort, services.clock.monotonic() + delayMs);
			if (isAborted()) return failure;
		}
	}
}

/** `sentAt` is the time of the request, `since` the same on the monotonic clock. */
type Step = {plan: RollingPlan; serverId: string; sentAt: number; since: number};

/**
Waits for the proof that the action worked and returns the problem if it does not arrive in time. The state
may come from the feed or a poll.
*/
async function passGate(
	services: Services,
	{plan, serverId, sentAt, since}: Step,
): Promise<string | undefined> {
	const {store} = services;
	const {gate} = plan;
	if (!gate) return undefined;
	const deadline = since + plan.delayMs + plan.deadlineMs;
	const phase = () => phaseOf(store.getState().fleet.servers.get(serverId)?.state);
	const changedAt = () => store.getState().fleet.since.get(serverId)?.at ?? 0;
	const hasLeft = () => phase() !== gate.phase || changedAt() > sentAt;
	if (gate.leaves && !(await waitUntil(services, hasLeft, deadline))) {
		return jobMessages.step.nothingHappened(plan.deadlineMs);
	}
	if (!(await waitUntil(services, () => phase() === gate.phase, deadline))) {
		const state = store.getState().fleet.servers.get(serverId)?.state ?? jobMessages.step.gone;
		return jobMessages.step.stateAfter(state, plan.deadlineMs);
	}
	const probe = gameWords(store.getState().fleet.servers.get(serverId)?.gameType)?.probe;
	if (!gate.probed || probe === undefined) return undefined;
	while (await sendAwaited(services, serverId, probe, {isProbe: true})) {
		if (services.clock.monotonic() + probeEveryMs > deadline) return jobMessages.step.probeUnanswered(probe);
		await waitUntil(services, () => false, services.clock.monotonic() + probeEveryMs);
	}
	return undefined;
}

/** Pauses or resumes a job; a resumed job skips the server that stopped it. */
export function pauseOrResume({store}: Services, {id, status}: Job): void {
	const change = {
		status: status === 'paused' ? ('running' as const) : ('paused' as const),
		reason: undefined,
	};
	store.dispatch({type: 'jobs/changed', jobId: id, change});
}

/** Skips all servers to which nothing has been sent. Requests already sent continue on the service. */
export function abortRest({store, clock}: Services, {id, steps}: Job): void {
	store.dispatch({type: 'jobs/changed', jobId: id, change: {status: 'aborted', reason: undefined}});
	for (const {serverId, status} of steps) {
		if (status !== 'waiting') continue;
		const change = {status: 'skipped' as const, at: clock.now(), text: jobMessages.step.aborted};
		store.dispatch({type: 'jobs/stepped', jobId: id, serverId, change});
	}
}

/** Returns a command line for the servers to which nothing has been sent; undefined if there are none. */
export function commandLineOfRest(
	profile: Pick<ActionSettings, 'profile'>,
	servers: ReadonlyMap<string, GameServer>,
	{steps, command}: Pick<Job, 'steps' | 'command'>,
): string | undefined {
	const rest = steps.filter(({status}) => status === 'waiting' || status === 'skipped');
	if (rest.length === 0) return undefined;
	const targets = serverWords(
		servers,
		rest.map(({serverId}) => serverId),
	);
	return commandLine(profile, [...command.before, ...targets, ...command.after]);
}
