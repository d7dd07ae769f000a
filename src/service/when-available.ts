import {pause} from '../lib/clock.ts';
import type {ServiceContext} from './context.ts';
import {Refusal} from './refusal.ts';

const attemptEveryMs = 1000;

/**
Repeats `work` while the records cannot be reached, until the service closes. If a commit is lost, it may have succeeded:
doing `work` twice must do it once.
*/
export async function whenAvailable<Result>(
	{clock, closed}: Pick<ServiceContext, 'clock' | 'closed'>,
	work: () => Promise<Result>,
): Promise<Result> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!isUnavailable(error)) throw error;
			await pause(clock, attemptEveryMs, closed);
		}
	}
}

/** Returns whether the records cannot be reached at the moment. */
export const isUnavailable = (error: unknown): boolean =>
	error instanceof Refusal && error.key === 'general.unavailable';
