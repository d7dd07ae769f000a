import {ApiError} from '../../contract/errors.ts';
import {cleanNode, cleanTask, cleanUnreadable} from '../clean.ts';
import {failureOf} from '../failure.ts';
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

/** Reads what some nodes are at, those first that were read longest ago. */
export async function readTasks({api, store, clock}: Services, signal: AbortSignal): Promise<boolean> {
	const {fleet, pending, nodes} = store.getState();
	const byNode = Map.groupBy(fleet.order, id => fleet.servers[id]?.nodeId);
	const nodeIds = new Set([...nodes.nodes.map(({id}) => id), ...byNode.keys()]);
	const due = [...nodeIds]
		.filter(nodeId => nodeId !== undefined)
		.sort((a, b) => (pending.readAt[a] ?? 0) - (pending.readAt[b] ?? 0))
		.slice(0, mostAtOnce);
	for (const nodeId of due) {
		try {
			const {items} = await api.listNodeTasks({nodeId}, {signal, background: true});
			const tasks = items.map(cleanTask);
			const serverIds = byNode.get(nodeId) ?? [];
			store.dispatch({type: 'pending/read', nodeId, serverIds, at: clock.now(), tasks});
			store.dispatch({type: 'nodes/tasksRead', nodeId, tasks});
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			if (isWorthAsking(error)) continue;
			store.dispatch({type: 'nodes/tasksFailed', failure: failureOf(error)});
			return false;
		}
	}
	return true;
}

function isWorthAsking({reason, status, key}: ApiError): boolean {
	if (reason === 'blocked') return false;
	// A node that is gone says 404 with a key; a service without tasks says it without one.
	if (status === 404) return key !== undefined;
	return status !== 401 && status !== 403 && status !== 405 && status !== 501;
}
