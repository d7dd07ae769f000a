import type {GameServer} from '../../contract/models/server.ts';

/** The servers of the team, as they were read or heard last. */
export type ServerList = {
	servers: ReadonlyMap<string, GameServer>;
	/** The ids in the service's order. */
	order: readonly string[];
	/** The records in that order. */
	list: readonly GameServer[];
};

/** The servers of which `after` has another record than `before`, new ones among them. */
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
