import {ApiError, isNoSuchPath} from '../../contract/errors.ts';
import {cleanNode, cleanTask, cleanUnreadable} from '../clean.ts';
import {failureOf} from '../failure.ts';
import {openScreen} from '../screens/view.ts';
import type {Services} from '../services.ts';

/** Nodes whose tasks are read in one turn: the rest follow in the next ones. */
const mostAtOnce = 8;

/** Reads the nodes of the team; false when it is of no use to ask again by itself. */
export async function readNodes({api, store, clock}: Services, signal: AbortSignal): Promise<boolean> {
	const {team} = store.getState().access;
	if (!team) return true;
	try {
		const {items, unreadable} = await api.listNodes({teamId: team.id}, {signal, background: true});
		store.dispatch({
			type: 'nodes/read',
			at: clock.now(),
			nodes: items.map(cleanNode),
			unreadable: unreadable.map(cleanUnreadable),
		});
		return true;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason !== 'cancelled') store.dispatch({type: 'nodes/failed', failure: failureOf(error)});
		return isWorthAsking(error);
	}
}

/** Reads what some nodes are at: the one that is looked at, then those that were read longest ago. */
export async function readTasks(services: Services, signal: AbortSignal): Promise<boolean> {
	const state = services.store.getState();
	const {fleet, pending, nodes, view} = state;
	const byNode = Map.groupBy(fleet.order, id => fleet.servers.get(id)?.nodeId);
	const seen = view.pane === 'nodes' ? openScreen(state)?.selected?.id : undefined;
	const rank = (id: string) => (id === seen ? -1 : (pending.readAt.get(id) ?? 0));
	const nodeIds = new Set([...nodes.nodes.map(({id}) => id), ...byNode.keys()]);
	const due = [...nodeIds]
		.filter(nodeId => nodeId !== undefined)
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, mostAtOnce);
	let nothing = 0;
	for (const nodeId of due) {
		const outcome = await readTasksOf(services, nodeId, signal);
		if (outcome === 'nothing there') nothing++;
		// One of them may be gone: a second one, where there is one, tells.
		if (outcome === 'refused' || nothing === Math.min(2, due.length)) return false;
	}
	return true;
}

/**
Reads what one node is at. `refused`: it is of no use to ask again by itself, whichever node. `nothing there`: the service
has no tasks, or not this node; where tasks of any have been read it is the node.
*/
export async function readTasksOf(
	{api, store, clock}: Services,
	nodeId: string,
	signal: AbortSignal,
): Promise<'fine' | 'nothing there' | 'refused'> {
	try {
		const {items} = await api.listNodeTasks({nodeId}, {signal, background: true});
		const tasks = items.map(cleanTask);
		const {order, servers} = store.getState().fleet;
		const serverIds = order.filter(id => servers.get(id)?.nodeId === nodeId);
		store.dispatch({type: 'pending/read', nodeId, serverIds, at: clock.now(), tasks});
		store.dispatch({type: 'nodes/tasksRead', nodeId, tasks});
		return 'fine';
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const isNothing = error.status === 404 && isNoSuchPath(error);
		const {readAt} = store.getState().pending;
		if (isNothing ? readAt.size > 0 : isWorthAsking(error)) return 'fine';
		store.dispatch({type: 'nodes/tasksFailed', failure: failureOf(error)});
		return isNothing ? 'nothing there' : 'refused';
	}
}

function isWorthAsking(error: ApiError): boolean {
	const {reason, status} = error;
	if (reason === 'blocked') return false;
	// A node that is gone, or a service without tasks.
	if (status === 404) return !isNoSuchPath(error);
	return status !== 401 && status !== 403 && status !== 405 && status !== 501;
}
