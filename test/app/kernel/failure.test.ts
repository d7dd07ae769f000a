import {expect, test} from 'vitest';
import {ApiError, type Reason} from '../../../src/contract/errors.ts';
import {failureOf} from '../../../src/app/kernel/failure.ts';

const failed = (request: string, reason: Reason, status?: number) =>
	failureOf(new ApiError('The host did not answer within 15 s.', {reason, request, status}));

test('an action with an unknown outcome says so, and what to do before a retry', () => {
	const hint = 'It may have run. Check the state before you try again.';
	for (const reason of ['timeout', 'interrupted', 'unreadable'] as const) {
		expect(failed('POST /server/{serverId}/restart', reason)).toMatchObject({hint, mayHaveRun: true});
	}
	expect(failed('POST /server/{serverId}/stop', 'refused', 502)).toMatchObject({hint, mayHaveRun: true});
});

test('a service that has stored nothing leaves no doubt', () => {
	const answered = (key: string) =>
		failureOf(
			new ApiError('No.', {
				reason: 'refused',
				request: 'POST /server/{serverId}/restart',
				status: 503,
				key,
			}),
		);
	expect(answered('general.not_carried_out').mayHaveRun).toBe(false);
	expect(answered('general.unknown_outcome').mayHaveRun).toBe(true);
	// Earlier versions sent it also for what was stored or sent.
	expect(answered('general.unavailable').mayHaveRun).toBe(true);
});

test('a command with an unknown outcome suggests looking for a late response', () => {
	expect(failed('POST /server/{serverId}/rcon', 'interrupted').hint).toContain('look for a late answer');
});

test('a read never has an unknown outcome', () => {
	expect(failed('GET /team/my', 'timeout').hint).toBeUndefined();
	expect(failed('GET /team/my', 'refused', 502).hint).toBe('Try again in a moment.');
});

test('a request that was never sent had no effect', () => {
	expect(failed('POST /server/{serverId}/restart', 'unreachable')).toMatchObject({
		mayHaveRun: false,
		hint: undefined,
	});
});

test('promises no retry after a rate limit: neither commands nor actions are sent again', () => {
	const refused = (retryAfterMs?: number) =>
		failureOf(
			new ApiError('No.', {
				reason: 'refused',
				request: 'POST /server/{serverId}/restart',
				status: 429,
				retryAfterMs,
			}),
		);
	expect(refused()).toMatchObject({hint: 'Wait before you try again.', mayHaveRun: false});
	expect(refused(0)).toMatchObject({title: 'Too many requests.', hint: 'Wait before you try again.'});
	expect(refused(900_000).hint).toBe('Wait 15m before you try again.');
});
