import type {GameServer} from './models/server.ts';

/**
Returns the queue of a server: RCON commands of servers with the same queue run one after another. That is the node's,
unless the service names another.
*/
export const commandQueueOf = ({commandQueue, nodeId, id}: GameServer): string =>
	commandQueue ?? nodeId ?? id;
