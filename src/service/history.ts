import type {Caller} from './accounts.ts';
import type {ServiceContext} from './context.ts';
import type {NotificationRecord} from './records.ts';

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
	dropOldest(store.actions, maxActions);
}

/** Adds a notification for the team. */
export function notify(
	{clock, newId, store}: ServiceContext,
	teamId: string,
	notification: Pick<NotificationRecord, 'type' | 'title' | 'message'>,
): void {
	store.atomically(() => {
		store.notifications.put({id: newId(), teamId, createdAt: clock.now(), read: false, ...notification});
		dropOldest(store.notifications, maxNotifications);
	});
}

function dropOldest<Kept extends {id: string}>(
	{all, remove, count}: {all: () => Kept[]; remove: (id: string) => void; count: () => number},
	limit: number,
): void {
	if (count() <= limit) return;
	const [oldest] = all();
	if (oldest) remove(oldest.id);
}
