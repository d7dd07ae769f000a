import type {Targets} from '../kernel/targets.ts';
import type {State} from '../state.ts';
import {runningTasks} from './task-menu.ts';
import type {Command} from '../kernel/command.ts';
import {type Message, key, message} from '../../messages/text.ts';

/** Without tasks that run there is nothing to cancel; why there are none is said where it is known. */
function noTasks(state: State, {row}: Targets): Message | undefined {
	if (row?.list !== 'nodes') return 'No node is selected.';
	if (runningTasks(state, row.id).length > 0) return undefined;
	const {tasksProblem} = state.nodes;
	if (tasksProblem?.status === 403) return message`${tasksProblem.title} ${key('app.refresh')} asks again.`;
	return tasksProblem ? 'This service does not offer the tasks of its nodes.' : 'No task is under way on it.';
}

export const nodeCommands: readonly Command[] = [
	{
		id: 'nodes.cancel',
		keys: ['X'],
		scopes: ['nodes'],
		title: 'Cancel a task',
		help: 'Offers the tasks that are under way on the selected node; the chosen one opens the dialog that cancels it.',
		hint: true,
		danger: true,
		needs: 'MANAGE_NODES',
		blocked: noTasks,
		run: () => ({menu: 'task'}),
	},
];
