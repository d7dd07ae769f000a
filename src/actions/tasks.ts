import {action} from './action.ts';
import {nameOfSubject, type ActionContext} from './context.ts';
import {nameOf, nodeLabel} from './names.ts';
import {request} from './request.ts';
import {isRunning, progressText} from './task-progress.ts';

const command = {words: ['tasks', 'cancel'], description: 'Call a task off'};

/** Cancels what its node has scheduled for a server, where the service lets nodes' tasks be cancelled. */
export const cancelSchedule = action({
	id: 'cancel-schedule',
	target: 'server',
	verb: 'Cancel it',
	command,
	permission: 'MANAGE_NODES',
	title: ({known, server}) =>
		`Cancel the scheduled ${known.scheduledFor(server.id)?.act ?? 'act'} of ${nameOf(server)}`,
	fields: {},
	plan: (_, {known, server}) => {
		const scheduled = known.scheduledFor(server.id);
		const act = scheduled?.act ?? 'act';
		const task = scheduled?.task;
		// Without a task there is nothing that could be named; the service says so.
		const input = {nodeId: task?.nodeId ?? 'unknown', taskId: task?.id ?? 'unknown'};
		return {
			requests: [request('cancelNodeTask', input)],
			targets: [input.taskId],
			...(!task && {commandLine: undefined}),
			effect: [
				task
					? `The ${act} is called off; the players are not told.`
					: 'No such act is known any more: it may have begun.',
			],
			risk: 'review',
			summary: `Cancel the ${act} of ${nameOf(server)}`,
			input: {...(scheduled && {scheduled: scheduled.act}), ...input},
		};
	},
});

/** The task and its node, as they were read last. */
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
	const what = servers.length === 0 ? '' : ` for ${servers.join(', ')}`;
	return `${subject?.name ?? 'a task'}${what} on ${node ? nodeLabel(node) : 'a node'} of`;
}

/** Where the service lets the tasks of its nodes be cancelled. */
export const cancelTask = action({
	id: 'cancel-task',
	target: 'task',
	verb: 'Cancel it',
	command,
	permission: 'MANAGE_NODES',
	title: ({subject}) => `Cancel the task ${subject?.name ?? ''}`,
	targetLabel: targetOf,
	fields: {},
	plan: (_, context) => {
		const found = taskOf(context);
		const input = {nodeId: found?.nodeId ?? 'unknown', taskId: context.subject?.id ?? 'unknown'};
		const progress = found ? progressText(found.task) : '';
		return {
			requests: [request('cancelNodeTask', input)],
			targets: [input.taskId],
			...(!found && {commandLine: undefined}),
			effect: [
				found !== undefined && isRunning(found.task)
					? `It is ${found.task.state ?? 'under way'}${progress === '' ? '' : ` at ${progress}`}; its node stops it. What it has done already stays done.`
					: 'It is not known to be under way any more: it may have ended.',
			],
			risk: 'review',
			refresh: 'nodes',
			summary: `Cancel the task ${`${found?.task.type ?? ''} ${input.taskId}`.trim()}`,
			input: {...input, ...nameOfSubject(context)},
		};
	},
});
