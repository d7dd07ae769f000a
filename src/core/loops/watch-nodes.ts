import {ApiError} from '../../contract/errors.ts';
import {cleanNode, cleanTask} from '../clean.ts';
import type {Services} from '../services.ts';

const everyMs = 15_000;
/** Nodes whose tasks are read in one turn: the rest follow in the next ones. */
const mostAtOnce = 8;

/**
Reads the nodes of the team and, where the service has them, their tasks: what is scheduled. Neither is needed for
anything else, so the first refusal for good ends it, and nothing is said.
*/
export function watchNodes(services: Services): () => void {
	const {clock, store} = services;
	const closing = new AbortController();
	let callOff = () => {};
	let hasNodes = true;
	let hasTasks = true;
	const turn = async () => {
		store.dispatch({type: 'pending/passed', now: clock.now()});
		if (hasNodes) hasNodes = await readNodes(services, closing.signal);
		if (hasTasks) hasTasks = await readTasks(services, closing.signal);
		if (closing.signal.aborted) return;
		callOff = clock.after(everyMs, () => void turn());
	};
	const begin = () => {
		if (store.getState().fleet.at === undefined) return;
		stopLooking();
		void turn();
	};
	const stopLooking = store.subscribe(begin);
	return () => {
		closing.abort();
		stopLooking();
		callOff();
	};
}

/** False when it is of no use to ask again. */
async function readNodes({api, store, clock}: Services, signal: AbortSignal): Promise<boolean> {
	const {team} = store.getState().access;
	if (!team) return true;
	try {
		const {items} = await api.listNodes({teamId: team.id}, {signal, background: true});
		store.dispatch({type: 'nodes/read', at: clock.now(), nodes: items.map(cleanNode)});
		return true;
	} catch (error) {
		return isWorthAsking(error);
	}
}

async function readTasks({api, store, clock}: Services, signal: AbortSignal): Promise<boolean> {
	const {fleet, pending} = store.getState();
	const byNode = Map.groupBy(fleet.order, id => fleet.servers[id]?.nodeId);
	const due = [...byNode]
		.flatMap(([nodeId, serverIds]) => (nodeId === undefined ? [] : [{nodeId, serverIds}]))
		.sort((a, b) => (pending.readAt[a.nodeId] ?? 0) - (pending.readAt[b.nodeId] ?? 0))
		.slice(0, mostAtOnce);
	for (const {nodeId, serverIds} of due) {
		try {
			const {items} = await api.listNodeTasks({nodeId}, {signal, background: true});
			store.dispatch({type: 'pending/read', nodeId, serverIds, at: clock.now(), tasks: items.map(cleanTask)});
		} catch (error) {
			if (!isWorthAsking(error)) return false;
		}
	}
	return true;
}

function isWorthAsking(error: unknown): boolean {
	if (!(error instanceof ApiError)) throw error;
	if (error.reason === 'blocked') return false;
	const {status} = error;
	// A node that is gone says 404 with a key; a service without tasks says it without one.
	if (status === 404) return error.key !== undefined;
	return status !== 401 && status !== 403 && status !== 405 && status !== 501;
}
