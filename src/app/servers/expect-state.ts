import {isSameState} from '../../contract/states.ts';
import type {Plan} from '../../actions/plan.ts';
import {type ActionActivity, type Activity, activityText} from '../../actions/activity.ts';
import {serverName} from '../../actions/names.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';

/** Stores an action in the journal before it is sent. Its outcome, recorded with the same ids, replaces it. */
export async function recordPending(
	{store, newId, clock, journal}: Services,
	serverIds: readonly string[],
	activity: Omit<ActionActivity, 'outcome'>,
): Promise<readonly string[]> {
	const at = clock.now();
	const {fleet} = store.getState();
	const pending = {...activity, outcome: 'pending'} as const;
	const entries = (serverIds.length === 0 ? [undefined] : serverIds).map(serverId => ({
		kind: 'note' as const,
		at,
		id: newId(),
		serverId,
		server: serverId === undefined ? undefined : serverName(fleet, serverId),
		activity: pending,
	}));
	journal.keep(entries);
	await journal.flush();
	return entries.map(({id}) => id);
}

/**
Records an action in the console of each server; one without servers is only in the timeline. `ids`: from
`recordPending`.
*/
export function record(
	{store, newId, clock}: Services,
	serverIds: readonly string[],
	activity: Activity,
	ids: readonly string[] = [],
): void {
	const at = clock.now();
	if (serverIds.length === 0)
		store.dispatch({type: 'timeline/actionAdded', action: {id: ids[0] ?? newId(), at, activity}});
	for (const [index, serverId] of serverIds.entries()) {
		const repeat = index > 0 && {isRepeat: true as const};
		const id = ids[index] ?? newId();
		store.dispatch({type: 'console/noted', serverId, id, at, activity, ...repeat});
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
	if (isSameState(from, state) || (last?.seen && last.at >= sentAt)) return;
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
