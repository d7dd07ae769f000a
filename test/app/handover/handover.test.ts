import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {expect, test} from 'vitest';
import type {Activity} from '../../../src/actions/activity.ts';
import type {JobStep, StepStatus} from '../../../src/contract/models/job.ts';
import {handoverText} from '../../../src/app/handover/handover-text.ts';
import {NodeTask, Node} from '../../../src/contract/models/node.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {anAction, aReport, stateChange} from '../../helpers/activities.ts';
import {aServer, startAt} from '../../helpers/builders.ts';
import {aNote, handoverAfter} from './facts.ts';

const minute = (count: number) => startAt + count * 60_000;
const alpha = aServer({id: 'a', displayName: 'alpha', state: 'OFFLINE'});

test('counts a server of a disconnected node as unknown rather than busy, and counts unreadable records', () => {
	const servers = ['ONLINE', 'STOPPING', 'UNKNOWN', 'FROZEN'].map(state =>
		aServer({id: state, displayName: state.toLowerCase(), state}),
	);
	const unreadable = [{name: 'record 3', reason: 'id: expected an id'}];
	const text = handoverText(handoverAfter([], {servers, unreadable}));
	expect(text).toContain(': 1 up, 0 down, 1 busy, 2 unknown, 1 unreadable');
	expect(text).toMatch(/^BUSY {5}stopping {2}STOPPING/m);
	expect(text).toMatch(/^UNKNOWN {2}unknown {2}UNKNOWN/m);
	expect(text).toMatch(/^UNKNOWN {2}frozen {2}FROZEN/m);
	expect(text).toMatch(/^UNREAD {3}record 3 {2}id: expected an id$/m);
});

test.each<[string, Activity, string]>([
	[
		'a refusal',
		anAction('stop', {outcome: 'refused', reason: 'server.is_busy'}),
		'FAILED   03:01Z  alpha  stop: refused: server.is_busy',
	],
	[
		'a request that was not answered',
		anAction('stop', {outcome: 'unknown'}),
		'OPEN     03:01Z  alpha  stop: outcome unknown, it may have run',
	],
	[
		'a request of a process that died',
		anAction('stop', {outcome: 'pending'}),
		'OPEN     03:01Z  alpha  stop: outcome unknown, it may have run',
	],
	[
		'an action with nothing more to come',
		anAction('rename', {input: {name: 'beta'}}),
		'DONE     03:01Z  alpha  It renamed to beta.',
	],
	[
		'a restart without proof',
		anAction('restart'),
		'SENT     03:01Z  alpha  Restart accepted. Not confirmed; OFFLINE now.',
	],
	[
		'a restart that is not due',
		anAction('restart', {input: {delayMinutes: 90}}),
		'SENT     03:01Z  alpha  Restart in 90m accepted. Due 04:31Z.',
	],
])('reports %s exactly', (_, activity, row) => {
	const text = handoverText(handoverAfter([aNote(1, activity)], {servers: [alpha]}));
	expect(text.split('\n').filter(line => line.includes('03:01Z'))).toEqual([row]);
});

test('reports an action as done once the server is seen to come back or to stop', () => {
	const text = handoverText(
		handoverAfter([
			aNote(1, anAction('restart', {operationId: 'r'})),
			aNote(2, stateChange('ONLINE', 'STOPPING')),
			aNote(4, stateChange('INITIALIZING', 'ONLINE')),
			aNote(10, anAction('stop', {operationId: 's'})),
			aNote(12, stateChange('STOPPING', 'STOPPED')),
			aNote(15, anAction('start', {operationId: 'v'})),
			aNote(16, stateChange('INITIALIZING', 'ONLINE')),
			aNote(20, anAction('restart', {operationId: 't', input: {delayMinutes: 5}})),
			aNote(21, anAction('cancel-schedule', {operationId: 'u', input: {scheduled: 'restart'}})),
		]),
	);
	expect(text).toContain('DONE     03:01Z  alpha  Restart accepted. Came back 03:04Z.');
	expect(text).toContain('DONE     03:10Z  alpha  Stop accepted. Stopped 03:12Z.');
	expect(text).toContain('DONE     03:15Z  alpha  Start accepted. Came up 03:16Z.');
	expect(text).toContain('DONE     03:20Z  alpha  Restart in 5m accepted. Canceled before it ran.');
});

test('groups the servers of an action by outcome and names them', () => {
	const of = (id: string, outcome: 'accepted' | 'refused' | 'pending') =>
		aNote(1, anAction('restart', {outcome, ...(outcome === 'refused' && {reason: 'server.is_busy'})}), {
			serverId: id,
			server: `isl-${id}`,
			source: 'shell',
		});
	const handover = handoverAfter([
		of('1', 'accepted'),
		of('2', 'accepted'),
		of('3', 'refused'),
		of('4', 'pending'),
		aNote(3, stateChange('INITIALIZING', 'ONLINE'), {serverId: '1'}),
	]);
	expect(handoverText(handover)).toContain(
		[
			'PARTLY   03:01Z  Restart, 4 servers: 1 came back, 1 sent but not confirmed, 1 failed, 1 outcome unknown',
			'           came back: isl-1 (ONLINE 03:03Z)',
			'           sent but not confirmed: isl-2',
			'           failed: isl-3 (server.is_busy)',
			'           outcome unknown: isl-4',
		].join('\n'),
	);
	expect(handoverText(handover, 'markdown')).toContain('\n  - failed: isl-3 (server.is\\_busy)\n');
});

test('the recorded start of a rolling restart proves nothing for its servers', () => {
	const started = ['1', '2', '3'].map(id =>
		aNote(1, anAction('restart', {input: {batchSize: 1}, targetCount: 3}), {serverId: id, server: id}),
	);
	const handover = handoverAfter([
		...started,
		aNote(2, stateChange('ONLINE', 'STOPPING'), {serverId: '1'}),
		aNote(3, stateChange('INITIALIZING', 'ONLINE'), {serverId: '1'}),
	]);
	expect(handover.operations.map(({pieces}) => pieces.map(({outcome}) => outcome))).toEqual([
		['back', 'unknown', 'unknown'],
	]);
	expect(handoverText(handover)).not.toContain('DONE');
});

test('shows when tasks are due, which servers offline nodes have, and when alerts were acknowledged', () => {
	const task = NodeTask.parse({
		id: 't1',
		nodeId: 'node-1',
		type: 'TIMED_RESTART',
		state: 'PENDING',
		targetIds: ['b'],
		createdAt: minute(50),
		context: {delay: 30},
	});
	const servers = [alpha, aServer({id: 'b', displayName: 'beta', onlinePlayers: 3})];
	const handover = handoverAfter([], {
		servers,
		nodes: [Node.parse({id: 'node-1', name: 'eu-1', status: 'OFFLINE', lastAlive: minute(40)})],
		tasks: [task],
		shift: {
			records: [],
			lastChanges: [{serverId: 'a', at: minute(-600), state: 'OFFLINE'}],
			acknowledged: [{serverId: 'a', state: 'OFFLINE', at: minute(5)}],
			observed: [],
			jobs: [],
		},
	});
	const text = handoverText(handover);
	expect(text).toContain('NODE     eu-1  OFFLINE, last alive 03:40Z (2 servers, 44 players)\n');
	expect(text).toContain(
		'DOWN     alpha  OFFLINE since 2026-11-20T17:00Z  node eu-1  (acknowledged 03:05Z)\n',
	);
	expect(text).toContain('PENDING  beta  restart due 04:20Z (in 20m)\n');
});

test('lists the servers of an offline node below it, and acknowledged ones separately', () => {
	const servers = ['isl-1', 'isl-2', 'isl-3'].map(name =>
		aServer({id: name, displayName: name, state: 'UNKNOWN'}),
	);
	const handover = handoverAfter([], {
		servers,
		nodes: [Node.parse({id: 'node-1', name: 'eu-1', status: 'OFFLINE', lastAlive: minute(40)})],
		shift: {
			records: [],
			lastChanges: servers.map(({id}) => ({serverId: id, at: minute(41), state: 'UNKNOWN'})),
			acknowledged: [{serverId: 'isl-3', state: 'UNKNOWN', at: minute(45)}],
			observed: [],
			jobs: [],
		},
	});
	expect(handoverText(handover).split('\n').slice(1, -1)).toEqual([
		'NODE     eu-1  OFFLINE, last alive 03:40Z (3 servers, 123 players)',
		'           UNKNOWN since 03:41Z: isl-1, isl-2',
		'UNKNOWN  isl-3  UNKNOWN since 03:41Z  node eu-1  (acknowledged 03:45Z)',
	]);
});

test('lists servers that crash repeatedly even if they are up now, and counts a change from two sessions once', () => {
	const crash = (at: number) => [
		aNote(at, stateChange('ONLINE', 'RESTARTING')),
		aNote(at, stateChange('ONLINE', 'RESTARTING')),
		aNote(at + 1, stateChange('RESTARTING', 'ONLINE')),
	];
	const servers = [aServer({id: 'a', displayName: 'alpha', state: 'ONLINE'})];
	const text = handoverText(handoverAfter([52, 54, 56].flatMap(crash), {servers}));
	expect(text).toContain('CRASHING alpha  crashed 3x in 10m, last 03:56Z; ONLINE now\n');
	expect(handoverText(handoverAfter([12, 14, 16].flatMap(crash), {servers}))).not.toContain('CRASHING');
});

test('does not apply the acknowledgment of an earlier outage to the current one', () => {
	const handover = handoverAfter([], {
		servers: [alpha],
		shift: {
			records: [],
			lastChanges: [{serverId: 'a', at: minute(30), state: 'OFFLINE'}],
			acknowledged: [{serverId: 'a', state: 'OFFLINE', at: minute(5)}],
			observed: [],
			jobs: [],
		},
	});
	expect(handover.down).toMatchObject([{name: 'alpha', acknowledgedAt: undefined}]);
});

test('an action succeeded if the service dates the current state after it', () => {
	const servers = (stateSince: number) => [
		aServer({id: 'a', displayName: 'alpha', state: 'ONLINE', stateSince}),
		aServer({id: 'b', displayName: 'beta', state: 'OFFLINE', stateSince: minute(3)}),
	];
	const restart = aNote(1, anAction('restart', {input: {delayMinutes: 5}}));
	expect(handoverText(handoverAfter([restart], {servers: servers(minute(7))}))).toContain(
		'DONE     03:01Z  alpha  Restart in 5m accepted. Came back 03:07Z.\n',
	);
	const text = handoverText(handoverAfter([restart], {servers: servers(minute(2))}));
	expect(text).toContain('SENT     03:01Z  alpha  Restart in 5m accepted. Not confirmed; ONLINE now.\n');
	expect(text).toContain('DOWN     beta  OFFLINE since 03:03Z');
});

test('falls back to the schedules in the journal if tasks cannot be read, and says so', () => {
	const due = aNote(50, anAction('stop', {input: {delayMinutes: 30}}));
	const text = handoverText(
		handoverAfter([due], {tasks: undefined, nodes: undefined, automations: undefined}),
	);
	expect(text).toContain(
		'PENDING  unknown: node tasks cannot be read\nPENDING  alpha  stop due 04:20Z (in 20m)  (from this journal)\n',
	);
	expect(text).toContain('NODE     unknown: nodes cannot be read\n');
	expect(text).toContain('FAILING  unknown: runs of automations cannot be read\n');
});

test('escapes server names so that they neither format a chat message nor mention anyone', () => {
	const servers = [aServer({id: 'a', displayName: '@everyone *hi* `x`', state: 'OFFLINE'})];
	const text = handoverText(handoverAfter([], {servers}), 'markdown');
	expect(text).toContain('- **DOWN** @\u200Beveryone \\*hi\\* \\`x\\`  OFFLINE');
});

test('limits a chat message to the eight newest entries of each kind and counts the rest', () => {
	const records = Array.from({length: 10}, (_, n) =>
		aNote(n, anAction('backup', {operationId: `o${n}`}), {server: `isl-${n}`}),
	);
	const rows = handoverText(handoverAfter(records)).split('\n').slice(1);
	expect(rows.slice(0, 2)).toEqual([
		'DONE     03:09Z  isl-9  Backup accepted.',
		'DONE     03:08Z  isl-8  Backup accepted.',
	]);
	expect(rows.slice(7, 9)).toEqual(['DONE     03:02Z  isl-2  Backup accepted.', '         … and 2 more']);
});

test('shows the outcome of a job on each server: came back, failed, unknown, never sent', () => {
	const step = (n: number, status: StepStatus, more: Partial<JobStep> = {}): JobStep => ({
		serverId: `s${n}`,
		name: `isl-${n}`,
		status,
		at: minute(n),
		...more,
	});
	const steps = [
		step(1, 'done'),
		step(2, 'gate'),
		step(3, 'failed', {problem: {kind: 'offline'}}),
		step(4, 'sending'),
		step(5, 'waiting'),
	];
	const request = anAction('restart', {operationId: 'j1'});
	const shift = {
		records: [
			...steps.slice(0, 4).map(({serverId, name}) => aNote(1, request, {serverId, server: name})),
			aNote(9, stateChange('INITIALIZING', 'ONLINE'), {serverId: 's2'}),
		],
		lastChanges: [],
		acknowledged: [],
		observed: [],
		jobs: [{job: aJob({id: 'j1', status: 'running', startedAt: startAt, steps}), isRunning: false}],
	};
	const rows = handoverText(handoverAfter([], {shift})).split('\n').slice(1, -1);
	expect(rows).toEqual([
		'PARTLY   03:00Z  Restart (cut short), 5 servers: 2 came back, 1 failed, 1 outcome unknown, 1 never sent',
		'           came back: isl-1 (RUNNING 03:01Z), isl-2 (ONLINE 03:09Z)',
		'           failed: isl-3 (went offline and stayed offline)',
		'           outcome unknown: isl-4',
		'           never sent: isl-5',
	]);
	const running = {...shift, jobs: shift.jobs.map(({job}) => ({job, isRunning: true}))};
	expect(handoverText(handoverAfter([], {shift: running}))).toContain(
		'Restart, 5 servers: 2 came back, 1 sent but not confirmed, 1 failed, 1 not sent yet',
	);
});

test('lists the notes of everybody, newest first, and names who acknowledged an alert', () => {
	const team = (by: string, text: string) => ({type: 'team', what: 'note', by, text}) as const;
	const records = [
		aNote(1, team('Ana', 'disk of alpha is full'), {serverId: undefined, server: undefined}),
		aNote(2, {...team('Ana', 'OFFLINE'), what: 'acknowledged'}),
		{...aNote(3, aReport('')), kind: 'mark', activity: undefined, text: 'Jonas is on it'},
		{...aNote(4, aReport('')), kind: 'mark', activity: undefined, text: ''},
	];
	const acknowledged = [{serverId: 'a', state: 'OFFLINE', at: minute(2), by: 'Ana'}];
	const handover = handoverAfter(records, {
		servers: [alpha],
		shift: {records, lastChanges: [], acknowledged, observed: [], jobs: []},
	});
	const rows = handoverText(handover).split('\n');
	expect(rows.filter(row => /^(DOWN|NOTE)/.test(row))).toEqual([
		'DOWN     alpha  OFFLINE, start time unknown  node eu-1  (acknowledged 03:02Z by Ana)',
		'NOTE     03:03Z  Jonas is on it',
		'NOTE     03:01Z  Ana: disk of alpha is full',
	]);
});

test('names the other admins whose commands it counts, if the service reports them', () => {
	const command = (by?: string) =>
		({...aNote(1, aReport('')), kind: 'command', origin: 'other', by}) as const;
	const text = handoverText(handoverAfter([command('Jonas'), command('Ana'), command(), command('Ana')]));
	expect(text).toContain('0 by you, 4 by others (Ana 2, Jonas 1, and 1 without a name).');
	const many = handoverText(handoverAfter([...'ABCDEFG'].map(command)));
	expect(many).toContain('7 by others (A 1, B 1, C 1, D 1, E 1, 2 more 2).');
	expect(handoverText(handoverAfter([command()]))).toContain('1 by others.');
});

test('later evidence closes an action: a canceled task, a server that came up, or the rest', () => {
	const restart = (operationId: string, over = {}) => anAction('restart', {operationId, ...over});
	const cancel = anAction('cancel-task', {
		operationId: 'c',
		input: {nodeId: 'n', taskId: 't', name: 'TIMED_RESTART', servers: ['a']},
	});
	const canceled = handoverAfter([
		aNote(1, restart('r', {input: {delayMinutes: 90}})),
		aNote(2, cancel, {serverId: undefined, server: undefined}),
	]);
	expect(handoverText(canceled)).toContain('Restart in 90m accepted. Canceled before it ran.');
	const came = handoverAfter([
		aNote(1, restart('r', {outcome: 'unknown'})),
		aNote(4, stateChange('INITIALIZING', 'ONLINE')),
	]);
	expect(handoverText(came)).toMatch(/^DONE .*ONLINE|^DONE .*03:04Z/m);
	expect(handoverText(came)).not.toContain('OPEN');
	const steps = [
		aStep('a', {status: 'skipped', isSettled: true}),
		aStep('b', {status: 'unknown', problem: {kind: 'skipped'}, isSettled: true}),
	];
	const jobs = [{job: aJob({status: 'aborted', steps}), isRunning: false}];
	const records = [aNote(5, restart('own')), aNote(7, stateChange('INITIALIZING', 'ONLINE'))];
	const shift = {records, lastChanges: [], acknowledged: [], observed: [], jobs};
	const text = handoverText(handoverAfter([], {shift}));
	expect(text).not.toMatch(/never sent|failed|unknown/);
	expect(text).toContain('DONE     03:05Z  alpha');
});

test('the first line says when the servers were read last, and has the offset of the zone', () => {
	const silent = {asOf: minute(59), since: minute(59) + 3000};
	const zone = process.env['TZ'];
	process.env['TZ'] = 'Europe/Berlin';
	try {
		const text = handoverText(handoverAfter([], {silent, servers: [alpha]}));
		expect(text.split('\n')[0]).toBe(
			'Handover 2026-11-21T05:00+01:00  Dev Guild [PROD], as of 04:59, service unreachable for 57s: 0 up, 1 down, 0 busy',
		);
	} finally {
		if (zone === undefined) delete process.env['TZ'];
		else process.env['TZ'] = zone;
	}
});

test('lists failing automations between outages and pending actions', () => {
	const run = (automationId: string, at: number, status: string) =>
		AutomationRun.parse({
			id: `${automationId}${at}`,
			automationId,
			status,
			createdAt: minute(at),
			finishedAt: minute(at),
			...(status === 'FAILED' && {stepHistory: [{errorMessage: 'The server is not online.'}]}),
		});
	const runs = [
		run('check', 5, 'SUCCEEDED'),
		...[10, 20, 30].map(at => run('check', at, 'FAILED')),
		run('save', 10, 'FAILED'),
		run('save', 20, 'SUCCEEDED'),
		run('old', -10, 'FAILED'),
	];
	const text = handoverText(
		handoverAfter([aNote(3, anAction('broadcast'))], {
			servers: [aServer({id: 'b', displayName: 'beta', state: 'OFFLINE'})],
			automations: {runs, nameOf: ({automationId = ''}) => automationId},
		}),
	);
	expect(text.split('\n').map(line => line.split(' ')[0])).toEqual([
		'Handover',
		'DOWN',
		'FAILING',
		'DONE',
		'Commands',
	]);
	expect(text).toContain('FAILING  check  FAILED 3x since 03:10Z: The server is not online.');
});
