import type {FleetState} from './fleet.ts';

/** The state that is shown: what we expect after an action of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const hope = expected.get(id);
	return hope ? {state: hope.state, expected: true} : {state: servers.get(id)?.state, expected: false};
}
