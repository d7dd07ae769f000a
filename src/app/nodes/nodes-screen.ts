import {momentText} from '../../contract/moments.ts';
import type {Node, NodeTask} from '../../contract/models/node.ts';
import {memoize} from '../../lib/memoize.ts';
import {compareNames} from '../../actions/names.ts';
import {phaseOf, stateNames} from '../../actions/preconditions.ts';
import {commonMessages} from '../../messages/common.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import {serviceTime} from '../kernel/access.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {State} from '../state.ts';
import {nodeLabel} from '../../actions/names.ts';
import {fieldOf} from '../kernel/text-field.ts';
import type {ListScreen, ScreenColumn, ScreenRow} from '../kernel/list-screen.ts';
import type {Cell, CellTone} from '../kernel/cells.ts';
import {nodeFacts} from './node-facts.ts';
import {carriedBy, serversText, type Carried} from './node-labels.ts';
import {isRunning, progressText} from '../../actions/task-progress.ts';

const columns = [
	{id: 'name', header: 'NAME', width: {min: 12, max: 28}, cut: 'middle', priority: 0},
	{id: 'status', header: 'STATUS', width: {min: 8, max: 10}, priority: 0},
	{id: 'alive', header: 'ALIVE', width: {min: 8, max: 8}, priority: 0},
	{id: 'servers', header: 'SERVERS', width: {min: 12, max: 22}, priority: 1},
	{id: 'players', header: 'PLAYERS', width: {min: 7, max: 7}, align: 'right', priority: 4},
	{id: 'tasks', header: 'TASKS', width: {min: 12, max: 26}, priority: 2},
	{id: 'version', header: 'VERSION', width: {min: 9, max: 14}, priority: 3},
] as const satisfies readonly ScreenColumn[];

type Row = ScreenRow<(typeof columns)[number]['id']>;

const rows = memoize(
	(
		nodes: readonly Node[],
		servers: FleetState['servers'],
		tasks: State['nodes']['tasks'],
		access: State['access'],
	): readonly Row[] => {
		const carried = carriedBy(servers);
		return nodes
			.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(nodeLabel(a), nodeLabel(b)))
			.map(node => rowOf(node, carried.get(node.id), tasks.get(node.id), access));
	},
);

/** What is not there comes first. */
const rankOf = ({status}: Node) => (phaseOf(status) === 'online' ? 1 : 0);

/** A node says at least every ten seconds that it is alive; after this long without, that is news. */
const quietMs = 60_000;

function rowOf(
	node: Node,
	carried: Carried | undefined,
	tasks: readonly NodeTask[] | undefined,
	access: State['access'],
): Row {
	const phase = phaseOf(node.status);
	const running = tasks?.filter(isRunning) ?? [];
	const version = node.daemonVersion;
	return {
		id: node.id,
		fields: {
			name: nodeLabel(node),
			id: node.id,
			status: stateNames(node.status).join(' '),
			version,
			servers: carried?.total ?? 0,
			down: carried?.phases.offline ?? 0,
			tasks: running.length,
		},
		cells: now => ({
			name: {text: nodeLabel(node), tone: 'plain'},
			status: {
				text: node.status ?? commonMessages.notSaid,
				tone: node.status === undefined ? 'faint' : phase,
			},
			alive: aliveCell(node, serviceTime(access, now)),
			servers: {text: serversText(carried), tone: serversTone(carried)},
			players: {text: carried ? String(carried.players) : '-', tone: 'faint'},
			tasks: tasksCell(running, tasks),
			version: {text: version ?? '-', tone: 'faint'},
		}),
	};
}

const serversTone = (carried: Carried | undefined): CellTone =>
	(carried?.phases.offline ?? 0) > 0 ? 'offline' : (carried?.phases.unknown ?? 0) > 0 ? 'unknown' : 'plain';

function aliveCell({lastAlive}: Node, now: number): Cell {
	if (typeof lastAlive !== 'number') return {text: momentText(lastAlive, String, '-'), tone: 'faint'};
	const age = now - lastAlive;
	return {text: commonMessages.ago(age), tone: age > quietMs ? 'offline' : 'faint'};
}

function tasksCell(running: readonly NodeTask[], tasks: readonly NodeTask[] | undefined): Cell {
	const [first] = running;
	if (!first) return {text: tasks ? 'none' : '-', tone: 'faint'};
	if (running.length > 1) return {text: nodeMessages.tasksRunning(running.length), tone: 'changing'};
	return {text: `${progressText(first)} ${first.type ?? 'task'}`.trimStart(), tone: 'changing'};
}

export const nodesScreen: ListScreen = {
	id: 'nodes',
	title: 'NODES',
	things: 'nodes',
	thing: 'node',
	permission: 'ACCESS_NODES',
	columns,
	fields: ['name', 'status', 'version', 'id'],
	numbers: ['servers', 'down', 'tasks'],
	data: ({nodes, fleet, access}) => ({
		rows: nodes.at === undefined ? undefined : rows(nodes.nodes, fleet.servers, nodes.tasks, access),
		at: nodes.at,
		problem: nodes.problem,
		unreadable: nodes.unreadable,
	}),
	empty: ({access}) => [nodeMessages.none(access.team?.name), nodeMessages.appearWhenListed],
	details: nodeFacts,
	refresh: ({loops}) => loops.readNodes(),
	enter: ({store}, id) => {
		const node = store.getState().nodes.nodes.find(other => other.id === id);
		if (!node) return;
		// The list of servers knows its node by the name that stands in its records.
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
