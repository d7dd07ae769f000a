import type {Api} from '../contract/endpoints/index.ts';
import {ApiError} from '../contract/errors.ts';
import type {Moment} from '../contract/moments.ts';
import {printableLine} from '../lib/text.ts';
import {phaseOf, type Phase} from '../actions/preconditions.ts';
import {NeverSent, type Limit} from './fan-out.ts';
import {pause, systemClock} from '../lib/clock.ts';
import {waitMessages} from '../messages/cli-servers.ts';

type WaitOptions = {
	phase: Phase;
	/** A restart is complete only after the server has left the state. */
	leaves: boolean;
	withinMs: number;
	/** The time of the server's report before the request: a later one is about the request. */
	reportedAt: Moment;
};

const pollEveryMs = 1000;
/** Minimum average interval between requests, regardless of the number of servers. */
const minBetweenMs = 100;

type WaitContext = {
	api: Api;
	signal: AbortSignal;
	limit: Limit;
	/** Number of servers waited for. */
	count: number;
};

/** Polls a server until it reaches the phase. Returns the problem if it does not in time. */
export async function waitForState(
	{api, signal, limit, count}: WaitContext,
	serverId: string,
	{phase, leaves, withinMs, reportedAt}: WaitOptions,
): Promise<string | undefined> {
	const until = systemClock.monotonic() + withinMs;
	let hasLeft = !leaves;
	let state: string | undefined;
	while (systemClock.monotonic() < until && !signal.aborted) {
		let retryAfterMs = 0;
		try {
			const server = await limit(() => api.getServer({serverId}, {signal, background: true}));
			({state} = server);
			const {report} = server;
			const isSettled = phaseOf(state) !== 'changing' && phaseOf(state) !== phase;
			if (report?.isFailure && report.at !== reportedAt && isSettled)
				return waitMessages.accepted(printableLine(report.message).replace(/\.$/, ''));
		} catch (error) {
			if (!isHiccup(error)) throw error;
			if (error instanceof ApiError) retryAfterMs = error.retryAfterMs ?? 0;
		}
		const now = phaseOf(state);
		hasLeft ||= now !== phase && now !== 'unknown';
		if (hasLeft && now === phase) return undefined;
		await pause(systemClock, Math.max(pollEveryMs, retryAfterMs, count * minBetweenMs), signal).catch(
			() => {},
		);
	}
	const reached = hasLeft ? waitMessages.itIs(state) : waitMessages.notLeft;
	return signal.aborted ? waitMessages.notWaitedFor(reached) : waitMessages.accepted(reached);
}

/** Returns whether the next poll may succeed; the signal reports an external end. */
function isHiccup(error: unknown): boolean {
	if (error instanceof NeverSent) return true;
	if (!(error instanceof ApiError)) return false;
	return error.reason !== 'refused' || error.status === 429 || (error.status ?? 0) >= 500;
}
