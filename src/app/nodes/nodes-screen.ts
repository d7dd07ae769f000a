import type {Node} from '../../contract/models/node.ts';
import {memoize} from '../../lib/memoize.ts';
import {compareNames} from '../../lib/compare-names.ts';
import {phaseOf, stateNames} from '../../actions/preconditions.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {State} from '../state.ts';
import {nodeLabel} from '../../actions/names.ts';
import {fieldOf} from '../kernel/text-field.ts';
import {notableSkew} from '../kernel/access.ts';
import {cellsBy} from '../kernel/columns.ts';
import type {ListScreen, ScreenRow} from '../kernel/list-screen.ts';
import {nodeColumns, runningIn, type ListedNode} from './columns.ts';
import {nodeFacts} from './node-facts.ts';
import {carriedBy} from './node-labels.ts';

const cells = cellsBy(nodeColumns);

const rows = memoize(
	(
		nodes: readonly Node[],
		servers: FleetState['servers'],
		tasks: State['nodes']['tasks'],
		skewMs: number,
	): readonly ScreenRow[] => {
		const carried = carriedBy(servers);
		return nodes
			.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(nodeLabel(a), nodeLabel(b)))
			.map(node => rowOf({node, carried: carried.get(node.id), tasks: tasks.get(node.id), skewMs}));
	},
);

/** Nodes that are not online come first. */
const rankOf = ({status}: Node) => (phaseOf(status) === 'online' ? 1 : 0);

function rowOf(listed: ListedNode): ScreenRow {
	const {node, carried, tasks} = listed;
	return {
		id: node.id,
		fields: {
			name: nodeLabel(node),
			id: node.id,
			status: stateNames(node.status).join(' '),
			version: node.daemonVersion,
			servers: carried?.total ?? 0,
			down: carried?.phases.offline ?? 0,
			tasks: runningIn(tasks).length,
		},
		cell: cells(listed),
	};
}

export const nodesScreen: ListScreen = {
	id: 'nodes',
	title: 'NODES',
	pluralName: 'nodes',
	itemName: 'node',
	permission: 'ACCESS_NODES',
	columns: nodeColumns,
	fields: ['name', 'status', 'version', 'id'],
	numbers: ['servers', 'down', 'tasks'],
	data: ({nodes, fleet, access}) => ({
		rows:
			nodes.at === undefined
				? undefined
				: rows(nodes.nodes, fleet.servers, nodes.tasks, notableSkew(access) ?? 0),
		at: nodes.at,
		problem: nodes.problem,
		unreadable: nodes.unreadable,
	}),
	empty: ({access}) => [nodeMessages.none(access.team?.name), nodeMessages.appearWhenListed],
	details: nodeFacts,
	refresh: ({refreshers}) => refreshers.readNodes(),
	enter: ({store}, id) => {
		const node = store.getState().nodes.nodes.find(other => other.id === id);
		if (!node) return;
		// The filter of the server list finds a node by the name in the server records.
		const {servers} = store.getState().fleet;
		const known = servers.values().find(({nodeId}) => nodeId === id);
		const name = known?.nodeName ?? known?.nodeId ?? nodeLabel(node);
		const field = fieldOf(`node:${/\s/.test(name) ? `"${name}"` : name}`);
		store.dispatch({
			type: 'view/changed',
			change: {pane: 'servers', filter: {field, editing: false}, zoomed: false},
		});
	},
};
