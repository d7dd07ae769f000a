import {phaseOf} from '../../contract/states.ts';
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

/** Returns why the only one of these servers is not up, in the words of its service; empty for several. */
export function onlyReason(
	{servers, order}: FleetState,
	slots: readonly number[],
	prefix: '' | ': ',
): string {
	const {report, problem, state} = servers.get(order[slots[0] ?? -1] ?? '') ?? {};
	const reason = report?.isFailure ? report.message : phaseOf(state) === 'unknown' ? problem : undefined;
	return slots.length !== 1 || reason === undefined ? '' : prefix + reason;
}
