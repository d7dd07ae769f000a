import {latestFirst} from '../contract/moments.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {NodeTask} from '../contract/models/node.ts';
import {sourceOf, withSource} from '../contract/sources.ts';

/** Returns the tasks of these nodes, each with its node. A service without tasks is asked only once. */
export async function tasksOfNodes(
	api: Api,
	nodeIds: readonly string[],
	signal: AbortSignal,
): Promise<NodeTask[]> {
	const tasksOf = async (nodeId: string): Promise<NodeTask[]> => {
		const {items} = await api.listNodeTasks({nodeId}, {signal});
		return items.map(task =>
			task.nodeId === undefined ? withSource({...task, nodeId}, {...sourceOf(task), nodeId}) : task,
		);
	};
	const [first, ...others] = nodeIds;
	if (first === undefined) return [];
	const lists = [await tasksOf(first), ...(await Promise.all(others.map(tasksOf)))];
	return lists.flat();
}

/** Returns the tasks of all nodes of a team, oldest first. */
export async function tasksOfTeam(api: Api, teamId: string, signal: AbortSignal): Promise<NodeTask[]> {
	const {items: nodes} = await api.listNodes({teamId}, {signal});
	const nodeIds = nodes.map(({id}) => id);
	return (await tasksOfNodes(api, nodeIds, signal)).sort(latestFirst(({createdAt}) => createdAt)).reverse();
}
