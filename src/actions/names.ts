import type {Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import {serverMessages} from '../messages/servers.ts';
import type {Named} from './find-named.ts';

/** Created on first use: it takes 6 ms, which the first paint need not wait for. */
let collator: Intl.Collator | undefined;
export const compareNames = (a: string, b: string): number =>
	(collator ??= new Intl.Collator('en', {numeric: true})).compare(a, b);

/** What a server answers to where one is named. */
export const namesOf = ({id, displayName}: GameServer): Named => ({id, names: [displayName]});

export const nameOf = (server: GameServer): string => server.displayName ?? server.id;

/** The name of a server, or its id where it is not in the list. */
export function serverName({servers}: {servers: ReadonlyMap<string, GameServer>}, serverId: string): string {
	const server = servers.get(serverId);
	return server ? nameOf(server) : serverId;
}

export const nodeOf = ({nodeName, nodeId}: GameServer): string => nodeName ?? nodeId ?? serverMessages.noNode;

export const nameOfNode = ({settings, name, nodeName}: Node): string | undefined =>
	settings?.name ?? name ?? nodeName;

/** What a node is called: by its settings, else by its id. */
export const nodeLabel = (node: Node): string => nameOfNode(node) ?? node.id;
