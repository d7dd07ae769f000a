import type {FleetState} from './fleet.ts';

/** Returns the visible state: the expected one after an action of our own, until the service confirms. */
export function shownState(
	{servers, expected}: Pick<FleetState, 'servers' | 'expected'>,
	id: string,
): {state: string | undefined; expected: boolean} {
	const expectation = expected.get(id);
	return expectation
		? {state: expectation.state, expected: true}
		: {state: servers.get(id)?.state, expected: false};
}
