import type {Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import {serverMessages} from '../messages/server-list.ts';
import type {Named} from './find-named.ts';

/** Returns the id and name of a server for lookup. */
export const namesOf = ({id, displayName}: GameServer): Named => ({id, names: [displayName]});

export const nameOf = (server: GameServer): string => server.displayName ?? server.id;

/** Returns the name of a server, the last one that it had if it was deleted, or else its id. */
export function serverName(
	{
		servers,
		formerNames,
	}: {servers: ReadonlyMap<string, GameServer>; formerNames?: ReadonlyMap<string, string>},
	serverId: string,
): string {
	const server = servers.get(serverId);
	return server ? nameOf(server) : (formerNames?.get(serverId) ?? serverId);
}

export const nodeOf = ({nodeName, nodeId}: GameServer): string => nodeName ?? nodeId ?? serverMessages.noNode;

export const nameOfNode = ({settings, name, nodeName}: Node): string | undefined =>
	settings?.name ?? name ?? nodeName;

/** Returns the name of a node from its settings, or its id. */
export const nodeLabel = (node: Node): string => nameOfNode(node) ?? node.id;
