import type {Activity} from '../../actions/activity.ts';
import {nodeLabel} from '../../actions/names.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import {carriedBy, isAway} from './node-outages.ts';
import type {NodesState} from './nodes-state.ts';
import {ApiError, isNoSuchPath} from '../../contract/errors.ts';
import {sanitizeNode, sanitizeTask, sanitizeUnreadable} from '../kernel/text/sanitize.ts';
import {failureOf} from '../kernel/state/failure.ts';
import {openScreen} from '../kernel/screens/screen-view.ts';
import type {Program} from '../kernel/state/program.ts';

type NodeChange = Extract<Activity, {type: 'nodeChange'}>;

/** Adds each change of a node's status to the timeline. The first list of nodes is not a change. */
function noteNodeChanges({store, newId, clock}: Services, before: NodesState): void {
	if (before.at === undefined) return;
	const at = clock.now();
	for (const activity of changesSince(before, store.getState(), at))
		store.dispatch({type: 'timeline/actionAdded', action: {id: newId(), at, activity}});
}

function changesSince(before: NodesState, {nodes: now, fleet}: State, at: number): NodeChange[] {
	if (before.nodes === now.nodes) return [];
	const old = new Map(before.nodes.map(node => [node.id, node]));
	const carried = carriedBy(fleet);
	const changed = now.nodes.flatMap((node): NodeChange[] => {
		const from = old.get(node.id)?.status;
		const to = node.status;
		if (to === undefined || from === to) return [];
		const {total, players} = carried.get(node.id) ?? {total: 0, players: 0};
		const left = before.since.get(node.id);
		const isBack = isAway(from) && !isAway(to) && left?.seen === true;
		const change = {type: 'nodeChange', nodeId: node.id, node: nodeLabel(node), from, to} as const;
		return [{...change, servers: total, players, ...(isBack && {awayMs: at - left.at})}];
	});
	const listed = new Set(now.nodes.map(({id}) => id));
	const gone = before.nodes
		.filter(({id, status}) => status !== undefined && !listed.has(id))
		.map((node): NodeChange => {
			const about = {nodeId: node.id, node: nodeLabel(node), from: node.status, to: undefined};
			return {type: 'nodeChange', ...about, servers: 0, players: 0};
		});
	return [...changed, ...gone];
}

/** Maximum number of nodes whose tasks are read per poll; the others follow in the next polls. */
export const maxConcurrent = 8;

/** Reads the nodes of the team. Returns false if retrying automatically is pointless. */
export async function readNodes(services: Services, signal: AbortSignal): Promise<boolean> {
	const {api, store, clock} = services;
	const {team} = store.getState().access;
	if (!team) return true;
	try {
		const {items, unreadable} = await api.listNodes({teamId: team.id}, {signal, background: true});
		const before = store.getState().nodes;
		store.dispatch({
			type: 'nodes/read',
			at: clock.now(),
			nodes: items.map(sanitizeNode),
			unreadable: unreadable.map(sanitizeUnreadable),
		});
		noteNodeChanges(services, before);
		return true;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason !== 'canceled') store.dispatch({type: 'nodes/failed', failure: failureOf(error)});
		return isWorthAsking(error) && !isNoSuchPath(error);
	}
}

/** Reads the tasks of some nodes: the current one, then those read longest ago. */
export async function readTasks(
	services: Program,
	signal: AbortSignal,
	retryMissing: boolean,
): Promise<boolean> {
	const state = services.store.getState();
	const {fleet, scheduled, nodes, view} = state;
	const byNode = Map.groupBy(fleet.order, id => fleet.servers.get(id)?.nodeId);
	const seen = view.pane === 'nodes' ? openScreen(state, services.screens)?.current?.id : undefined;
	const rank = (id: string) => (id === seen ? -1 : (scheduled.readAt.get(id) ?? 0));
	const nodeIds = new Set([...nodes.nodes.map(({id}) => id), ...byNode.keys()]);
	const due = [...nodeIds]
		.filter(nodeId => nodeId !== undefined)
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, maxConcurrent);
	for (const nodeId of due) {
		if (!(await readTasksOf(services, nodeId, signal, retryMissing))) return false;
	}
	return true;
}

/** Reads the tasks of one node. Returns false if retrying automatically is pointless for any node. */
export async function readTasksOf(
	{api, store, clock}: Services,
	nodeId: string,
	signal: AbortSignal,
	retryMissing = false,
): Promise<boolean> {
	const from = clock.now();
	try {
		const {items} = await api.listNodeTasks({nodeId}, {signal, background: true, retryMissing});
		const tasks = items.map(sanitizeTask);
		const {order, servers} = store.getState().fleet;
		const serverIds = order.filter(id => servers.get(id)?.nodeId === nodeId);
		store.dispatch({type: 'scheduled/read', nodeId, serverIds, from, at: clock.now(), tasks});
		store.dispatch({type: 'nodes/tasksRead', nodeId, tasks});
		return true;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (isWorthAsking(error)) return true;
		store.dispatch({type: 'nodes/tasksFailed', failure: failureOf(error)});
		return false;
	}
}

function isWorthAsking({reason, status, notOffered}: ApiError): boolean {
	if (reason === 'blocked' || notOffered !== undefined) return false;
	return status !== 401 && status !== 403 && status !== 405 && status !== 501;
}
