import type {Caller} from './accounts.ts';
import type {ServiceContext} from './context.ts';
import type {NotificationRecord} from './records.ts';

/** Per team, so that a busy one does not shorten the log of another. */
const maxActions = 1000;
const maxNotifications = 200;

/** Adds an entry to the team's action log, within the transaction of the action: who did what to what. */
export function recordAction(
	{clock, newId, store}: ServiceContext,
	caller: Caller,
	action: string,
	request: Record<string, unknown>,
): void {
	const target = ['serverId', 'automationId', 'runId', 'taskId', 'nodeId', 'memberId', 'teamId']
		.map(name => request[name])
		.find(value => typeof value === 'string');
	store.actions.put({
		id: newId(),
		teamId: caller.teamId,
		createdAt: clock.now(),
		who: caller.name,
		action,
		...(target !== undefined && {targetId: target}),
	});
	store.actions.dropOldest(caller.teamId, maxActions);
}

/** Adds a notification for the team. */
export function notify(
	{clock, newId, store}: ServiceContext,
	teamId: string,
	notification: Pick<NotificationRecord, 'type' | 'title' | 'message'>,
): void {
	store.atomically(() => {
		store.notifications.put({id: newId(), teamId, createdAt: clock.now(), read: false, ...notification});
		store.notifications.dropOldest(teamId, maxNotifications);
	});
}
