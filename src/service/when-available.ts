import {pause} from '../lib/time/clock.ts';
import type {ServiceContext} from './context.ts';
import {Refusal} from './http/refusal.ts';

const attemptEveryMs = 1000;

/**
Repeats `work` while the records cannot be reached, until the service closes. If a commit is lost, it may have succeeded:
doing `work` twice must do it once.
*/
export const whenAvailable = <Result>(
	{clock, closed}: Pick<ServiceContext, 'clock' | 'closed'>,
	work: () => Promise<Result>,
): Promise<Result> => repeatWhile(isUnavailable, work, () => pause(clock, attemptEveryMs, closed));

/** The same for `work` that must not be done twice, until `signal`: throws if it is unknown whether it was done. */
export const onceAvailable = <Result>(
	{clock}: Pick<ServiceContext, 'clock'>,
	work: () => Promise<Result>,
	signal: AbortSignal,
): Promise<Result> => repeatWhile(isUndone, work, () => pause(clock, attemptEveryMs, signal));

async function repeatWhile<Result>(
	isRepeatable: (error: unknown) => boolean,
	work: () => Promise<Result>,
	wait: () => Promise<void>,
): Promise<Result> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!isRepeatable(error)) throw error;
			await wait();
		}
	}
}

/** Returns whether the records, or the other instances, cannot be reached at the moment. */
export const isUnavailable = (error: unknown): boolean =>
	isUndone(error) || (error instanceof Refusal && error.key === 'general.unknown_outcome');

const isUndone = (error: unknown): boolean =>
	error instanceof Refusal && error.key === 'general.not_carried_out';
