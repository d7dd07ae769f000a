import {overtakenBy} from '../../actions/automations.ts';
import type {Plan, Refresh} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import type {Accepted} from '../../contract/accepted.ts';
import {unreadText} from '../../messages/accepted.ts';
import type {Services} from '../kernel/services.ts';
import {readAutomations, readRecentRuns} from '../automations/read-automations.ts';
import {jobOf, runRolling} from '../jobs/run-rolling.ts';
import {sendRequest} from '../console/send-request.ts';
import {readTeam} from '../team/read-team.ts';
import {newWatch, startWatch} from '../watch/run-watch.ts';

/**
Sends what an action has planned, once; a job is only begun. Gives what is to be said besides that it was accepted.
Throws `ApiError`.
*/
export async function carryOut(services: Services, plan: Plan): Promise<string | undefined> {
	if (plan.rolling) {
		void runRolling(services, jobOf(services, plan.rolling), plan.rolling);
		return undefined;
	}
	if (plan.watch) {
		startWatch(services, newWatch(services, plan.watch));
		return undefined;
	}
	const requests = plan.renew ? await renewed(services, plan) : plan.requests;
	let answer: unknown;
	for (const request of requests) answer = await sendRequest(services, request);
	if (plan.refresh) refreshes[plan.refresh](services);
	const unread = isAccepted(answer) ? answer.unread : undefined;
	return unread === undefined ? undefined : unreadText(unread);
}

/** What somebody else has changed meanwhile is read again, so that the review shows it. */
async function renewed(
	services: Services,
	{renew, requests, refresh}: Plan,
): Promise<readonly ActionRequest[]> {
	try {
		const now = await renew?.(services.api);
		if (now && now.overwrites.length > 0) throw overtakenBy(now.overwrites);
		return now?.requests ?? requests;
	} catch (error) {
		if (refresh) refreshes[refresh](services);
		throw error;
	}
}

const refreshes: Record<Refresh, (services: Services) => void> = {
	team: services => void readTeam(services),
	nodes: ({loops}) => loops.readNodes(),
	automations: services => void readAutomations(services),
	runs: services => void readRecentRuns(services, new AbortController().signal),
};

const isAccepted = (answer: unknown): answer is Accepted<unknown> =>
	typeof answer === 'object' && answer !== null && 'unread' in answer;
