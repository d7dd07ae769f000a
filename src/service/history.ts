import type {Caller} from './accounts.ts';
import type {ServiceContext} from './context.ts';
import type {ActionRecord, NotificationRecord} from './records.ts';
import type {Transaction} from './repositories.ts';

/** Per team, so that a busy one does not shorten the log of another. */
const maxActions = 1000;
const maxNotifications = 200;

type Actor = Pick<Caller, 'teamId' | 'name'>;

/** Adds an entry to the team's action log, within the transaction of the action: who did what to what. */
export async function recordAction(
	service: Ids,
	{actions}: Pick<Transaction, 'actions'>,
	caller: Actor,
	action: string,
	request: Record<string, unknown>,
): Promise<void> {
	await actions.put(entryOf(service, caller, action, request));
	await actions.dropOldest(caller.teamId, maxActions);
}

type Ids = Pick<ServiceContext, 'clock' | 'newId'>;

function entryOf(
	{clock, newId}: Ids,
	{teamId, name}: Actor,
	action: string,
	request: Record<string, unknown>,
): ActionRecord {
	const targetId = ['serverId', 'automationId', 'runId', 'taskId', 'nodeId', 'memberId', 'teamId']
		.map(field => request[field])
		.find(value => typeof value === 'string');
	const entry = {id: newId(), teamId, createdAt: clock.now(), who: name, action};
	return targetId === undefined ? entry : {...entry, targetId};
}

type NewNotification = Pick<NotificationRecord, 'type' | 'title' | 'message'>;

/** Adds a notification for the team. */
export async function addNotification(
	{clock, newId, outbox}: Ids & Pick<ServiceContext, 'outbox'>,
	{notifications, afterCommit}: Pick<Transaction, 'notifications' | 'afterCommit'>,
	teamId: string,
	notification: NewNotification,
): Promise<void> {
	await notifications.put({id: newId(), teamId, createdAt: clock.now(), read: false, ...notification});
	await notifications.dropOldest(teamId, maxNotifications);
	afterCommit(() => outbox?.add({kind: 'notification', ...notification}));
}

/** The same for agents of this process. */
export function notify(
	{clock, newId, store, outbox}: ServiceContext,
	teamId: string,
	notification: NewNotification,
): void {
	store.atomically(() => {
		store.notifications.put({id: newId(), teamId, createdAt: clock.now(), read: false, ...notification});
		store.notifications.dropOldest(teamId, maxNotifications);
		outbox?.add({kind: 'notification', ...notification});
	});
}
