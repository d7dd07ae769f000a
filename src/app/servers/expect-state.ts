import type {Plan} from '../../actions/plan.ts';
import type {Activity} from '../../actions/activity.ts';
import {activityText} from '../../messages/activity.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';

/** Records an action in the console of each server; one without servers is only in the timeline. */
export function record(
	{store, newId, clock}: Services,
	serverIds: readonly string[],
	activity: Activity,
): void {
	const at = clock.now();
	if (serverIds.length === 0)
		store.dispatch({type: 'timeline/actionAdded', action: {id: newId(), at, activity}});
	for (const [index, serverId] of serverIds.entries()) {
		const repeat = index > 0 && {isRepeat: true as const};
		store.dispatch({type: 'console/noted', serverId, id: newId(), at, activity, ...repeat});
	}
}

/**
Shows the expected state until the service reports one, and warns if it does not arrive in time. If the feed
was faster than the response to the request of `sentAt`, nothing is left to expect.
*/
export function expectServerState(
	services: Services,
	serverId: string,
	expects: Plan['expects'],
	sentAt: number,
): void {
	const {store, clock} = services;
	if (!expects) return;
	const {state, withinMs} = expects;
	const {servers, since} = store.getState().fleet;
	const from = servers.get(serverId)?.state;
	const last = since.get(serverId);
	if (from === state || (last?.seen && last.at >= sentAt)) return;
	const at = clock.now();
	const expected = {state, from, at, until: at + withinMs};
	store.dispatch({type: 'fleet/acted', serverId, expected});
	clock.after(withinMs, () => {
		const {fleet} = store.getState();
		if (fleet.expected.get(serverId) !== expected) return;
		store.dispatch({type: 'fleet/expectationExpired', serverId});
		const name = fleet.servers.get(serverId)?.displayName ?? serverId;
		const overdue: Activity = {type: 'overdue', expected: state, state: from};
		notify(services, 'warning', activityText(overdue, name));
		record(services, [serverId], overdue);
	});
}
