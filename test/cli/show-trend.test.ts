import path from 'node:path';
import {expect, test} from 'vitest';
import {periodOf, phaseBits, samplePeriodMs} from '../../src/actions/sample.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {openInProcess} from './in-process.ts';
import {openService, openShipped} from '../shipped/shipped.ts';

/** The program with a journal in which another session saw Alpha two hours ago with 12 players, and later down. */
async function openWithSamples(earlier: readonly {back: number; players: number}[] = []) {
	const {env} = await openService();
	const rcondeck = openInProcess({env});
	const journal = openJournal({
		path: path.join(rcondeck.folder, 'state', 'journal.db'),
		clock: systemClock,
		onProblem: words => expect.fail(words),
		scope: {profile: 'env', service: env['RCONDECK_URL'] ?? ''},
	});
	const now = periodOf(Date.now());
	const sample = (back: number, phases: number, players?: number) => ({
		serverId: 'alpha',
		at: (now - back) * samplePeriodMs,
		phases,
		low: players,
		high: players,
	});
	const samples = [
		...earlier.map(({back, players}) => sample(back, phaseBits.online, players)),
		...Array.from({length: 12}, (_, n) => sample(n + 24, phaseBits.online, 12)),
		...Array.from({length: 6}, (_, n) => sample(n + 12, phaseBits.offline)),
	];
	journal.remember([{kind: 'samples', at: Date.now(), samples}]);
	journal.close();
	return {...rcondeck, env};
}

test('show draws the last hours with a legend, in ASCII where the terminal has no more', async () => {
	const rcondeck = await openWithSamples();
	const {code, out, err} = await rcondeck.run(['show', 'alpha']);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/^Last 12h +12│/m);
	expect(out).toMatch(/│ +█+ +[▁▂]$/m);
	expect(out).toMatch(/^ +0└[─┴]+x+[─┴]+$/m);
	expect(out).toMatch(/^ +\d+ to 12 players {2}1 column = 15m {2}x down {2}blank not seen$/m);
	const ascii = await rcondeck.run(['show', 'alpha'], {env: {LC_ALL: 'C'}});
	expect(ascii.out).toMatch(/\| +@+ +[_.]$/m);
	expect(ascii.out).toMatch(/^ +0\+[-+]+x+[-+]+$/m);
	expect((await rcondeck.run(['--ascii', 'show', 'alpha'])).out).toContain('@');
});

test('show --json has the samples as numbers with their times, unless it lists fields', async () => {
	const rcondeck = await openWithSamples();
	const startedAt = Date.now();
	const {samples} = JSON.parse((await rcondeck.run(['show', 'alpha', '--json'])).out) as {
		samples: {at: string; states: string[]; minPlayers: number | null; maxPlayers: number | null}[];
	};
	expect(samples.slice(0, 18)).toMatchObject([
		...Array.from({length: 12}, () => ({states: ['up'], minPlayers: 12, maxPlayers: 12})),
		...Array.from({length: 6}, () => ({states: ['down'], minPlayers: null, maxPlayers: null})),
	]);
	// A new period may begin meanwhile.
	const periods = [startedAt, Date.now()].map(at => periodOf(at) * samplePeriodMs);
	expect(periods).toContain(Date.parse(samples.at(-1)?.at ?? ''));
	const {out} = await rcondeck.run(['show', 'alpha', '--json=id']);
	expect(JSON.parse(out)).toEqual({schema: 1, server: {id: 'alpha'}});
});

test('the built show --chart 7d covers seven days with hours, also as numbers', async () => {
	const rcondeck = openShipped(
		await openWithSamples([5, 4, 3, 2].map(days => ({back: days * 24 * 12, players: 30}))),
	);
	const {code, out, err} = await rcondeck.run(['show', 'alpha', '--chart', '7d']);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/^Last 7d /m);
	expect(out).toMatch(/^ +0└[─┴]+x+[─┴]*$/m);
	expect(out).toMatch(/^ +[A-Z][a-z]{2} \d\d/m);
	expect(out).toMatch(/\d+ to 30 players {2}1 column = \dh {2}x down {2}blank not seen$/m);
	const {samples} = JSON.parse((await rcondeck.run(['show', 'alpha', '--chart', '7d', '--json'])).out) as {
		samples: {at: string; maxPlayers: number | null}[];
	};
	expect(samples[0]?.maxPlayers).toBe(30);
	for (const {at} of samples) expect(at).toMatch(/:00:00\.000Z$/);
	expect((await rcondeck.run(['show', 'alpha'])).out).not.toContain('30 players');
	expect((await rcondeck.run(['show', 'alpha', '--chart', '9d'])).code).toBe(2);
});

test('show of a server that the journal has not seen has no last hours', async () => {
	const rcondeck = await openWithSamples();
	expect((await rcondeck.run(['show', 'bravo'])).out).not.toContain('Last 12h');
	expect(JSON.parse((await rcondeck.run(['show', 'bravo', '--json'])).out)).not.toHaveProperty('samples');
});

test('show works without its last hours if the journal is broken', async () => {
	const {shell} = openShipped(await openWithSamples());
	const {code, out, err} = await shell('printf junk%.0s {1..2000} > state/journal.db; rcondeck show alpha');
	expect(code).toBe(0);
	expect(out).toMatch(/^Name +Alpha$/m);
	expect(err).toMatch(/^rcondeck: The last hours are not shown: .*damaged/);
});
