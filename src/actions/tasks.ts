import type {NodeTask} from '../contract/models/node.ts';
import {timedTaskTypes} from '../contract/power.ts';
import {taskMessages as messages} from '../messages/nodes.ts';
import {action} from './action.ts';
import {type ActionContext, nameOfSubject} from './context.ts';
import {nameOf, nodeLabel} from './names.ts';
import {request} from './request.ts';
import {isRunning, progressText} from './task-progress.ts';

/** Returns the scheduled action of each server; without a task there is no id to send, so the service reports the error. */
const scheduledIn = ({known, server, servers}: ActionContext) =>
	(servers.length > 1 ? servers : [server]).map(({id}) => {
		const scheduled = known.scheduledFor(id);
		const task = scheduled?.task;
		const input = {nodeId: task?.nodeId ?? 'unknown', taskId: task?.id ?? 'unknown'};
		return {scheduled, task, input};
	});

/** Cancels what nodes have scheduled for servers. Needs a service that can cancel tasks of nodes. */
export const cancelSchedule = action({
	id: 'cancel-schedule',
	target: 'servers',
	permission: 'MANAGE_NODES',
	title: ({known, server, servers}) =>
		servers.length > 1
			? messages.schedule.titleForSeveral(servers.length)
			: messages.schedule.title(known.scheduledFor(server.id)?.action, nameOf(server)),
	fields: {},
	plan: (_, context) => {
		const {server, servers} = context;
		const found = scheduledIn(context);
		const [first] = found;
		const isOne = found.length === 1;
		const name = isOne ? nameOf(server) : messages.schedule.servers(servers.length);
		const isKnown = found.every(({task}) => task);
		return {
			requests: found.map(({input}) => request('cancelNodeTask', input)),
			targets: () => found.map(({input}) => input.taskId),
			...((!isOne || !isKnown) && {commandLine: () => undefined}),
			effect: [isKnown ? messages.schedule.effect(first?.scheduled?.action) : messages.schedule.notKnown],
			risk: isOne ? 'review' : 'type',
			summary: messages.schedule.summary(first?.scheduled?.action, name),
			input: {...(first?.scheduled && {scheduled: first.scheduled.action}), ...(isOne && first?.input)},
		};
	},
});

const isTimed = ({type}: NodeTask): boolean => Object.values(timedTaskTypes).some(timed => timed === type);

/** Returns the task and its node, as last read. */
function taskOf({known, subject}: ActionContext) {
	const found = known.tasks.entries().find(([, tasks]) => tasks.some(({id}) => id === subject?.id));
	const task = found?.[1].find(({id}) => id === subject?.id);
	return found && task && {nodeId: found[0], task};
}

function targetOf(context: ActionContext): string {
	const {known, subject} = context;
	const found = taskOf(context);
	const node = known.nodes.find(({id}) => id === found?.nodeId);
	const servers = (found?.task.targetIds ?? []).map(id => {
		const server = known.servers.get(id);
		return server ? nameOf(server) : id;
	});
	return messages.task.target(subject?.name, servers, node && nodeLabel(node));
}

/** Cancels a task. Needs a service that can cancel tasks of nodes. */
export const cancelTask = action({
	id: 'cancel-task',
	target: 'task',
	permission: 'MANAGE_NODES',
	title: ({subject}) => messages.task.title(subject?.name),
	targetLabel: targetOf,
	fields: {},
	plan: (_, context) => {
		const found = taskOf(context);
		const input = {nodeId: found?.nodeId ?? 'unknown', taskId: context.subject?.id ?? 'unknown'};
		const progress = found ? progressText(found.task) : '';
		return {
			requests: [request('cancelNodeTask', input)],
			targets: () => [input.taskId],
			...(!found && {commandLine: () => undefined}),
			effect: [
				found !== undefined && isRunning(found.task)
					? messages.task.effect(found.task.state, progress)
					: messages.task.notRunning,
			],
			risk: 'review',
			refresh: 'nodes',
			summary: messages.task.summary(found?.task.type, input.taskId),
			// Which scheduled actions it cancels, for the handover.
			input: {
				...input,
				...nameOfSubject(context),
				...(found && isTimed(found.task) && {servers: found.task.targetIds}),
			},
		};
	},
});

export const taskActions = [cancelSchedule, cancelTask] as const;
