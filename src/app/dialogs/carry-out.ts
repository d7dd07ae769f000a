import {overwriteConflict} from '../../actions/automations.ts';
import type {Plan} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import type {Accepted} from '../../contract/accepted.ts';
import {unreadText} from '../../messages/accepted.ts';
import type {Program} from '../kernel/program.ts';
import {sendRequest} from '../console/send-request.ts';

/**
Sends the requests of an action once, or starts its job. Returns a note to show in addition to the acceptance.
Throws `ApiError`.
*/
export async function carryOut(services: Program, plan: Plan): Promise<string | undefined> {
	if (plan.rolling) {
		services.runners.rolling(services, plan.rolling);
		return undefined;
	}
	if (plan.watch) {
		services.runners.watch(services, plan.watch);
		return undefined;
	}
	const requests = plan.renew ? await renewPlan(services, plan) : plan.requests;
	let answer: unknown;
	for (const request of requests) answer = await sendRequest(services, request);
	if (plan.refresh) services.refreshes[plan.refresh](services);
	const unread = isAccepted(answer) ? answer.unread : undefined;
	return unread === undefined ? undefined : unreadText(unread);
}

/**
Rebuilds the requests from what the service has now. If somebody else changed the same values, reads them
again so that the review shows them.
*/
async function renewPlan(
	services: Program,
	{renew, requests, refresh}: Plan,
): Promise<readonly ActionRequest[]> {
	try {
		const now = await renew?.(services.api);
		if (now && now.overwrites.length > 0) throw overwriteConflict(now.overwrites);
		return now?.requests ?? requests;
	} catch (error) {
		if (refresh) services.refreshes[refresh](services);
		throw error;
	}
}

const isAccepted = (answer: unknown): answer is Accepted<unknown> =>
	typeof answer === 'object' && answer !== null && 'unread' in answer;
