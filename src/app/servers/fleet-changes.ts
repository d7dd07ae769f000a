import type {ActionActivity, FleetChangeKind} from '../../actions/activity.ts';
import {nameOf} from '../../actions/names.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import {printableLine} from '../../lib/text/text.ts';

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

/** A server that came, went or has another name. `before`: the former name. */
export type FleetChange = {
	serverId: string;
	change: FleetChangeKind;
	name: string;
	before: string | undefined;
};

/** Returns how the servers of a fleet differ from earlier names by id. */
export function fleetChanges(
	before: ReadonlyMap<string, string>,
	servers: readonly GameServer[],
): readonly FleetChange[] {
	const listed = new Set(servers.map(({id}) => id));
	const gone = [...before].filter(([id]) => !listed.has(id));
	return [
		...gone.map(([serverId, name]) => ({serverId, change: 'deleted' as const, name, before: undefined})),
		...servers.flatMap((server): FleetChange[] => {
			const [serverId, name, old] = [server.id, nameOf(server), before.get(server.id)];
			if (old === undefined) return [{serverId, change: 'created', name, before: undefined}];
			return old === name ? [] : [{serverId, change: 'renamed', name, before: old}];
		}),
	];
}

/** What the actions on the fleet do; the last three are those of one-shot commands on servers of one's own. */
const fleetActions: ByName<FleetChangeKind> = {
	create: 'created',
	delete: 'deleted',
	rename: 'renamed',
	'add-server': 'created',
	'remove-server': 'deleted',
	'edit-server': 'renamed',
};

/** Names the change and the server. Names are unique in the team. (Specification: Create server) */
export const changeKey = ({
	change,
	serverId,
	name,
}: Pick<FleetChange, 'change' | 'serverId' | 'name'>): string =>
	`${change} ${change === 'created' ? name : serverId}`;

/** Returns the keys of the changes that an action on these servers makes. */
export function changeKeysOf(
	{action, input}: Pick<ActionActivity, 'action' | 'input'>,
	serverIds: readonly (string | undefined)[],
): string[] {
	const change = ownValue(fleetActions, action);
	if (change === undefined) return [];
	const name = printableLine(String(input['name']));
	const ids = change === 'created' ? [''] : serverIds.flatMap(id => id ?? []);
	return ids.map(serverId => changeKey({change, serverId, name}));
}

/** Returns the name of each server by its id. */
export const namesById = (servers: readonly GameServer[]): ReadonlyMap<string, string> =>
	new Map(servers.map(server => [server.id, nameOf(server)]));

/** Whether a list has all servers: one that it lacks is not gone. */
export const isWhole = ({unreadable}: {unreadable: readonly Unreadable[]}): boolean =>
	unreadable.every(({isRepeat}) => isRepeat);
