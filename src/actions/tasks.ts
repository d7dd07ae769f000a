import {taskMessages as messages} from '../messages/tasks.ts';
import {action} from './action.ts';
import {nameOfSubject, type ActionContext} from './context.ts';
import {nameOf, nodeLabel} from './names.ts';
import {request} from './request.ts';
import {isRunning, progressText} from './task-progress.ts';

const command = {words: ['tasks', 'cancel'], description: messages.description};

/** Cancels what a node has scheduled for a server. Needs a service that can cancel tasks of nodes. */
export const cancelSchedule = action({
	id: 'cancel-schedule',
	target: 'server',
	verb: messages.verb,
	command,
	permission: 'MANAGE_NODES',
	title: ({known, server}) => messages.schedule.title(known.scheduledFor(server.id)?.action, nameOf(server)),
	fields: {},
	plan: (_, {known, server}) => {
		const scheduled = known.scheduledFor(server.id);
		const task = scheduled?.task;
		// Without a task there is no id to send; the service reports the error.
		const input = {nodeId: task?.nodeId ?? 'unknown', taskId: task?.id ?? 'unknown'};
		return {
			requests: [request('cancelNodeTask', input)],
			targets: () => [input.taskId],
			...(!task && {commandLine: () => undefined}),
			effect: [task ? messages.schedule.effect(scheduled.action) : messages.schedule.notKnown],
			risk: 'review',
			summary: messages.schedule.summary(scheduled?.action, nameOf(server)),
			input: {...(scheduled && {scheduled: scheduled.action}), ...input},
		};
	},
});

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
	verb: messages.verb,
	command,
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
			input: {...input, ...nameOfSubject(context)},
		};
	},
});
