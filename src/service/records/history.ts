import type {Caller} from '../access/accounts.ts';
import type {ServiceContext} from '../context.ts';
import type {Endpoint} from '../../contract/endpoint.ts';
import {Refusal} from '../http/refusal.ts';
import type {RequestFacts} from '../http/request-facts.ts';
import {type ActionRecord, type NotificationRecord, ownApplicationId} from './records.ts';
import type {Transaction} from './repositories.ts';

/** Per team, so that a busy one does not shorten the log of another. */
const maxActions = 1000;
const maxNotifications = 200;

/** How long security events are kept. */
const securityMs = 400 * 24 * 3_600_000;

type Actor = Pick<Caller, 'id' | 'teamId' | 'name' | 'memberId'>;
/** The action, its target and its request. */
type Action = Pick<ActionRecord, 'action' | 'targetId' | 'before' | 'after'> & {
	facts: RequestFacts;
	log: Endpoint['log'];
};

/** Adds an entry to the team's action log, within the transaction of the action. */
export async function recordAction(
	{clock, newId, limits, onEvent}: Pick<ServiceContext, 'clock' | 'newId' | 'limits' | 'onEvent'>,
	{actions, afterCommit}: Pick<Transaction, 'actions' | 'afterCommit'>,
	{id: tokenId, teamId, name, memberId}: Actor,
	{facts: {requestId, address}, log, ...action}: Action,
): Promise<void> {
	const isSecurity = log !== undefined;
	const now = clock.now();
	if (log === 'grants' && tokenId !== ownApplicationId) {
		// Nobody else displaces security events. Ending access needs something granted before, so it is bounded, too.
		if ((await actions.countSecurity(teamId)) >= limits.maxSecurityEvents)
			throw new Refusal('team.too_many_changes');
	}
	const entry: ActionRecord = {
		id: newId(),
		teamId,
		createdAt: now,
		who: name,
		actorId: memberId ?? tokenId,
		tokenId,
		...action,
		...(requestId !== undefined && {requestId}),
		...(address !== undefined && {address}),
		...(isSecurity && {isSecurity}),
	};
	await actions.put(entry);
	if (isSecurity) afterCommit(() => onEvent({kind: 'security', entry}));
	if (isSecurity) await actions.dropSecurityBefore(teamId, now - securityMs);
	else await actions.dropOldest(teamId, maxActions);
}

type Ids = Pick<ServiceContext, 'clock' | 'newId'>;

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
