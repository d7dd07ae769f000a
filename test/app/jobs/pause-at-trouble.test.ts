import {beforeEach, expect, test} from 'vitest';
import {pauseOrResume} from '../../../src/app/jobs/control-job.ts';
import {jobLine} from '../../../src/app/jobs/job-report.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {ApiError} from '../../../src/contract/errors.ts';
import {linesIn} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {activityText} from '../../../src/actions/activity.ts';

let app: HeadlessApp;
beforeEach(() => {
	app = openHeadlessApp(
		['a', 'b', 'c', 'd'].map(id => server(id, 'ONLINE', {gameType: 'CS2', nodeName: 'eu-1'})),
		'a',
	);
});

/** Restarts all servers, two at a time. */
async function begin(): Promise<void> {
	app.press('*');
	await app.openDialog('R');
	app.press('tab', 'tab', 'tab');
	app.type('2');
	app.press('enter');
	await app.settle();
	app.type('4');
	app.press('enter', 'enter');
	await app.passUndoWindow();
}
const hear = async (serverId: string, ...states: string[]) => {
	for (const state of states) {
		const at = app.services.clock.now();
		app.services.store.dispatch({type: 'fleet/received', at, changes: [{serverId, change: {state}}]});
		await app.settle();
	}
};
const sentTo = () =>
	app.sent
		.filter(({method}) => method === 'restart')
		.map(({input}) => (input as {serverId: string}).serverId);
const line = () => renderWithKeys(jobLine(app.state()) ?? '', usualKeymap);

test('pauses every lane if a server stays offline', async () => {
	await begin();
	expect(sentTo()).toEqual(['a', 'b']);
	await hear('a', 'STOPPING', 'OFFLINE');
	await hear('b', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	expect(app.job().steps[1]?.status).toBe('done');
	expect(sentTo()).toEqual(['a', 'b']);
	await app.services.clock.advance(10_000);
	expect(app.job()).toMatchObject({status: 'paused', stoppedBy: 'a'});
	expect(app.stepText(0)).toBe('went offline and stayed offline');
	await app.services.clock.advance(600_000);
	expect(sentTo()).toEqual(['a', 'b']);
	expect(line()).toMatch(/^Restart PAUSED: 1 of 4 back; name-a OFFLINE since \d\d:\d\d; 2 not sent \(o\)$/);
});

test("does not count the probes of a job as unread or as the user's commands", async () => {
	await begin();
	await hear('b', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	const commands = linesIn(app.state(), 'b').filter(entry => entry.kind === 'command');
	expect(commands).toMatchObject([{command: 'status', origin: 'probe', status: 'answered'}]);
	expect(app.state().unread.servers.has('b')).toBe(false);
});

test('Ctrl-C does not end the probe of a job, but starts to quit at once', async () => {
	await begin();
	app.services.api.awaitRcon = () => new Promise(() => {});
	await hear('b', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	expect(app.services.waits.size).toBe(1);
	app.press('ctrl+c', 'ctrl+c');
	expect(app.services.asked).toContain('quit');
});

test('only delays the other servers while one is briefly OFFLINE', async () => {
	await begin();
	await hear('a', 'STOPPING', 'OFFLINE');
	await hear('b', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	expect(sentTo()).toEqual(['a', 'b']);
	await hear('a', 'INITIALIZING');
	expect(sentTo()).toEqual(['a', 'b', 'c']);
	expect(app.job().status).toBe('running');
});

test('pauses every lane if a server crashes after it came up', async () => {
	await begin();
	await hear('a', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	expect(sentTo()).toEqual(['a', 'b', 'c']);
	await hear('a', 'RESTARTING');
	expect(app.job()).toMatchObject({status: 'paused', stoppedBy: 'a'});
	expect(app.stepText(0)).toBe('crashed: RESTARTING');
	await hear('b', 'STOPPING', 'INITIALIZING', 'ONLINE');
	await hear('c', 'STOPPING', 'INITIALIZING', 'ONLINE');
	expect(sentTo()).toEqual(['a', 'b', 'c']);
	expect(line()).toMatch(
		/^Restart PAUSED: 2 of 4 back; name-a RESTARTING since \d\d:\d\d; 1 not sent \(o\)$/,
	);
});

test('pauses, and can be resumed, if a finished server stays offline while every lane waits for it', async () => {
	await begin();
	await hear('a', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	await hear('a', 'OFFLINE');
	for (const id of ['b', 'c']) await hear(id, 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	await app.services.clock.advance(10_000);
	await app.settle();
	expect(app.job()).toMatchObject({status: 'paused', stoppedBy: 'a'});
	expect(sentTo()).toEqual(['a', 'b', 'c']);
	pauseOrResume(app.services, app.job());
	await app.settle();
	expect(sentTo()).toEqual(['a', 'b', 'c', 'd']);
});

test("does not take the user's own action on a finished server for a crash", async () => {
	await begin();
	await hear('a', 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	await app.services.clock.advance(1000);
	app.services.store.dispatch({type: 'fleet/sent', serverIds: ['a'], at: app.services.clock.now()});
	await hear('a', 'STOPPING', 'OFFLINE');
	await app.services.clock.advance(20_000);
	expect(app.job().status).toBe('running');
});

test('reports a server that goes down after the end of the job until it is back', async () => {
	await begin();
	for (const id of ['a', 'b', 'c', 'd']) await hear(id, 'STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
	expect(app.job()).toMatchObject({status: 'done'});
	expect(line()).toBe('');
	await hear('d', 'OFFLINE');
	await app.services.clock.advance(10_000);
	expect(app.job()).toMatchObject({status: 'done'});
	expect(line()).toMatch(/^Restart: 3 of 4 back; name-d OFFLINE since \d\d:\d\d \(o\)$/);
	await hear('d', 'INITIALIZING', 'ONLINE');
	expect(line()).toBe('');
});

test('an acknowledged problem leaves the line about the paused job until it is decided', async () => {
	await begin();
	await hear('a', 'STOPPING', 'OFFLINE');
	await app.services.clock.advance(10_000);
	expect(line()).toContain('name-a OFFLINE');
	const at = app.services.clock.now();
	app.services.store.dispatch({type: 'fleet/acknowledged', at, serverIds: ['a'], isKnown: true});
	expect(line()).toContain('Restart PAUSED: 0 of 4 back; 2 not sent');
	app.press('o');
	await app.services.clock.advance(700);
	app.press('A');
	expect(line()).toBe('');
});

test('does not retry a request while the job is paused', async () => {
	app.refuse(new ApiError('no', {reason: 'unreachable', request: 'POST'}));
	await begin();
	expect(sentTo()).toEqual(['a', 'b']);
	app.press('o');
	await app.services.clock.advance(700);
	app.press('p');
	await app.services.clock.advance(60_000);
	expect(sentTo()).toEqual(['a', 'b']);
	app.press('A');
	await app.settle();
	expect(sentTo()).toEqual(['a', 'b']);
	expect(app.job().steps.map(({status}) => status)).toEqual(['skipped', 'skipped', 'skipped', 'skipped']);
});

test('records the request to each server separately', async () => {
	app.refuse(
		new ApiError('no', {reason: 'refused', request: 'POST', status: 409, key: 'server.is_not_online'}),
	);
	await begin();
	const outcomes = ['a', 'c', 'd'].map(id =>
		linesIn(app.state(), id).flatMap(entry =>
			entry.kind === 'note' && entry.activity.type === 'action' ? [activityText(entry.activity)] : [],
		),
	);
	const refused = ['restart: refused: server.is_not_online'];
	expect(outcomes).toEqual([refused, [], []]);
	expect(line()).toMatch(
		/^Restart PAUSED: 0 of 4 back; name-a refused: server.is_not_online; .*; 2 not sent/,
	);
});
