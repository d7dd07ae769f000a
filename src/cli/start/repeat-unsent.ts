import type {Middleware} from '../../contract/call.ts';
import {ApiError, isNotCarriedOut} from '../../contract/errors.ts';
import {connectionProblem} from '../../lib/net/connection-problem.ts';
import {printableLine} from '../../lib/text/text.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {outcomeMessages} from '../../messages/cli.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';

/** The delays before each further attempt, ms. */
const delaysMs = [500, 1000, 2000, 4000];
/** A service may ask for a longer delay, up to this, ms. */
const maxDelayMs = 5000;

/** A wait that takes this much longer was a suspension, ms. */
const lateMs = 5000;

/**
Repeats a request that changes something for a short while, if it was certainly not carried out: nobody listened, or the service
said so, as it does while it ends. Reads are repeated by the client.
*/
export const repeatUnsent =
	(io: Pick<Io, 'stderr' | 'diagnostics'>): Middleware =>
	async (call, next) => {
		const {signal} = call.options;
		for (const delayMs of delaysMs) {
			try {
				return await next(call);
			} catch (error) {
				if (call.method === 'GET' || !isUnsent(error) || signal?.aborted) throw error;
				say(io, outcomeMessages.repeats(printableLine(error.message)));
				const waitMs = Math.max(delayMs, Math.min(error.retryAfterMs ?? 0, maxDelayMs));
				const since = systemClock.now();
				await pause(systemClock, waitMs, signal).catch(() => {});
				// After a suspension, the user may not want the change anymore.
				if (signal?.aborted || systemClock.now() - since > waitMs + lateMs) throw error;
			}
		}
		return next(call);
	};

const isUnsent = (error: unknown): error is ApiError =>
	error instanceof ApiError &&
	(isNotCarriedOut(error) || (error.reason === 'unreachable' && isRefused(error.cause)));

const isRefused = (cause: unknown): boolean =>
	connectionProblem(cause, {name: '', setting: ''}).kind === 'notListening';
