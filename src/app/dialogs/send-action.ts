import {actsFrom, outcomeOf, type Activity} from '../../actions/activity.ts';
import type {Plan} from '../../actions/plan.ts';
import {ApiError} from '../../contract/errors.ts';
import {printableLine} from '../../lib/text.ts';
import {activityText} from '../../messages/activity.ts';
import {dialogMessages} from '../../messages/dialogs.ts';
import {joinMessages} from '../../messages/text.ts';
import {failureOf, type Failure} from '../kernel/failure.ts';
import {serverName} from '../../actions/names.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import {carryOut} from './carry-out.ts';
import {expectServerState, record, recordPending} from '../servers/expect-state.ts';

/**
Sends the requests of an action for these servers once, reports that they were accepted, and records the
outcome. Returns the failure if they were not accepted.
*/
export async function sendAction(
	services: Program,
	plan: Plan,
	targets: readonly string[],
): Promise<Failure | undefined> {
	const {clock, store} = services;
	const serverIds = plan.actsOn ?? targets;
	const sentAt = clock.now();
	const sent = {
		type: 'action',
		action: plan.action,
		input: plan.input,
		operationId: services.newId(),
		targetCount: serverIds.length,
	} as const;
	// A job records what it sends to each server.
	const isJob = plan.rolling !== undefined;
	const isSent = !isJob && plan.watch === undefined;
	if (!plan.onlyLooks && !isJob) {
		const from = actsFrom({...sent, outcome: 'accepted'}, sentAt) ?? sentAt;
		store.dispatch({type: 'fleet/sent', serverIds, at: from});
	}
	const ids = isSent ? await recordPending(services, serverIds, sent) : [];
	try {
		const unread = await carryOut(services, plan);
		const accepted: Activity = {
			...sent,
			outcome: 'accepted',
			...(unread !== undefined && {reason: printableLine(unread)}),
		};
		const name = serverIds.length === 1 ? serverName(store.getState().fleet, serverIds[0] ?? '') : undefined;
		notify(services, 'done', joinMessages([activityText(accepted, name), plan.next], ' '));
		if (!isJob) record(services, serverIds, accepted, ids);
		for (const serverId of serverIds) {
			expectServerState(services, serverId, plan.expects, sentAt);
			if (plan.schedules)
				store.dispatch({type: 'scheduled/added', serverId, sentAt: clock.now(), ...plan.schedules});
		}
		if (!plan.onlyLooks) services.refreshers.pollNow();
		return undefined;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const failure = failureOf(error);
		if (!failure.mayHaveRun) store.dispatch({type: 'fleet/refused', serverIds});
		const outcome = outcomeOf(error);
		record(services, serverIds, {...sent, outcome, reason: failure.key ?? failure.title}, ids);
		return failure;
	}
}

/** Reports a failure that no open dialog or question shows. */
export function notifyFailure(services: Program, verb: string, {title, mayHaveRun}: Failure): void {
	notify(services, 'failure', dialogMessages.failed(verb, title, mayHaveRun));
}
