import {actsFrom, outcomeOf, type Activity} from '../../actions/activity.ts';
import {ApiError} from '../../contract/errors.ts';
import {carryOut} from './carry-out.ts';
import {expectState, record} from './expect-state.ts';
import {failureOf} from '../failure.ts';
import type {Plan} from '../../actions/plan.ts';
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
