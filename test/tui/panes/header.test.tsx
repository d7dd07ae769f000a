import {expect, test} from 'vitest';
import type {Settings} from '../../../src/app/kernel/state/settings.ts';
import type {Event} from '../../../src/app/state.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {Header} from '../../../src/tui/panes/frame-rows.tsx';
import {aFailure, after, aServer, aTeam, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {paint} from '../../helpers/paint.tsx';

const fleet = [
	aServer({id: 'a'}),
	aServer({id: 'b', displayName: 'cs2-eu-4', state: 'STOPPED'}),
	aServer({id: 'c', state: 'STOPPING'}),
];
const live: Event = {type: 'feed/changed', at: startAt, status: {status: 'live'}};
const team: Event = {type: 'access/granted', team: aTeam()};
const prod: Partial<Settings> = {
	profile: {name: 'prod', label: 'prod', color: undefined, isDemo: false, words: []},
};

const header = (width: number, events: readonly Event[], settings: Partial<Settings> = prod, height = 2) =>
	paint(<Header rect={{x: 0, y: 0, width, height}} />, {state: after(viewChanged({}), ...events), settings});

test('the header shows the account, write access, the counts, the age, and whether the feed is live', () => {
	expect(header(80, [team, polled(fleet, startAt - 3000), live]).rows()).toEqual([
		' Dev Guild [prod] RW | 1 up 1 DOWN 1 busy | list 3s | feed LIVE        03:00:00Z',
		' !! 1 down: cs2-eu-4 >=3s                                               [!]next',
	]);
});

test('profile, mode, number down, age and feed stay visible at any width', () => {
	for (const width of [40, 44, 60, 80, 200]) {
		const [row = ''] = header(width, [team, polled(fleet, startAt - 3000), live]).rows();
		for (const part of ['[prod] RW', '1 DOWN', 'list 3s', 'feed LIVE']) expect(row).toContain(part);
		expect(widthOf(row)).toBeLessThanOrEqual(width);
	}
});

test('a narrow header keeps the number unknown, and drops the team name and the number up first', () => {
	const lost = ['d', 'e'].map(id => aServer({id, state: 'UNKNOWN'}));
	const row = (width: number) =>
		header(width, [team, polled([...fleet, ...lost], startAt - 3000), live]).rows()[0];
	expect(row(82)).toContain('Dev Guild [prod] RW | 1 up 1 DOWN 1 busy 2 unknown | list 3s');
	expect(row(70)).toContain(' [prod] RW | 1 up 1 DOWN 1 busy 2 unknown | list 3s');
	expect(row(60)).toContain(' [prod] RW | 1 DOWN 1 busy 2 unknown | list 3s');
	expect(row(46)).toContain('1 DOWN 2 unknown');
});

test('describes a read-only session and the states of the feed', () => {
	const status = (event: Event) => header(80, [event], {...prod, readOnly: true}).rows()[0];
	expect(status(live)).toContain('[prod] RO');
	expect(status({type: 'feed/changed', at: startAt, status: {status: 'off', reason: 'none'}})).toContain(
		'feed POLL',
	);
	expect(status({type: 'feed/changed', at: startAt, status: {status: 'lost', reason: 'gone'}})).toContain(
		'feed LOST',
	);
	expect(status({type: 'feed/changed', at: startAt, status: {status: 'connecting', attempt: 1}})).toContain(
		'feed …',
	);
});

test('a feed with some rejected destinations is live, and shows their number', () => {
	const refused = [{destination: '/queue/x', reason: 'no'}];
	const part: Event = {type: 'feed/changed', at: startAt, status: {status: 'live', refused}};
	expect(header(100, [part]).rows()[0]).toContain('feed LIVE 1 refused');
	expect(header(40, [part]).rows()[0]).toContain('feed LIVE');
	// Missing data is more important than a name.
	expect(header(60, [team, polled(fleet, startAt - 3000), part]).rows()[0]).toContain('feed LIVE 1 refused');
});

test('while polls fail too, no data arrives, and the header says since when', () => {
	const failed: Event = {type: 'fleet/pollFailed', at: startAt + 10_000, failure: aFailure()};
	const lost = (at: number): Event => ({
		type: 'feed/changed',
		at: startAt + at,
		status: {status: 'lost', reason: 'gone'},
	});
	const fine = [team, polled(fleet, startAt + 5000), live];
	const head = (width: number, ...events: Event[]) => header(width, [...fine, ...events]).rows()[0] ?? '';
	expect(head(80, failed)).not.toContain('nothing');
	expect(head(80, lost(0))).not.toContain('nothing');
	expect(head(80, lost(65_000), failed)).toMatch(/list 0s \| feed LOST \| nothing since 03:01/);
	expect(head(80, failed, lost(65_000), polled(fleet, startAt + 70_000))).not.toContain('nothing');
	expect(head(120, lost(0), failed)).toContain('feed LOST | nothing since 03:00');
	for (const width of [40, 60, 79]) {
		const row = head(width, lost(0), failed);
		expect(row).toContain('feed LOST');
		expect(widthOf(row)).toBeLessThanOrEqual(width);
	}
	const off: Event = {type: 'feed/changed', at: startAt, status: {status: 'off', reason: 'none'}};
	expect(header(80, [off, failed]).rows()[0]).toContain('feed POLL | nothing since 03:00');
});

test('the age of the list grows while polls fail, and the second row says why', async () => {
	const failure = aFailure({title: 'The service cannot be reached.', key: undefined});
	const painted = header(80, [
		polled(fleet, startAt),
		{type: 'fleet/pollFailed', at: startAt, failure},
		{type: 'fleet/retryPlanned', retryAt: startAt + 44_000, delayMs: 39_000},
	]);
	await painted.services.clock.advance(40_000);
	expect(painted.rows()[0]).toContain('list 40s');
	expect(painted.rows()[1]).toMatch(/^ !! list 40s old, retry in 4s: The service cannot be reached\./);
});

test('shows a long wait before the next attempt with its end, whatever happens to the wall clock', async () => {
	const failure = aFailure({status: 429, title: 'The service asks for fewer requests.', key: undefined});
	const retry = {retryAt: startAt + 900_000, delayMs: 900_000};
	const painted = header(100, [
		polled(fleet, startAt),
		{type: 'fleet/pollFailed', at: startAt, failure},
		{type: 'fleet/retryPlanned', ...retry},
		{
			type: 'feed/changed',
			at: startAt,
			status: {status: 'off', reason: 'refused', retryAt: startAt + 240_000},
			retryTick: startAt + 240_000,
		},
	]);
	expect(painted.rows()[0]).toContain('feed POLL retry 4m');
	expect(painted.rows()[1]).toContain('retry in 15m or with r: The service asks');
	painted.services.clock.setAhead(3_600_000);
	await painted.services.clock.advance(220_000);
	expect(painted.rows()[0]).toMatch(/feed POLL (?!retry)/);
	expect(painted.rows()[1]).toContain('retry in 11m or with r: ');
});

test('on a low screen a failure takes the only row', () => {
	const failed: Event = {
		type: 'fleet/pollFailed',
		at: startAt,
		failure: aFailure({title: 'Nobody answers.', key: undefined}),
	};
	expect(header(60, [failed], prod, 1).rows()).toEqual(['!! no list yet: Nobody answers.']);
	expect(header(60, [team, polled(fleet)], prod, 1).rows()[0]).toContain('1 DOWN');
});

test('reports a clock skew of more than a few seconds', () => {
	const skewed = (skewMs: number) =>
		header(100, [team, polled(fleet), live, {type: 'access/skewRead', skewMs}]);
	expect(skewed(2500).rows()[0]).not.toContain('skew');
	expect(skewed(-42_000).rows()[0]).toContain('skew -42s');
	expect(skewed(-5 * 3_600_000 + 800).rows()[0]).toContain('skew -5h');
});
