import {cancelTask} from '../../actions/tasks.ts';
import {nodeMessages} from '../../messages/nodes.ts';
import {actionCommand} from '../kernel/keys/action-command.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import {isRunning, progressText} from '../../actions/task-progress.ts';
import {nodeLabel, serverName} from '../../actions/names.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {joinMessages, type Message, narrowGap} from '../../messages/text.ts';
import type {KeyCommand} from '../kernel/state/program.ts';

/** Returns the running tasks of a node, as far as known. */
const runningTasks = ({nodes}: State, nodeId: string | undefined) =>
	(nodeId === undefined ? [] : (nodes.tasks.get(nodeId) ?? [])).filter(isRunning);

const nodeOf = ({row}: Targets) => (row?.list === 'nodes' ? row.id : undefined);

/** The running tasks of the selected node; each opens its own dialog for canceling it. */
export const taskMenu: Menu = {
	title: (state, targets) => {
		const node = state.nodes.nodes.find(({id}) => id === nodeOf(targets));
		return nodeMessages.cancelTaskOf(node && nodeLabel(node));
	},
	items: (state, targets) =>
		runningTasks(state, nodeOf(targets)).map((task, place) => {
			const {id, type = 'task', targetIds, cancellable} = task;
			const servers = targetIds.map(serverId => serverName(state.fleet, serverId));
			return {
				id,
				key: place < 9 ? String(place + 1) : undefined,
				label: joinMessages([type, progressText(task), servers.join(', ')], narrowGap),
				blocked: cancellable === true ? undefined : nodeMessages.taskNotCancellable,
				choose: () => ({form: 'cancel-task', serverIds: [], subject: {id, name: type}}),
			};
		}),
	current: () => undefined,
};

/** Returns why there are no running tasks to cancel. */
function noTasks(state: State, {row}: Targets): Message | undefined {
	if (row?.list !== 'nodes') return nodeMessages.noneSelected;
	if (runningTasks(state, row.id).length > 0) return undefined;
	const {tasksProblem} = state.nodes;
	if (tasksProblem?.status === 403) return nodeMessages.tasksForbidden(tasksProblem.title);
	return tasksProblem ? nodeMessages.tasksNotOffered : nodeMessages.noTask;
}

export const nodeCommands: readonly KeyCommand[] = [
	actionCommand(cancelTask, {
		id: 'nodes.cancel',
		keys: ['X'],
		scopes: ['nodes'],
		hint: true,
		blocked: noTasks,
		run: () => ({menu: 'task'}),
	}),
];
