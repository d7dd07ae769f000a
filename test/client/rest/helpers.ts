import {type ApiOptions, createApi} from '../../../src/client/rest/client.ts';
import {ApiError} from '../../../src/contract/errors.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';

const token = {kind: 'token', token: new Secret('t0ps3cret')} as const;

/** A client with the token and without random jitter in its delays. */
export const apiAt = (baseUrl: string, more: Partial<ApiOptions> = {}) =>
	createApi({baseUrl, credentials: token, clock: systemClock, random: () => 0, ...more});

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
	const outcome = await call.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (outcome instanceof ApiError) return outcome;
	throw new Error('the call did not fail with an ApiError', {cause: outcome});
}
