import {actsFrom, outcomeOf, type Activity} from '../../actions/activity.ts';
import {ApiError} from '../../contract/errors.ts';
import {carryOut} from './carry-out.ts';
import {failureOf} from '../failure.ts';
import type {Plan} from '../../actions/action.ts';
import type {Form} from '../forms/form.ts';
import {printableLine} from '../../lib/text.ts';
import {serverName} from '../list/order.ts';
import {activityText} from '../../messages/activity.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import type {FormDialog} from '../state/dialog.ts';
import {joinMessages} from '../../messages/text.ts';

/**
Sends what a dialog has planned, once. A refusal stays in the dialog with what was typed, or brings it back where it
has left the screen and nobody is typing.
*/
export async function sendAct(services: Services, dialog: FormDialog, form: Form, plan: Plan): Promise<void> {
	const {clock, store} = services;
	const serverIds = plan.actsOn ?? dialog.serverIds;
	const isStillOpen = () => {
		const now = store.getState().dialog;
		return now?.kind === 'form' && now.openedAt === dialog.openedAt && now.step === 'sending';
	};
	const sentAt = clock.now();
	const sent = {
		type: 'action',
		action: plan.action,
		input: plan.input,
		operationId: services.newId(),
		targetCount: serverIds.length,
	} as const;
	if (!plan.onlyLooks) {
		const from = actsFrom({...sent, outcome: 'accepted'}, sentAt) ?? sentAt;
		store.dispatch({type: 'fleet/sent', serverIds, at: from});
	}
	try {
		const unread = await carryOut(services, plan);
		if (isStillOpen()) store.dispatch({type: 'dialog/closed'});
		const accepted: Activity = {
			...sent,
			outcome: 'accepted',
			...(unread !== undefined && {reason: printableLine(unread)}),
		};
		const name = serverIds.length === 1 ? serverName(store.getState().fleet, serverIds[0] ?? '') : undefined;
		notify(services, 'done', joinMessages([activityText(accepted, name), plan.next], ' '));
		record(services, serverIds, accepted);
		for (const serverId of serverIds) {
			expectState(services, serverId, plan.expects, sentAt);
			if (plan.schedules)
				store.dispatch({type: 'pending/scheduled', serverId, sentAt: clock.now(), ...plan.schedules});
		}
		if (!plan.onlyLooks) services.loops.pollNow();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const failure = failureOf(error);
		if (!failure.mayHaveRun) store.dispatch({type: 'fleet/refused', serverIds});
		const outcome = outcomeOf(error);
		record(services, serverIds, {...sent, outcome, reason: failure.key ?? failure.title});
		if (isStillOpen()) {
			store.dispatch({type: 'dialog/changed', change: {step: 'review', failure, button: 'nothing'}});
			return;
		}
		const {dialog: other, view} = store.getState();
		if (!other && !view.input && !view.filter.editing) {
			const again: FormDialog = {
				...dialog,
				openedAt: clock.now(),
				step: 'review',
				failure,
				button: 'nothing',
			};
			store.dispatch({type: 'dialog/opened', dialog: again});
		} else {
			const unknown = failure.mayHaveRun ? ' It may have been carried out.' : '';
			notify(services, 'failure', `${form.verb}: ${failure.title}${unknown}`);
		}
	}
}

/** In the console of each server; what is about none has no console: the timeline tells of it. */
function record({store, newId, clock}: Services, serverIds: readonly string[], activity: Activity): void {
	const at = clock.now();
	if (serverIds.length === 0) store.dispatch({type: 'timeline/acted', act: {id: newId(), at, activity}});
	for (const [index, serverId] of serverIds.entries()) {
		const repeat = index > 0 && {isRepeat: true as const};
		store.dispatch({type: 'console/noted', serverId, id: newId(), at, activity, ...repeat});
	}
}

/**
Shows the expected state until the service says otherwise, and says so when it does not come true in its time. The feed
may have been faster than the answer to the act of `sentAt`: then nothing is left to expect.
*/
export function expectState(
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
