import {nodeCommandMessages, nodeMessages} from '../../messages/node-screens.ts';
import type {Targets} from '../kernel/targets.ts';
import type {State} from '../state.ts';
import {runningTasks} from './task-menu.ts';
import type {Command} from '../kernel/command.ts';
import {type Message} from '../../messages/text.ts';

/** Returns why there are no running tasks to cancel. */
function noTasks(state: State, {row}: Targets): Message | undefined {
	if (row?.list !== 'nodes') return nodeMessages.noneSelected;
	if (runningTasks(state, row.id).length > 0) return undefined;
	const {tasksProblem} = state.nodes;
	if (tasksProblem?.status === 403) return nodeMessages.tasksForbidden(tasksProblem.title);
	return tasksProblem ? nodeMessages.tasksNotOffered : nodeMessages.noTask;
}

export const nodeCommands: readonly Command[] = [
	{
		id: 'nodes.cancel',
		keys: ['X'],
		scopes: ['nodes'],
		group: 'act',
		...nodeCommandMessages.cancel,
		hint: true,
		danger: true,
		needs: 'MANAGE_NODES',
		blocked: noTasks,
		run: () => ({menu: 'task'}),
	},
];
