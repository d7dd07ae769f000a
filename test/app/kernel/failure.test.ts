import {expect, test} from 'vitest';
import {ApiError, type Reason} from '../../../src/contract/errors.ts';
import {briefFailure, failureOf} from '../../../src/app/kernel/state/failure.ts';

const failed = (request: string, reason: Reason, status?: number) =>
	failureOf(new ApiError('The host did not answer within 15 s.', {reason, request, status}));

test('an action with an unknown outcome says so, and names the check before a retry', () => {
	const hint = 'It may have run. Check the state before you try again.';
	for (const reason of ['timeout', 'interrupted', 'unreadable'] as const) {
		expect(failed('POST /server/{serverId}/restart', reason)).toMatchObject({hint, mayHaveRun: true});
	}
	expect(failed('POST /server/{serverId}/stop', 'refused', 502)).toMatchObject({hint, mayHaveRun: true});
});

test('a service that has stored nothing reports a certain failure', () => {
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
	// Earlier versions also sent it for requests that were stored or sent.
	expect(answered('general.unavailable').mayHaveRun).toBe(true);
});

test('a command with an unknown outcome suggests looking for a late answer', () => {
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

const refusal = (request: string, status: number, more: {key?: string; serviceMessage?: string}) =>
	failureOf(new ApiError('No.', {reason: 'refused', request, status, ...more}));
const rcon = 'POST /server/{serverId}/rcon';

test('a command refused without a key has the hint of an offline server only if nothing else is said', () => {
	expect(refusal(rcon, 409, {})).toMatchObject({
		title: 'The server is not online.',
		hint: 'Start it, or wait until it is up.',
	});
	const known = {key: 'server.is_not_online', serviceMessage: 'Server is not online'};
	expect(refusal(rcon, 409, known).hint).toBe('Start it, or wait until it is up.');
	const unstartable = {...known, serviceMessage: 'The server is not online. Nothing here can start it.'};
	expect(refusal(rcon, 409, unstartable)).toMatchObject({title: unstartable.serviceMessage, hint: undefined});
	expect(refusal(rcon, 409, {serviceMessage: 'The server is locked for maintenance.'})).toMatchObject({
		title: 'The server is locked for maintenance.',
		hint: undefined,
	});
});

test.each([
	[400, {key: 'validation.failed', serviceMessage: 'too long'}, 'validation.failed: too long'],
	[409, {key: 'server.is_not_online', serviceMessage: 'Server is not online'}, 'server.is_not_online'],
	[409, {key: 'strange.reason', serviceMessage: 'The moon is full'}, 'strange.reason: The moon is full'],
	[409, {key: 'strange.reason'}, 'strange.reason'],
	[409, {serviceMessage: 'The moon is full'}, 'The moon is full'],
	[403, {key: 'missingPermission.X', serviceMessage: 'ask Mina'}, 'missingPermission.X: ask Mina'],
] as const)('the record of %i %j is "%s"', (status, more, brief) => {
	expect(briefFailure(refusal(rcon, status, more))).toBe(brief);
});

test.each([
	[401, 'The token has expired'],
	[403, 'Only on weekdays'],
	[404, 'This server moved'],
	[408, 'Node eu-1 is slow'],
	[409, 'The moon is full'],
	[422, 'The name is long'],
	[429, 'At most 5 a minute'],
	[500, 'Disk full'],
	[503, 'Back at 04:00'],
])(
	'%i shows the message of the service, also without a key, and for a missing permission',
	(status, serviceMessage) => {
		for (const request of [rcon, 'GET /images/{imageId}', 'POST /server/{serverId}/stop'])
			for (const key of [undefined, 'missingPermission.MANAGE_SERVERS', 'strange.reason'])
				expect(refusal(request, status, {serviceMessage, ...(key && {key})}).title).toContain(serviceMessage);
	},
);
