import {latestFirst} from '../../contract/moments.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {Listed} from '../../contract/models/list.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {sourceOf, withSource} from '../../contract/sources.ts';

/** Returns the tasks of these nodes, each with its node. A service without tasks is asked only once. */
export async function tasksOfNodes(
	api: Api,
	nodeIds: readonly string[],
	signal: AbortSignal,
): Promise<Listed<NodeTask>> {
	const tasksOf = async (nodeId: string): Promise<Listed<NodeTask>> => {
		const {items, unreadable} = await api.listNodeTasks({nodeId}, {signal});
		const own = items.map(task =>
			task.nodeId === undefined ? withSource({...task, nodeId}, {...sourceOf(task), nodeId}) : task,
		);
		return {items: own, unreadable};
	};
	const [first, ...others] = nodeIds;
	if (first === undefined) return {items: [], unreadable: []};
	const lists = [await tasksOf(first), ...(await Promise.all(others.map(tasksOf)))];
	return {items: lists.flatMap(({items}) => items), unreadable: lists.flatMap(({unreadable}) => unreadable)};
}

/** Returns the tasks of all nodes of a team, oldest first, and the unreadable nodes and tasks. */
export async function tasksOfTeam(api: Api, teamId: string, signal: AbortSignal): Promise<Listed<NodeTask>> {
	const nodes = await api.listNodes({teamId}, {signal});
	const nodeIds = nodes.items.map(({id}) => id);
	const {items, unreadable} = await tasksOfNodes(api, nodeIds, signal);
	return {
		items: items.sort(latestFirst(({createdAt}) => createdAt)).reverse(),
		unreadable: [...nodes.unreadable, ...unreadable],
	};
}
