import type {GameServer} from '../../contract/models/server.ts';

/** The servers of the team, as last read or received. */
export type ServerList = {
	servers: ReadonlyMap<string, GameServer>;
	/** The ids in the order of the service. */
	order: readonly string[];
	/** The records in that order. */
	list: readonly GameServer[];
};

/** Returns the servers whose record in `after` differs from `before`, including new ones. */
export function changedServers(
	before: ServerList,
	after: ServerList,
): readonly {server: GameServer; old: GameServer | undefined}[] {
	if (after.list === before.list) return [];
	const isAligned = after.order === before.order;
	const changes: {server: GameServer; old: GameServer | undefined}[] = [];
	for (let place = 0; place < after.list.length; place++) {
		const server = after.list[place];
		const old = isAligned ? before.list[place] : before.servers.get(server?.id ?? '');
		if (server && old !== server) changes.push({server, old});
	}
	return changes;
}
