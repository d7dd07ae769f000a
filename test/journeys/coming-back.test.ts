import path from 'node:path';
import {expect, test} from 'vitest';
import type {Activity} from '../../src/actions/activity.ts';
import type {Memorable} from '../../src/actions/memorable.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {anAction, stateChange} from '../helpers/activities.ts';
import {startAt} from '../helpers/builders.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {journalFolder, sessionJournal} from '../helpers/temp-journal.ts';

const hour = 3_600_000;
const settings = {profile: {name: 'prod', label: 'PROD', color: undefined, isDemo: false, words: []}};
const leftAt = startAt - 8 * hour;

/** Writes the journal of an earlier session. */
function earlierSession(folder: string, entries: readonly Memorable[], read: Record<string, number> = {}) {
	const journal = openJournal({
		path: path.join(folder, 'journal.db'),
		clock: manualClock(),
		onProblem: words => expect.fail(words),
	});
	journal.setTeam('team');
	journal.remember(entries);
	for (const [id, at] of Object.entries(read)) journal.markRead(id, at);
	journal.close();
}

const statesAt = (at: number, states: Record<string, string>): Memorable => ({
	kind: 'states',
	at,
	servers: Object.entries(states).map(([serverId, state]) => ({
		serverId,
		server: serverId.charAt(0).toUpperCase() + serverId.slice(1),
		state,
	})),
});

const byOther = (serverId: string, at: number, command: string): Memorable => ({
	kind: 'command',
	at,
	serverId,
	server: serverId,
	origin: 'other',
	status: 'answered',
	localId: undefined,
	problem: undefined,
	answer: {command, response: 'ok', commandId: `c-${at}`, timestamp: at},
});

const left: readonly Memorable[] = [
	statesAt(leftAt, {alpha: 'RUNNING', bravo: 'RUNNING', charlie: 'RUNNING', delta: 'RUNNING'}),
	{
		kind: 'note',
		at: leftAt - 60_000,
		id: 'n1',
		serverId: 'alpha',
		server: 'Alpha',
		activity: anAction('restart', {input: {delayMinutes: 60}}),
	},
	byOther('bravo', startAt - hour, 'say hello'),
	{
		kind: 'job',
		at: leftAt - 120_000,
		job: aJob({
			status: 'cut',
			startedAt: leftAt - 120_000,
			steps: [aStep('alpha', {status: 'done', at: leftAt - 60_000}), aStep('charlie')],
		}),
	},
];

test('a start after eight hours reports changes with their times, commands of others and actions that came due', async () => {
	const folder = journalFolder();
	earlierSession(folder, left, {bravo: leftAt});
	const screen = await openApp({
		columns: 120,
		rows: 30,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.comes('While you were away (8h)');
	const frame = screen.frame();
	expect(frame).toContain('CHANGED  Charlie  STOPPED now; RUNNING when last seen 2026-11-20T19:00');
	expect(frame).toContain('GONE     Delta  gone from the list; RUNNING when last seen 2026-11-20T19:00');
	expect(frame).toContain(
		'CUT      2026-11-20T18:58Z  Restart (cut short), 2 servers: 1 came back, 1 never sent',
	);
	expect(frame).toContain('DUE      Alpha  restart came due 2026-11-20T19:59Z; RUNNING now');
	expect(frame).toContain('OTHERS   bravo  1 command by others, 02:00Z: say hello');
	await screen
		.press('esc')
		.seesNot('While you were away')
		.sees(/\+ ?Bravo/);
	await screen.press(':').type('away').sees('Show what happened').press('enter');
	await screen.sees('While you were away (8h)', 'CHANGED  Charlie  STOPPED now').press('esc');
	await screen.seesNot('While you were away').press('.').sees('CONSOLE Bravo');
	await screen
		.press('h')
		.sees(/DOWN +Charlie {2}STOPPED, RUNNING when last seen 2026-11-20T19:00Z, first seen 03:00Z/);
});

test('consoles that were read in the meantime or never before are not unread', async () => {
	const folder = journalFolder();
	earlierSession(folder, [byOther('bravo', leftAt - 1000, 'old'), byOther('alpha', startAt - hour, 'new')], {
		bravo: leftAt,
	});
	const screen = await openApp({
		columns: 120,
		rows: 30,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.sees('feed LIVE').waits(3000);
	expect(screen.frame()).not.toMatch(/\+ ?(Alpha|Bravo)/);
	expect(screen.frame()).not.toContain('While you were away');
});

test('a report that arrives while the user types is only a notice', async () => {
	const folder = journalFolder();
	earlierSession(folder, left);
	const screen = await openApp({
		columns: 120,
		rows: 30,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.press('/').type('alp').comes('While you were away (8h): 5 changes; :away shows them.');
	expect(screen.frame()).not.toContain('CHANGED');
	await screen.press('esc', ':').type('away').sees('Show what').press('enter').sees('CHANGED  Charlie');
});

test('line mode prints each change as a line', async () => {
	const folder = journalFolder();
	earlierSession(folder, left);
	const lines = await openLineModeApp({settings, journal: sessionJournal(folder, manualClock())});
	await lines.comes('While you were away (8h): CHANGED Charlie  STOPPED now; RUNNING when last seen');
	expect(lines.output()).toContain('While you were away (8h): DUE Alpha  restart came due');
	await lines.line(':away');
	await lines.comes('While you were away (8h): CHANGED Charlie  STOPPED now');
});

test('without an earlier session, :away says that there is no report', async () => {
	const screen = await openApp({columns: 120, rows: 30});
	await screen.sees('feed LIVE').press(':').type('away').sees('Show what').press('enter');
	await screen.sees('No report: no earlier session saw these servers');
});

test('a session stores when it last saw each state, for the next one', async () => {
	const folder = journalFolder();
	const journal = sessionJournal(folder, manualClock());
	const screen = await openApp({settings, journal});
	await screen.sees('feed LIVE').waits(130_000);
	await journal.close();
	const next = sessionJournal(folder, manualClock());
	next.setTeam('team');
	const {observed} = await next.shift(0);
	const charlie = observed.find(({serverId}) => serverId === 'charlie');
	expect(charlie).toMatchObject({state: 'STOPPED', firstAt: startAt, before: undefined});
	expect(charlie?.lastAt).toBeGreaterThanOrEqual(startAt + 110_000);
	await next.close();
});

test('a console shows what earlier sessions saw and did, and crashes that they saw are counted', async () => {
	const folder = journalFolder();
	const noteAt = (at: number, activity: Activity): Memorable => ({
		kind: 'note',
		at,
		id: `n${at}`,
		serverId: 'bravo',
		server: 'Bravo',
		activity,
	});
	const crashes = [5, 4, 3].flatMap((minutes): Memorable[] => {
		const at = startAt - minutes * 60_000;
		return [
			noteAt(at, stateChange('RUNNING', 'RESTARTING')),
			noteAt(at + 20_000, stateChange('RESTARTING', 'RUNNING')),
		];
	});
	earlierSession(folder, [
		noteAt(startAt - 15 * 60_000, anAction('restart')),
		...crashes,
		statesAt(startAt - 60_000, {bravo: 'RUNNING'}),
	]);
	const screen = await openApp({
		columns: 120,
		rows: 30,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.comes('Bravo crashed 3x in 10m');
	await screen.press('j').sees('CONSOLE Bravo', 'Restart accepted.', 'RESTARTING -> RUNNING');
	expect(screen.frame().match(/RUNNING -> RESTARTING/g)).toHaveLength(3);
});
