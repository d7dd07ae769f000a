import {expect, test} from 'vitest';
import {phaseBits, samplePeriodMs} from '../../src/actions/sample.ts';
import type {Memorable} from '../../src/actions/memorable.ts';
import {journalFolder, sessionJournal} from '../helpers/temp-journal.ts';
import {startAt} from '../helpers/builders.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

const settings = {profile: {name: 'prod', label: 'PROD', color: undefined, isDemo: false, words: []}};
const minute = 60_000;

/** Twelve hours of Alpha: two hours with more and more players, an hour not seen, half an hour down, then 70 players. */
function earlier(): Memorable {
	const periods = Array.from({length: 144}, (_, back) => back - 144);
	const of = (period: number, phases: number, players?: number) => ({
		serverId: 'alpha',
		at: startAt + period * samplePeriodMs,
		phases,
		low: players,
		high: players,
	});
	return {
		kind: 'samples',
		at: startAt,
		samples: periods.flatMap(period => {
			if (period < -36) return of(period, phaseBits.online, 0);
			if (period < -24) return of(period, phaseBits.online, 35);
			if (period < -12) return [];
			return period < -6 ? of(period, phaseBits.offline) : of(period, phaseBits.online, 70);
		}),
	};
}

async function folderOfEarlier(): Promise<string> {
	const folder = journalFolder();
	const journal = sessionJournal(folder, manualClock());
	journal.keep([earlier()]);
	await journal.close();
	return folder;
}

/** The same, and twelve hours five days ago, with some minutes down in the sixth of them. */
async function folderOfDays(): Promise<string> {
	const folder = await folderOfEarlier();
	const journal = sessionJournal(folder, manualClock());
	const at = startAt - 5 * 24 * 60 * minute;
	const samples = Array.from({length: 12}, (_, hour) => ({
		serverId: 'alpha',
		at: at + hour * 60 * minute,
		phases: hour === 5 ? phaseBits.online | phaseBits.offline : phaseBits.online,
		low: 3,
		high: 180,
	}));
	journal.keep([{kind: 'samples', at, samples}]);
	await journal.close();
	return folder;
}

test('at 200 columns the list shows the last hours of each server, and the details explain them', async () => {
	const folder = await folderOfEarlier();
	const screen = await openApp({
		columns: 200,
		rows: 60,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.sees('feed LIVE', 'LAST 12H').comes(/Alpha .*▁▅+ +x+█/);
	await screen.sees(/Charlie .* STOPPED .* x .*eu-2/);
	await screen
		.press('j', 'd')
		.sees(/last 12h +80│/, /0 to 70 players {2}1 column = \d+m {2}x down {2}blank not seen/);
	await screen.sees(/│▁+█+ +█+ ?[▁▂]/, / 0└[─┴]+x+[─┴]+/, /\d\d:00.* (?:\d\d:00|now)/);
	await screen
		.press('esc', ':')
		.type('chart alpha')
		.waits(800)
		.press('enter')
		.seesNot('CONSOLE')
		.sees('DETAILS Alpha', /│▁{20,}█+ {10,}█+ ?[▁▂]/, / 0└[─┴]{40,}x+[─┴]+/);
});

test('`l` switches the chart of the details to seven days and back, for this server only', async () => {
	const folder = await folderOfDays();
	const screen = await openApp({
		columns: 200,
		rows: 60,
		settings,
		journal: sessionJournal(folder, manualClock()),
	});
	await screen.sees('feed LIVE').comes(/Alpha .*▁▅+ +x+█/);
	await screen
		.press(':')
		.type('chart alpha')
		.waits(800)
		.press('enter')
		.sees('DETAILS Alpha', /last 12h +80│/, 'l 12h/7d');
	await screen.press('l').comes(/last 7d +200│/);
	await screen.sees(
		/0 to 180 players {2}1 column = 1h {2}x down {2}blank not seen/,
		/│ +█{12} /,
		/ 0└[─┴]+x[─┴]+/,
		/[A-Z][a-z]{2} \d\d-\d\d/,
	);
	await screen.press('?').sees(/l +7-day chart/);
	await screen.press('esc', 'l').comes(/last 12h +80│/);
});

test('a server that is stopped is down in the list within the same mark, and the journal keeps it', async () => {
	const folder = journalFolder();
	const journal = sessionJournal(folder, manualClock());
	const screen = await openApp({columns: 200, rows: 60, settings, journal});
	await screen
		.sees('feed LIVE', 'LAST 12H')
		.press('j')
		.sees(/Alpha .* [▁▂] .*eu-1/);
	await screen.press('X').sees('Stop Alpha').press('enter').sees('updated just now');
	await screen.press('tab').sees('[>Stop<]').press('enter');
	await screen.comes(/Alpha .* STOPPED .* x .*eu-1/).waits(minute);
	await journal.flush();
	const [alpha] = await journal
		.samples(startAt, startAt + samplePeriodMs)
		.then(samples => samples.filter(({serverId}) => serverId === 'alpha'));
	expect(alpha?.phases).toBe(phaseBits.online | phaseBits.offline | phaseBits.changing);
	await journal.close();
});

test('`:columns` shows the last hours at 80 columns, without Unicode in ASCII', async () => {
	const folder = await folderOfEarlier();
	const journal = sessionJournal(folder, manualClock());
	const screen = await openApp({columns: 80, rows: 24, settings, journal, env: {LC_ALL: 'C'}});
	await screen.sees('feed LIVE').seesNot('LAST 12H');
	await screen.press(':').type('columns state trend').waits(800).press('enter').sees('LAST 12H');
	await screen.comes(/Alpha +RUNNING +_{17}\+\+ {2}x@[_.]/);
});

test('line mode says the last hours in its details', async () => {
	const folder = await folderOfEarlier();
	const lines = await openLineModeApp({settings, journal: sessionJournal(folder, manualClock())});
	await lines.comes('DOWN Charlie');
	await lines.pass(1000);
	const said = await lines.line(':show alpha');
	expect(said).toMatch(
		/last 12h: 0 to 70 players, down in 6 periods of 5 minutes, most recently 3\d minutes ago, not seen for (1 hour|\d+ minutes)/,
	);
	expect(said).not.toMatch(/[▁█|]|: $/m);
});

test('line mode says the last days with `7d`, for a named server or the chosen one', async () => {
	const lines = await openLineModeApp({
		settings,
		journal: sessionJournal(await folderOfDays(), manualClock()),
	});
	await lines.comes('DOWN Charlie');
	await lines.pass(1000);
	const days = /last 7d: 0 to 180 players, down in 2 periods of 1 hour/;
	expect(await lines.line(':show alpha 7d')).toMatch(days);
	expect(await lines.line(':show alpha')).toContain('last 12h: 0 to 70 players');
	await lines.line(':use alpha');
	expect(await lines.line(':show 7d')).toMatch(days);
});
