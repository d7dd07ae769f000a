import {nameOf} from '../../actions/names.ts';
import type {FleetState} from './fleet.ts';

/** The name of a server, or its id where it is not in the list. */
export function serverName({servers}: Pick<FleetState, 'servers'>, serverId: string): string {
	const server = servers.get(serverId);
	return server ? nameOf(server) : serverId;
}

/** The state that is shown: what we expect after an act of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const hope = expected.get(id);
	return hope ? {state: hope.state, expected: true} : {state: servers.get(id)?.state, expected: false};
}
