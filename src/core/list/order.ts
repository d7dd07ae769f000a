import type {GameServer} from '../../contract/models/server.ts';
import type {Named} from '../find-named.ts';
import type {FleetState} from '../state/fleet.ts';

/** Made when there is something to sort: it takes 6 ms, which the first paint need not wait for. */
let byName: Intl.Collator | undefined;
export const compareNames = (a: string, b: string): number =>
	(byName ??= new Intl.Collator('en', {numeric: true})).compare(a, b);

/** What a server answers to where one is named. */
export const namesOf = ({id, displayName}: GameServer): Named => ({id, names: [displayName]});

export const nameOf = (server: GameServer): string => server.displayName ?? server.id;

/** The name of a server, or its id where it is not in the list. */
export function serverName({servers}: Pick<FleetState, 'servers'>, serverId: string): string {
	const server = servers.get(serverId);
	return server ? nameOf(server) : serverId;
}

export const nodeOf = ({nodeName, nodeId}: GameServer): string => nodeName ?? nodeId ?? 'no node';

/** The state that is shown: what we expect after an act of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const hope = expected.get(id);
	return hope ? {state: hope.state, expected: true} : {state: servers.get(id)?.state, expected: false};
}
