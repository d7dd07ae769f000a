import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {linesIn} from '../../helpers/builders.ts';
import {openDesk, server, type Desk} from '../../helpers/desk.ts';

const activities = (desk: Desk, serverId: string) =>
	linesIn(desk.state(), serverId).flatMap(line => (line.kind === 'note' ? [line.activity] : []));

test('what is done on several servers at once is in the console of each, as one operation; not in those left out', async () => {
	const desk = openDesk(
		['a', 'b', 'c'].map(id => server(id, id === 'b' ? 'OFFLINE' : 'ONLINE', {gameType: 'CS2'})),
	);
	desk.press('*');
	await desk.openDialog('R');
	desk.type('15');
	desk.press('enter');
	await desk.settle();
	desk.type('2');
	desk.press('enter', 'enter');
	await desk.settle();
	const [one] = activities(desk, 'a');
	expect(one).toMatchObject({
		type: 'action',
		action: 'restart',
		targetCount: 2,
		input: {delayMinutes: 15, batchSize: 1},
		outcome: 'accepted',
	});
	expect(activities(desk, 'c')).toEqual([one]);
	expect(activities(desk, 'b')).toEqual([]);
	expect(desk.lastNotice()).toMatch(/^Restart of 2 servers started\. /);
});

test('a delayed stop is kept with its delay, and what comes of it is expected from then on', async () => {
	const desk = openDesk();
	await desk.openDialog('X');
	desk.type('15');
	desk.press('enter');
	await desk.settle();
	desk.press('tab', 'enter');
	const sentAt = desk.services.clock.now();
	await desk.held();
	expect(desk.sent).toMatchObject([{method: 'stop', input: {delayMinutes: 15}}]);
	expect(activities(desk, 'a')).toMatchObject([
		{action: 'stop', targetCount: 1, input: {delayMinutes: 15}, outcome: 'accepted'},
	]);
	expect(desk.lastNotice()).toBe('Stop of name-a in 15m accepted.');
	const from = desk.state().fleet.actionTimes.get('a') ?? 0;
	expect(from - sentAt).toBeGreaterThan(15 * 60_000 - 11_000);
	expect(from - sentAt).toBeLessThan(15 * 60_000);
});

test.each([
	['refused', {reason: 'refused', status: 409, key: 'server.is_not_online'}, 'server.is_not_online'],
	['unknown', {reason: 'interrupted'}, expect.any(String)],
	['failed', {reason: 'unreachable'}, expect.any(String)],
] as const)('a failure is kept as what is known of it: %s', async (outcome, error, reason) => {
	const desk = openDesk();
	desk.refuse(new ApiError('no', {request: 'POST /server/{serverId}/stop', ...error}));
	await desk.openDialog('X');
	desk.press('enter');
	await desk.settle();
	desk.press('tab', 'enter');
	await desk.held();
	expect(activities(desk, 'a')).toMatchObject([{action: 'stop', outcome, input: {}, reason}]);
});
