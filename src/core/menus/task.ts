import {openFormDialog} from '../actions/dialogs.ts';
import {serverName} from '../list/order.ts';
import type {Menu} from './menu.ts';
import {openScreen} from '../screens/view.ts';
import {isRunning, progressText} from '../../actions/task-progress.ts';
import {nodeLabel} from '../../actions/names.ts';
import type {State} from '../state/index.ts';
import {joinMessages, narrowGap} from '../../messages/text.ts';

/** What a node is at, as far as it is known. */
export const runningTasks = ({nodes}: State, nodeId: string | undefined) =>
	(nodeId === undefined ? [] : (nodes.tasks.get(nodeId) ?? [])).filter(isRunning);

const selectedNode = (state: State) => {
	const view = openScreen(state);
	return view?.screen.id === 'nodes' ? view.selected?.id : undefined;
};

/** The tasks of the selected node of which one can be cancelled; each opens a dialog of its own. */
export const taskMenu: Menu = {
	title: state => {
		const node = state.nodes.nodes.find(({id}) => id === selectedNode(state));
		return `Cancel a task of ${node ? nodeLabel(node) : 'the node'}`;
	},
	items: state =>
		runningTasks(state, selectedNode(state)).map((task, place) => {
			const {id, type = 'task', targetIds, cancellable} = task;
			const servers = targetIds.map(serverId => serverName(state.fleet, serverId));
			return {
				id,
				key: place < 9 ? String(place + 1) : undefined,
				label: joinMessages([type, progressText(task), servers.join(', ')], narrowGap),
				blocked: cancellable === true ? undefined : 'Its node does not let it be cancelled.',
				choose: services => openFormDialog(services, 'cancel-task', [], {}, {id, name: type}),
			};
		}),
	current: () => undefined,
};
