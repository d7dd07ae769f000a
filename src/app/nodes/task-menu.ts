import {nodeMessages} from '../../messages/node-screens.ts';
import type {Menu} from '../kernel/menu.ts';
import {isRunning, progressText} from '../../actions/task-progress.ts';
import {nodeLabel, serverName} from '../../actions/names.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/targets.ts';
import {joinMessages, narrowGap} from '../../messages/text.ts';

/** Returns the running tasks of a node, as far as known. */
export const runningTasks = ({nodes}: State, nodeId: string | undefined) =>
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
