import type {PendingAction, PendingSource} from '../actions/context.ts';
import type {Job} from '../contract/models/job.ts';
import {pendingRun} from '../actions/pending.ts';
import {laterCommandOf} from '../actions/task-progress.ts';
import type {NodeTask} from '../contract/models/node.ts';
import {jobTitle} from '../messages/jobs.ts';
import {pendingMessages} from '../messages/pending.ts';
import {asKnown} from './automations/automations-state.ts';
import {isOwnTask} from './jobs/repair-job.ts';
import {isOpen, isOver} from './jobs/jobs-state.ts';
import {serviceTime} from './kernel/state/access.ts';
import {type ScheduledAction, scheduledActionOf} from './servers/scheduled-actions.ts';
import type {State} from './state.ts';

/** Returns the job that will still act on a server. */
export const busyJob = ({jobs}: Pick<State, 'jobs'>, serverId: string): Job | undefined =>
	jobs.find(job => isOpen(job) && job.steps.some(step => step.serverId === serverId && !isOver(step)));

/** Returns the known due actions of a server: reports of nodes, jobs of this session, and automations. */
export function pendingOn(state: State, serverId: string, now: number): PendingAction[] {
	const server = state.fleet.servers.get(serverId);
	const skewMs = serviceTime(state.access, now) - now;
	const runs = (state.automations.list ?? []).flatMap(known => {
		const {automation, upcoming} = known;
		if (!server || upcoming.length === 0) return [];
		const moments = upcoming.map(at => at - skewMs);
		return pendingRun(automation.name ?? automation.id, asKnown(known).record, moments, server, now) ?? [];
	});
	return [...orderedOn(state, serverId, state.nodes.tasks.values()), ...runs];
}

type Ordered = Pick<State, 'jobs' | 'scheduled'>;

/** Returns what someone has ordered for a server: tasks of its node, given those of all nodes, or a step of a job. */
export function orderedOn(
	state: Ordered,
	serverId: string,
	tasks: Iterable<readonly NodeTask[]>,
): PendingAction[] {
	const scheduled = scheduledActionOf(state.scheduled, serverId);
	const job = busyJob(state, serverId);
	const source = scheduled && sourceOf(state, serverId, scheduled);
	const isShown = source?.kind === 'job';
	return [
		...(scheduled && source ? [{...scheduled, source}] : []),
		...(job && !isShown
			? [{action: job.action, at: undefined, source: {kind: 'job' as const, title: jobTitle(job)}}]
			: []),
		...laterOn(tasks, serverId),
	];
}

/** Returns the next command that our own service sends to a server later, such as an unban, with the number of the others. */
function laterOn(tasks: Iterable<readonly NodeTask[]>, serverId: string): PendingAction[] {
	const [next, ...more] = [...tasks]
		.flatMap(all => all.filter(({targetIds}) => targetIds.includes(serverId)).flatMap(laterCommandOf))
		.filter(later => later !== undefined)
		.sort((a, b) => a.at - b.at);
	if (!next) return [];
	const {command, at} = next;
	return [{action: pendingMessages.command(command), at, source: {kind: 'later', more: more.length}}];
}

function sourceOf({jobs, scheduled}: Ordered, serverId: string, found: ScheduledAction): PendingSource {
	const own = scheduled.own.get(serverId);
	const isOwn = own !== undefined && (found === own || own.taskId === found.task?.id);
	const job = jobs.find(
		({id, steps}) =>
			(isOwn && own.jobId === id) || steps.some(step => step.serverId === serverId && isOwnTask(step, found)),
	);
	if (job) return {kind: 'job', title: jobTitle(job)};
	return {kind: isOwn ? 'session' : 'node'};
}
