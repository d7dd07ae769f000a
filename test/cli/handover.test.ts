import {sessionMessages} from '../../src/messages/login.ts';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {commandEntry} from '../journal/entries.ts';
import {recordingService} from './recording-service.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {anAction, stateChange} from '../helpers/activities.ts';
import type {Activity} from '../../src/actions/activity.ts';

test('handover lists outages with their start, actions, and commands that may have run', async () => {
	const state = mkdtempSync(path.join(tmpdir(), 'handover-'));
	onTestFinished(() => rmSync(state, {recursive: true}));
	const now = Date.now();
	const scrim = {serverId: 'srv-cs2-scrim', server: 'cs2-scrim'};
	const journal = openJournal({
		path: path.join(state, 'demo-journal.db'),
		clock: systemClock,
		onProblem: words => expect.fail(words),
	});
	const note = (id: string, at: number, activity: Activity) =>
		({kind: 'note', id, at: now + at, activity, ...scrim}) as const;
	journal.remember([
		note('a', -60_000, stateChange('RUNNING', 'STOPPED')),
		note('b', -50_000, anAction('start')),
		note('c', -50 * 3_600_000, anAction('backup', {operationId: 'o0'})),
		commandEntry(
			1,
			{at: now - 40_000, origin: 'me', status: 'timeout', localId: 'l'},
			{command: 'DoExit', response: undefined},
		),
		commandEntry(2, {at: now - 30_000}),
		commandEntry(3, {at: now - 20_000, origin: 'probe', localId: 'p'}),
	]);
	journal.close();
	const env = {RCONDECK_STATE_DIR: state};
	const {code, out, err} = await runDemo(['handover'], {env});
	expect({code, err}).toEqual({code: 0, err: `rcondeck: ${sessionMessages.onDemo}\n`});
	expect(out).toMatch(/^Handover \S+Z {2}Northwind Gaming \[DEMO\]: 9 up, 1 down, 0 busy$/m);
	expect(out).toMatch(/^DOWN +cs2-scrim +STOPPED since \S+Z +node eu-2$/m);
	expect(out).toMatch(/^SENT +\S+ +cs2-scrim +Start accepted\. Not confirmed; STOPPED now\.$/m);
	expect(out).not.toContain('Long ago');
	expect(out).toMatch(/^OPEN +\S+ +isl-1 +DoExit +\(may have run\)$/m);
	expect(out).toContain(', earlier sessions included: 1 by you, 1 by others.');
	expect(out.length).toBeLessThan(2000);
	const {out: text} = await runDemo(['handover', '--json', '--since', '3d'], {env});
	const document = JSON.parse(text) as {
		handover: {done: unknown[]; down: unknown[]; operations: {servers: unknown[]}[]};
	};
	expect(document.handover.done).toMatchObject([
		{text: 'Backup accepted.'},
		{text: 'Start accepted.', action: 'start', outcome: 'accepted'},
	]);
	const markdown = (await runDemo(['handover', '--markdown'], {env})).out;
	expect(markdown).toMatch(/^\*\*Handover \S+Z {2}Northwind Gaming \\\[DEMO\\\]: 9 up/);
	expect(markdown).toMatch(/^- \*\*DOWN\*\* cs2-scrim {2}STOPPED since/m);
	expect(document.handover.down).toMatchObject([
		{serverId: 'srv-cs2-scrim', serverName: 'cs2-scrim', state: 'STOPPED'},
	]);
	expect(document.handover.operations.flatMap(({servers}) => servers)).toMatchObject([
		{serverId: 'srv-cs2-scrim', serverName: 'cs2-scrim'},
		{serverId: 'srv-cs2-scrim', serverName: 'cs2-scrim'},
	]);
	expect(text).not.toMatch(/"(?:id|name)": ?"(?:srv-)?cs2-scrim"/);
});

test('handover counts intentionally stopped servers separately from failed ones', async () => {
	const state = tempFolder();
	const scrim = {serverId: 'srv-cs2-scrim', server: 'cs2-scrim'};
	const journal = openJournal({
		path: path.join(state, 'demo-journal.db'),
		clock: systemClock,
		onProblem: words => expect.fail(words),
	});
	const at = Date.now() - 60_000;
	journal.remember([{kind: 'note', id: 'a', at, activity: stateChange('STOPPING', 'STOPPED'), ...scrim}]);
	journal.close();
	const env = {RCONDECK_STATE_DIR: state};
	const {out} = await runDemo(['handover'], {env});
	expect(out).toMatch(/: 9 up, 0 down, 0 busy, 1 stopped$/m);
	expect(out).toMatch(/^STOPPED +cs2-scrim +STOPPED since/m);
	const document = JSON.parse((await runDemo(['handover', '--json'], {env})).out) as {handover: object};
	expect(document.handover).toMatchObject({down: [{serverName: 'cs2-scrim', isStopped: true}]});
	expect(document.handover).not.toHaveProperty('stopped');
	expect((await runDemo(['servers'], {env})).out).toMatch(/^cs2-scrim +STOPPED \(on purpose\)/m);
	const watched = await runDemo(['servers', '--watch', '--match', 'cs2-scrim', '--deadline', '1s'], {env});
	expect(watched.out).toMatch(/ cs2-scrim {2}STOPPED \(on purpose\) {2}/);
	expect((await runDemo(['show', 'cs2-scrim'], {env})).out).toMatch(/^State +STOPPED \(on purpose\)$/m);
});

test('without a readable journal handover lists outages, reports that past actions are unknown, and fails', async () => {
	const state = tempFolder();
	const file = path.join(state, 'demo-journal.db');
	writeFileSync(file, 'no tables\n'.repeat(1000));
	const env = {RCONDECK_STATE_DIR: state};
	const problem = `The journal ${file} cannot be read: it is damaged.`;
	const {code, out, err} = await runDemo(['handover'], {env});
	expect({code, err}).toEqual({code: 1, err: `rcondeck: ${sessionMessages.onDemo}\nrcondeck: ${problem}\n`});
	expect(out).toContain('DOWN     cs2-scrim');
	expect(out).toContain(`DONE     unknown: ${problem}\n`);
	expect(out).not.toContain('Commands since');
	const json = await runDemo(['handover', '--json'], {env});
	expect(json.code).toBe(1);
	expect(JSON.parse(json.out)).toMatchObject({handover: {journalProblem: problem}});
});

test('as JSON, the handover names the servers of a pending task', async () => {
	const task = {id: 'k', nodeId: 'n', type: 'TIMED_RESTART', state: 'PENDING', targetIds: ['a', 'b']};
	const {env} = await recordingService({tasks: {n: [task]}});
	const {out} = await runCli(['handover', '--json'], {env});
	expect(JSON.parse(out)).toMatchObject({
		handover: {
			pending: [
				{
					taskId: 'k',
					servers: [
						{serverId: 'a', serverName: 'one'},
						{serverId: 'b', serverName: 'two'},
					],
				},
			],
		},
	});
});
