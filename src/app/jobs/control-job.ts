import {commandLine, serverWords, wordsOfOption} from '../../actions/command-line.ts';
import type {ActionSettings} from '../../actions/context.ts';
import type {Job, JobStep} from '../../contract/models/job.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Services} from '../kernel/state/services.ts';
import {openSteps, unsentSteps} from './job-report.ts';
import {isOpen} from './jobs-state.ts';

/** Pauses or resumes a job. A resumed job continues without the server that stopped it. */
export function pauseOrResume({store}: Services, {id, status}: Job): void {
	const change = {
		status: status === 'paused' ? ('running' as const) : ('paused' as const),
		stoppedBy: undefined,
		suspendedMs: undefined,
	};
	store.dispatch({type: 'jobs/changed', jobId: id, change});
}

/**
Marks these servers as settled, so that their problems are no longer reported. Ends an interrupted job when no server is
left.
*/
export function settle({store}: Services, {id, status, stoppedBy}: Job, steps: readonly JobStep[]): void {
	store.dispatch({type: 'jobs/stepped', jobId: id, serverIds: idsOf(steps), change: {isSettled: true}});
	const job = store.getState().jobs.find(one => one.id === id);
	if (status !== 'cut' || !job || job.steps.some(isUnsettled)) return;
	store.dispatch({type: 'jobs/changed', jobId: id, change: {status: 'aborted', stoppedBy}});
}

/** Settles all problems of a job. */
export const acknowledgeJob = (services: Services, job: Job): void =>
	settle(services, job, [...openSteps(services.store.getState(), job), ...unsentSteps(job)]);

/** Returns a stored job after the same; undefined if it has no problem. */
export function acknowledgedJob(job: Job): Job | undefined {
	const open = new Set(idsOf([...job.steps.filter(isUnsettled), ...unsentSteps(job)]));
	if (open.size === 0) return undefined;
	return {
		...job,
		status: job.status === 'cut' ? 'aborted' : job.status,
		steps: job.steps.map(step => (open.has(step.serverId) ? {...step, isSettled: true} : step)),
	};
}

const idsOf = (steps: readonly JobStep[]): string[] => steps.map(({serverId}) => serverId);

/** Marks a server at its gate as done, or as skipped: the user has decided. */
export function decideGate(
	{store, clock}: Services,
	{id}: Job,
	{serverId}: JobStep,
	is: 'back' | 'skipped',
): void {
	const change =
		is === 'back'
			? ({status: 'done', isTold: true} as const)
			: ({status: 'unknown', problem: {kind: 'skipped'}, isSettled: true} as const);
	store.dispatch({
		type: 'jobs/stepped',
		jobId: id,
		serverIds: [serverId],
		change: {at: clock.now(), ...change},
	});
}

/** How much longer a key makes a job wait for a server, ms. */
const longerMs = 300_000;

/** Extends the time of a server at its gate. Returns all of its time, ms. */
export function waitLonger({store}: Services, {id}: Job, {serverId, gate}: JobStep): number {
	const withinMs = (gate?.withinMs ?? 0) + longerMs;
	const change = gate && {gate: {...gate, withinMs}};
	store.dispatch({type: 'jobs/stepped', jobId: id, serverIds: [serverId], change: {...change}});
	return withinMs;
}

const isUnsettled = ({status, isSettled}: JobStep) =>
	!isSettled && (status === 'waiting' || status === 'failed' || status === 'unknown');

/** Removes the servers of a new job from interrupted and aborted jobs with the same action that had not reached them. */
export function takeOver(services: Services, {action, steps}: Job): void {
	const {store} = services;
	const ids = new Set(steps.map(({serverId}) => serverId));
	for (const cut of store.getState().jobs) {
		if (isOpen(cut) || cut.action !== action) continue;
		const taken = unsentSteps(cut).filter(({serverId}) => ids.has(serverId));
		if (taken.length === 0) continue;
		const change = {status: 'skipped', isSettled: true} as const;
		store.dispatch({type: 'jobs/stepped', jobId: cut.id, serverIds: idsOf(taken), change});
		settle(services, cut, []);
	}
}

/** Returns a stored job after the same. */
export const abortedJob = (job: Job, at: number): Job => ({
	...job,
	status: 'aborted',
	steps: job.steps.map(step => (step.status === 'waiting' ? {...step, status: 'skipped', at} : step)),
});

/** Skips all servers to which nothing has been sent. Requests already sent continue on the service. */
export function abortRest({store, clock}: Services, {id, stoppedBy, steps}: Job): void {
	store.dispatch({type: 'jobs/changed', jobId: id, change: {status: 'aborted', stoppedBy}});
	const rest = steps.filter(({status}) => status === 'waiting');
	const change = {status: 'skipped', at: clock.now()} as const;
	store.dispatch({type: 'jobs/stepped', jobId: id, serverIds: idsOf(rest), change});
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
	const {before, option, after} = command;
	const named = option === undefined ? targets : targets.flatMap(target => wordsOfOption(option, target));
	return commandLine(profile, [...before, ...named, ...after]);
}
