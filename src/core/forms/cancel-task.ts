import {endpoints} from '../../contract/endpoints/index.ts';
import {serverName} from '../list/order.ts';
import {frictionOf} from '../friction.ts';
import {requestOf} from '../../contract/request.ts';
import {isRunning, progressText} from '../screens/task-text.ts';
import {nodeLabel} from '../state/nodes.ts';
import {form, thingName, type About} from './form.ts';
import {commandLine, operands} from './same-as.ts';

/** The task and its node, as they were read last. */
function taskOf({state, thing}: About) {
	const found = state.nodes.tasks.entries().find(([, tasks]) => tasks.some(({id}) => id === thing?.id));
	const task = found?.[1].find(({id}) => id === thing?.id);
	return found && task && {nodeId: found[0], task};
}

function targetOf(about: About): string {
	const found = taskOf(about);
	const node = about.state.nodes.nodes.find(({id}) => id === found?.nodeId);
	const servers = (found?.task.targetIds ?? []).map(id => serverName(about.state.fleet, id));
	const what = servers.length === 0 ? '' : ` for ${servers.join(', ')}`;
	return `${about.thing?.name ?? 'a task'}${what} on ${node ? nodeLabel(node) : 'a node'} of`;
}

/** Where the service lets the tasks of its nodes be cancelled. */
export const cancelTaskForm = form({
	id: 'cancel-task',
	verb: 'Cancel it',
	operation: undefined,
	title: ({thing}) => `Cancel the task ${thing?.name ?? ''}`,
	target: targetOf,
	fields: {},
	plan: (_, about) => {
		const found = taskOf(about);
		const input = {nodeId: found?.nodeId ?? 'unknown', taskId: about.thing?.id ?? 'unknown'};
		const isOn = found !== undefined && isRunning(found.task);
		return {
			requests: [requestOf(endpoints.cancelNodeTask, input)],
			effect: [
				isOn
					? `It is ${found.task.state ?? 'under way'}${progressText(found.task) === '' ? '' : ` at ${progressText(found.task)}`}; its node stops it. What it has done already stays done.`
					: 'It is not known to be under way any more: it may have ended.',
			],
			sameAs: found && commandLine(about.settings, ['tasks', 'cancel', '--yes', ...operands([input.taskId])]),
			friction: frictionOf.cancelTask,
			send: async (api, services) => {
				await api.cancelNodeTask(input);
				services.loops.readNodes();
			},
			action: {action: 'cancel-task', input: {...input, ...thingName(about)}},
		};
	},
});
