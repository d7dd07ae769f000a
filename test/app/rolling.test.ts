import {beforeEach, expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {jobProgress} from '../../src/app/jobs/jobs-state.ts';
import {waitUntil} from '../../src/app/kernel/state/wait-until.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../helpers/headless-app.ts';
import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';

let app: HeadlessApp;
const open = (given: Parameters<typeof openHeadlessApp>[2] = {}, states = ['ONLINE', 'ONLINE', 'ONLINE']) => {
	app = openHeadlessApp(
		['a', 'b', 'c'].map((id, index) => server(id, states[index], {gameType: 'CS2', nodeName: `eu-${index}`})),
		'a',
		given,
	);
};
beforeEach(() => open());

const hear = (serverId: string, state: string) =>
	app.services.store.dispatch({
		type: 'fleet/received',
		at: app.services.clock.now() + 1,
		changes: [{serverId, change: {state}}],
	});
const statuses = () => app.job().steps.map(({status}) => status);
const acts = (method: string) => app.sent.filter(sent => sent.method === method);

/** Selects all servers, opens the dialog, and types the count. */
async function begin(key: string, count = '3'): Promise<void> {
	app.press('*');
	await app.openDialog(key);
	app.press('enter');
	await app.settle();
	app.type(count);
	app.press('enter', 'enter');
	await app.passUndoWindow();
}
async function comesBack(id: string): Promise<void> {
	hear(id, 'STOPPING');
	await app.services.clock.advance(10_000);
	hear(id, 'ONLINE');
	await app.settle();
}

test('an action on several servers requires their number and shows its plan', async () => {
	app.press('*');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	const review = app.view()?.review;
	expect(review?.confirm?.prompt).toBe('Type 3 to confirm (the number of servers):');
	const rows = Object.fromEntries((review?.rows ?? []).map(({label, lines}) => [label, lines]));
	expect(renderWithKeys(rows['Order']?.[0] ?? '', usualKeymap)).toBe('1. name-a  ONLINE  0 players  eu-0');
	expect(rows['CLI']).toEqual([
		'rcondeck restart --rolling 1 --gate ready --gate-timeout 5m --yes name-a name-b name-c',
	]);
	app.type('2');
	app.press('enter');
	expect(app.lastNotice()).toBe('"2" does not match. Type it exactly as shown.');
	expect(app.sent).toEqual([]);
});

test('state changes by a delayed restart of several servers are self-caused', async () => {
	app.press('*');
	await app.openDialog('R');
	app.type('10');
	app.press('enter');
	await app.settle();
	app.type('3');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	expect(acts('restart')).toEqual(
		['a', 'b', 'c'].map(serverId => ({method: 'restart', input: {serverId, delayMinutes: 10}})),
	);
	expect(app.services.store.getState().fleet.actionTimes.get('a')).toBe(
		app.job().startedAt + 600_000 - 10_000,
	);
});

test('distinguishes one player from several', async () => {
	const facts = {gameType: 'CS2', nodeName: 'eu-1'};
	app = openHeadlessApp([
		server('a', 'ONLINE', {...facts, onlinePlayers: 1, maxPlayers: 1}),
		server('b', 'ONLINE', facts),
	]);
	const review = async () => {
		await app.openDialog('R');
		app.press('enter');
		await app.settle();
		const text = (app.view()?.review?.rows ?? [])
			.flatMap(({lines}) => lines.map(line => renderWithKeys(line, usualKeymap)))
			.join('\n');
		app.press('esc', 'esc');
		return text;
	};
	expect(await review()).toContain('ONLINE, 1 of 1 player ');
	app.press('*');
	const several = await review();
	expect(several).toContain('1. name-b  ONLINE  0 players  eu-1\n2. name-a  ONLINE  1 player   eu-1');
	expect(several).toContain('2 ONLINE; 1 player ');
	expect(several).toContain('Each server disconnects its players in its turn; online now: 1 player.');
});

test('a forced stop includes servers that cannot be stopped gracefully', async () => {
	open({}, ['ONLINE', 'STOPPING', 'OFFLINE']);
	app.press('*');
	await app.openDialog('X');
	expect(app.view()?.fields.map(({name}) => name)).toEqual([
		'delay',
		'message',
		'force',
		'atOnce',
		'deadline',
	]);
	app.press('tab', 'tab', 'right', 'enter');
	await app.settle();
	const rows = Object.fromEntries((app.view()?.review?.rows ?? []).map(({label, lines}) => [label, lines]));
	expect(rows['Effect']).toContain('The processes are killed: unsaved progress is lost.');
	app.type('2');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	expect(acts('stop')).toEqual([{method: 'stop', input: {serverId: 'a', forceStop: true}}]);
	expect(app.job()).toMatchObject({
		action: 'stop',
		force: true,
		command: {
			before: ['stop', '--force', '--rolling', '1', '--gate', 'ready', '--gate-timeout', '5m', '--yes'],
			after: [],
		},
	});
});

test('restarts the next server only after the previous one is back and answers', async () => {
	await begin('R');
	expect(acts('restart')).toHaveLength(1);
	await app.services.clock.advance(60_000);
	expect(acts('restart')).toHaveLength(1);
	await comesBack('a');
	const status = acts('await').filter(({input}) => JSON.stringify(input).includes('"status"'));
	expect(status).toMatchObject([{input: {serverId: 'a', command: 'status'}}]);
	expect(acts('restart')).toHaveLength(2);
	expect(statuses()).toEqual(['done', 'gate', 'waiting']);
	await comesBack('b');
	await comesBack('c');
	expect(app.job()).toMatchObject({status: 'done'});
	expect(jobProgress(app.job())).toBe('3/3');
});

test('a server that does not come back pauses the others, and `p` continues without it', async () => {
	await begin('R');
	hear('a', 'STOPPING');
	await app.services.clock.advance(5 * 60_000);
	expect(app.job()).toMatchObject({
		status: 'paused',
		stoppedBy: 'a',
	});
	expect(app.stepText(0)).toBe('STOPPING after 5m');
	expect(acts('restart')).toHaveLength(1);
	app.press('o', 'p');
	await app.services.clock.advance(400);
	app.press('p');
	await app.settle();
	expect(acts('restart')).toHaveLength(2);
	await comesBack('b');
	await comesBack('c');
	expect(statuses()).toEqual(['failed', 'done', 'done']);
});

test('A aborts the job: requests already sent continue, and nothing more is sent', async () => {
	await begin('R');
	await app.openDialog('o');
	app.press('A');
	await comesBack('a');
	expect(statuses()).toEqual(['done', 'skipped', 'skipped']);
	// An abort has no effect on servers it skipped.
	expect(jobProgress(app.job())).toBe('1/3');
	expect(acts('restart')).toHaveLength(1);
	expect(app.job().status).toBe('aborted');
});

test('a refused server is reported with its key, and also pauses the others', async () => {
	await begin('R');
	app.refuse(
		new ApiError('no', {
			reason: 'refused',
			request: 'POST',
			status: 409,
			key: 'server.timed_restart_already_scheduled',
		}),
	);
	app.services.store.dispatch({
		type: 'fleet/received',
		at: 0,
		changes: [{serverId: 'a', change: {state: 'STOPPING'}}],
	});
	hear('a', 'ONLINE');
	await app.services.clock.advance(5 * 60_000);
	expect(app.stepText(0)).toBe('up, but did not answer status');
	await app.openDialog('o');
	app.press('p');
	await app.settle();
	expect(app.stepText(1)).toBe('refused: server.timed_restart_already_scheduled');
	expect(app.job()).toMatchObject({status: 'paused', stoppedBy: 'b'});
	expect(statuses()).toEqual(['failed', 'failed', 'waiting']);
});

test('retries requests that were certainly not sent, but not those that may have run', async () => {
	app.refuse(new ApiError('no', {reason: 'unreachable', request: 'POST'}));
	await begin('R');
	expect(acts('restart')).toHaveLength(1);
	await app.services.clock.advance(10_001);
	expect(acts('restart')).toHaveLength(2);
	app.refuse(new ApiError('no', {reason: 'timeout', request: 'POST'}));
	await app.services.clock.advance(60_000);
	expect(acts('restart')).toHaveLength(3);
	expect(app.stepText(0)).toBe('no answer, it may have run; waiting at the gate');
});

test('the delay of a retry shows its length, and ends with `r`', async () => {
	app.refuse(new ApiError('no', {reason: 'unreachable', request: 'POST'}));
	await begin('R');
	expect(app.stepText(0)).toBe('not sent (no), retrying in 10s');
	await app.services.clock.advance(9000);
	expect(acts('restart')).toHaveLength(1);
	app.services.clock.setAhead(-86_400_000);
	await app.services.clock.advance(1000);
	expect(acts('restart')).toHaveLength(2);
	app.press('esc', 'r');
	await app.settle();
	expect(acts('restart')).toHaveLength(3);
});

test.each([undefined, 1000])(
	'a request that is answered 429 is not repeated: the job pauses (Retry-After %s)',
	async retryAfterMs => {
		app.refuse(new ApiError('slow', {reason: 'refused', request: 'POST', status: 429, retryAfterMs}));
		await begin('R');
		expect(app.stepText(0)).toBe('refused: Too many requests');
		expect(app.job()).toMatchObject({status: 'paused', stoppedBy: 'a'});
		await app.services.clock.advance(900_000);
		app.press('esc', 'r');
		await app.settle();
		expect(acts('restart')).toHaveLength(1);
	},
);

test('servers that a job has stopped can be started again as the same set', async () => {
	await begin('X');
	for (const id of ['a', 'b', 'c']) {
		hear(id, 'STOPPING');
		await app.settle();
		hear(id, 'OFFLINE');
		await app.settle();
	}
	expect(app.job()).toMatchObject({action: 'stop', status: 'done'});
	await app.openDialog('o');
	app.press('S');
	await app.services.clock.advance(400);
	expect(app.view()?.title).toBe('Start 3 servers');
});

test('quitting while a job is in progress asks first', async () => {
	await begin('R');
	app.press('q');
	expect(app.services.asked).not.toContain('quit');
	expect(app.lastNotice()).toContain('Running jobs have 3 servers left');
	app.press('q');
	expect(app.services.asked).toContain('quit');
});

test('skips servers that cannot be restarted now, and reports them', async () => {
	open({}, ['ONLINE', 'OFFLINE', 'ONLINE']);
	app.press('*');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	const target = app.view()?.review?.rows.find(({label}) => label === 'Target');
	expect(renderWithKeys(target?.lines[0] ?? '', usualKeymap)).toMatch(/^\d of \d servers /);
	const left = app.view()?.review?.rows.find(({label}) => label === 'Skipped');
	expect(left?.lines).toEqual(['name-b is OFFLINE. Only an online server can be restarted.']);
});

test('a job sends nothing after the end of its session, and leaves its pending servers open', async () => {
	await begin('R');
	expect(acts('restart')).toHaveLength(1);
	app.services.end();
	await comesBack('a');
	await app.services.clock.advance(10 * 60_000);
	expect(acts('restart')).toHaveLength(1);
	expect(statuses()).toEqual(['gate', 'waiting', 'waiting']);
	expect(app.job().status).toBe('running');
	expect(await waitUntil(app.services, () => true)).toBe(false);
});

test('B broadcasts to all selected servers that are online', async () => {
	open({}, ['ONLINE', 'OFFLINE', 'ONLINE']);
	app.press('*');
	await app.openDialog('B');
	app.type('hello');
	app.press('enter');
	await app.settle();
	app.type('2');
	app.press('enter', 'enter');
	await app.passUndoWindow();
	expect(acts('await')).toMatchObject([
		{input: {serverId: 'a', command: 'say hello'}},
		{input: {serverId: 'c'}},
	]);
	expect(app.job().status).toBe('done');
});

test('leaves a server of an active rolling action to that action', async () => {
	await begin('R');
	app.press('*');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	expect(app.view()?.fields[0]?.problem).toBe('None of them can be restarted now.');
});

test('confirmation asks for the number of affected servers, not of selected ones', async () => {
	open({}, ['ONLINE', 'OFFLINE', 'ONLINE']);
	app.press('*');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	expect(app.view()?.review?.confirm?.prompt).toBe('Type 2 to confirm (the number of servers):');
});
