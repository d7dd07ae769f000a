import type {BlockedOperation, GameFacts} from './agent/agent.ts';
import type {ServiceContext} from './context.ts';
import type {NodeRecord, ServerRecord} from './records.ts';

/*
What is known of a server besides its record: from its agent in this process, or as its machine has reported it.
*/

type Agents = Pick<ServiceContext, 'agentOf'>;

export function factsOf(
	{agentOf}: Agents,
	{id, nodeId, linked}: ServerRecord,
	node: Pick<NodeRecord, 'status'> | undefined,
): GameFacts {
	if (!linked) return agentOf(nodeId).facts(id);
	const {players, maxPlayers, map} = linked;
	return {players: node?.status === 'ONLINE' ? players : undefined, maxPlayers, map};
}

/** Returns why an operation is impossible, as a sentence; undefined if it is possible. */
export const blockedReason = (
	{agentOf}: Agents,
	{id, nodeId, linked}: ServerRecord,
	operation: BlockedOperation,
): string | undefined => (linked ? linked.blocked?.[operation] : agentOf(nodeId).blocked(id, operation));

export const problemOf = ({agentOf}: Agents, {id, nodeId, linked}: ServerRecord): string | undefined =>
	linked ? linked.problem : agentOf(nodeId).problem(id);

export const rconPortOf = (
	{agentOf}: Agents,
	{id, nodeId, linked, rconPort}: ServerRecord,
): number | undefined => (linked ? rconPort : (agentOf(nodeId).rconPort(id) ?? rconPort));
