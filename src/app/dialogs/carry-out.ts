import {overtakenBy} from '../../actions/automations.ts';
import type {Plan} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import type {Accepted} from '../../contract/accepted.ts';
import {unreadText} from '../../messages/accepted.ts';
import type {Program} from '../kernel/program.ts';
import {sendRequest} from '../console/send-request.ts';

/**
Sends what an action has planned, once; a job is only begun. Gives what is to be said besides that it was accepted.
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

/** What somebody else has changed meanwhile is read again, so that the review shows it. */
async function renewPlan(
	services: Program,
	{renew, requests, refresh}: Plan,
): Promise<readonly ActionRequest[]> {
	try {
		const now = await renew?.(services.api);
		if (now && now.overwrites.length > 0) throw overtakenBy(now.overwrites);
		return now?.requests ?? requests;
	} catch (error) {
		if (refresh) services.refreshes[refresh](services);
		throw error;
	}
}

const isAccepted = (answer: unknown): answer is Accepted<unknown> =>
	typeof answer === 'object' && answer !== null && 'unread' in answer;
