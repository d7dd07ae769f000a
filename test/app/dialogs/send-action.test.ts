import {expect, test} from 'vitest';
import type {Memorable} from '../../../src/actions/memorable.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {ApiError} from '../../../src/contract/errors.ts';
import {linesIn} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const activities = (app: HeadlessApp, serverId: string) =>
	linesIn(app.state(), serverId).flatMap(line => (line.kind === 'note' ? [line.activity] : []));

test('a rolling action appears in the console of each server when it is sent there', async () => {
	const app = openHeadlessApp(
		['a', 'b', 'c'].map(id => server(id, id === 'b' ? 'OFFLINE' : 'ONLINE', {gameType: 'CS2'})),
	);
	app.press('*');
	await app.openDialog('R');
	app.type('15');
	app.press('tab', 'tab', 'tab');
	app.type('1');
	app.press('enter');
	await app.settle();
	app.type('2');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	const [one] = activities(app, 'a');
	expect(one).toMatchObject({
		type: 'action',
		action: 'restart',
		targetCount: 1,
		input: {delayMinutes: 15},
		outcome: 'accepted',
	});
	// Nothing was sent to it so far.
	expect(activities(app, 'c')).toEqual([]);
	expect(activities(app, 'b')).toEqual([]);
	expect(app.lastNotice()).toMatch(/^Restart of 2 servers started\. /);
});

test('records a delayed stop with its delay, and expects its state change from then on', async () => {
	const app = openHeadlessApp();
	await app.openDialog('X');
	app.type('15');
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	const sentAt = app.services.clock.now();
	await app.passUndoWindow();
	expect(app.sent).toMatchObject([{method: 'stop', input: {delayMinutes: 15}}]);
	expect(activities(app, 'a')).toMatchObject([
		{action: 'stop', targetCount: 1, input: {delayMinutes: 15}, outcome: 'accepted'},
	]);
	expect(app.lastNotice()).toBe('name-a: stop in 15m accepted.');
	const from = app.state().fleet.actionTimes.get('a') ?? 0;
	expect(from - sentAt).toBeGreaterThan(15 * 60_000 - 11_000);
	expect(from - sentAt).toBeLessThan(15 * 60_000);
});

test.each([
	['refused', {reason: 'refused', status: 409, key: 'server.is_not_online'}, 'server.is_not_online'],
	['unknown', {reason: 'interrupted'}, expect.any(String)],
	['failed', {reason: 'unreachable'}, expect.any(String)],
] as const)('records the known facts of a failure: %s', async (outcome, error, reason) => {
	const app = openHeadlessApp();
	app.refuse(new ApiError('no', {request: 'POST /server/{serverId}/stop', ...error}));
	await app.openDialog('X');
	app.press('enter');
	await app.settle();
	app.press('tab', 'enter');
	await app.passUndoWindow();
	expect(activities(app, 'a')).toMatchObject([{action: 'stop', outcome, input: {}, reason}]);
});

test.each([
	['accepted', undefined],
	['refused', {reason: 'refused', status: 429}],
	['unknown', {reason: 'timeout'}],
] as const)(
	'an action is in the journal before it is sent, and once with its outcome: %s',
	async (outcome, error) => {
		const written: Memorable[] = [];
		let queued: Memorable[] = [];
		let sentAtFlush: number | undefined;
		const keep = (entries: readonly Memorable[]) => void queued.push(...entries);
		const flush = async () => {
			sentAtFlush ??= app.sent.length;
			written.push(...queued);
			queued = [];
		};
		const app = openHeadlessApp(undefined, undefined, {journal: {...noJournal, keep, flush}});
		if (error) app.refuse(new ApiError('no', {request: 'POST /server/{serverId}/stop', ...error}));
		await app.openDialog('X');
		app.type('15');
		app.press('enter');
		await app.settle();
		app.press('tab', 'enter');
		await app.passUndoWindow();
		expect(app.sent).toHaveLength(1);
		expect(sentAtFlush).toBe(0);
		const [pending] = written;
		expect(pending).toMatchObject({
			kind: 'note',
			serverId: 'a',
			server: 'name-a',
			activity: {action: 'stop', input: {delayMinutes: 15}, outcome: 'pending'},
		});
		// The journal replaces an entry by another one with its id.
		const line = linesIn(app.state(), 'a').find(({kind}) => kind === 'note');
		expect(line).toMatchObject({id: pending?.kind === 'note' ? pending.id : '', activity: {outcome}});
	},
);
