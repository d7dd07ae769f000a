import fc from 'fast-check';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {expect, test} from 'vitest';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {type Event, initialState, reduce, type State} from '../../../src/app/state.ts';
import {allEntries, axisOf} from '../../../src/app/timeline/axis.ts';
import {timelineFeature} from '../../../src/app/timeline/feature.ts';
import {timelineExport} from '../../../src/app/export/timeline-export.ts';
import {timelineTest} from '../../../src/app/timeline/timeline-filter.ts';
import {wholeText} from '../../../src/app/timeline/describe.ts';
import {hiddenProbes, timelineRows} from '../../../src/app/timeline/timeline-view.ts';
import {aServer, after, polled, startAt, viewChanged} from '../../helpers/builders.ts';
import {fakeServices, testSettings} from '../../helpers/fake-services.ts';
import {anAction, stateChange} from '../../helpers/activities.ts';

const receivedEvent = (serverId: string, second: number, command = `say ${second}`): Event => ({
	type: 'rcon/received',
	serverId,
	at: startAt + second * 1000,
	via: 'feed',
	commands: [
		{command, response: 'ok', commandId: `${serverId} ${second}`, timestamp: startAt + second * 1000},
	],
});
const noted = (serverId: string, second: number): Event => ({
	type: 'console/noted',
	serverId,
	id: `note ${serverId} ${second}`,
	at: startAt + second * 1000,
	activity: stateChange('ONLINE', 'OFFLINE', 'feed'),
});
const feed = (second: number, status: 'live' | 'lost'): Event => ({
	type: 'feed/changed',
	at: startAt + second * 1000,
	status: status === 'live' ? {status} : {status, reason: 'broken'},
});
const ran = (id: string, second: number, took?: number): Event => ({
	type: 'automations/ran',
	runs: [
		AutomationRun.parse({
			id,
			automationId: 'nightly',
			status: took === undefined ? 'RUNNING' : 'FAILED',
			createdAt: new Date(startAt + second * 1000).toISOString(),
			...(took !== undefined && {finishedAt: new Date(startAt + (second + took) * 1000).toISOString()}),
			targetIds: {a: true, b: true},
		}),
	],
});
const job = aJob({
	startedAt: startAt + 20_000,
	steps: [
		aStep('a', {name: 'ark-isl-1', status: 'done', at: startAt + 25_000, tookMs: 5000}),
		aStep('b', {at: startAt + 20_000}),
	],
});

const sentences = (state: State) =>
	timelineRows(state).map(
		({at, kind, by, server, ...told}) =>
			`${(at - startAt) / 1000} ${kind}${by === undefined ? '' : ` ${by}`}${server === undefined ? '' : ` ${server}`}: ${wholeText(told)}`,
	);

test('all events share one time axis, whatever their source and arrival', () => {
	const state = after(
		polled([aServer({id: 'a'})]),
		receivedEvent('a', 10),
		noted('b', 5),
		feed(1, 'live'),
		feed(7, 'lost'),
		feed(12, 'live'),
		ran('run-1', 3, 8),
		{type: 'jobs/started', job},
		{
			type: 'rcon/sent',
			serverId: 'a',
			localId: 'mine',
			command: 'SaveWorld',
			at: startAt + 30_000,
			timeoutMs: 5000,
		},
		{
			type: 'timeline/actionAdded',
			action: {
				id: 'act-1',
				at: startAt + 31_000,
				activity: anAction('trigger-automation', {targetCount: 0, input: {name: 'Nightly'}}),
			},
		},
		{type: 'bookmarks/added', id: 'mark-1', at: startAt + 8000, note: 'players report lag'},
	);
	expect(sentences(state)).toEqual([
		'5 state b: ONLINE -> OFFLINE',
		'7 gap: feed lost',
		'8 bookmark: players report lag',
		'10 command other ark-isl-1: say 10',
		'11 run: nightly   FAILED after 8s',
		'12 gap: feed back after 5s, 0 back-filled',
		'20 job: Restart of 2 servers started',
		'25 job ark-isl-1: restart: back online after 5s',
		'30 command me ark-isl-1: SaveWorld   waiting',
		'31 action: Nightly was triggered.',
	]);
});

test('a run is one entry, which shows its start and then its outcome', () => {
	const started = after(ran('run-1', 3));
	expect(sentences(started)).toEqual(['3 run: nightly: started, 2 targets']);
	expect(sentences(reduce(started, ran('run-1', 3, 8)))).toEqual(['11 run: nightly   FAILED after 8s']);
});

test('one action on several servers is one entry', () => {
	const action = (serverId: string, isRepeat?: true): Event => ({
		type: 'console/noted',
		serverId,
		id: `act ${serverId}`,
		at: startAt,
		activity: anAction('restart', {targetCount: 2}),
		...(isRepeat && {isRepeat}),
	});
	expect(sentences(after(action('a'), action('b', true)))).toEqual([
		'0 action a: Restart of 2 servers started.',
	]);
});

test('a command is one entry, whatever its outcome', () => {
	const sent: Event = {
		type: 'rcon/sent',
		serverId: 'a',
		localId: 'mine',
		command: 'SaveWorld',
		at: startAt,
		timeoutMs: 5000,
	};
	const failure = {
		reason: 'timeout' as const,
		title: 'No reply',
		hint: undefined,
		key: 'server.rcon_timeout',
		status: 408,
		request: '',
		mayHaveRun: true,
		retryAfterMs: undefined,
	};
	const waiting = after(polled([aServer({id: 'a'})]), sent);
	expect(sentences(waiting)).toEqual(['0 command me ark-isl-1: SaveWorld   waiting']);
	const late = reduce(waiting, {type: 'rcon/failed', serverId: 'a', localId: 'mine', failure});
	expect(sentences(late)).toEqual(['0 command me ark-isl-1: SaveWorld   TIMEOUT 5s - may have run']);
});

test('includes events of earlier sessions and says so', () => {
	const state = after({
		type: 'timeline/loaded',
		past: [
			{
				id: '1',
				at: startAt - 60_000,
				kind: 'note',
				serverId: 'gone',
				server: 'old name',
				activity: anAction('restart', {outcome: 'refused'}),
			},
		],
	});
	expect(timelineRows(state)).toEqual([
		{
			at: startAt - 60_000,
			kind: 'action',
			by: undefined,
			server: 'old name',
			text: 'restart: refused',
			isPast: true,
		},
	]);
});

test('filters rows by words, type, server and author', () => {
	const state = after(
		polled([aServer({id: 'a'})]),
		receivedEvent('a', 1),
		receivedEvent('b', 2),
		noted('a', 3),
		feed(4, 'live'),
		feed(5, 'lost'),
	);
	const rows = (text: string, kinds: State['timeline']['kinds'] = 'all') =>
		timelineRows(state, {kinds, text}).map(row => (row.at - startAt) / 1000);
	expect(rows('server:ark')).toEqual([1, 3]);
	expect(rows('kind:state')).toEqual([3]);
	expect(rows('say !2')).toEqual([1]);
	expect(rows('by:other server:b')).toEqual([2]);
	expect(rows('', 'gaps')).toEqual([5]);
	expect(rows('offline', 'commands')).toEqual([]);
	expect(rows('colour:red')).toHaveLength(4);
	expect(rows('kind:st')).toEqual([3]);
	const problem = (text: string) => timelineTest({kinds: 'all', text}, state).problem;
	expect(problem('kind:foo')).toBe(
		'Unknown kind foo. Use state, node, action, command, run, gap, job, bookmark, past.',
	);
	expect([problem('by:o'), problem('by:nobody')]).toEqual([
		undefined,
		'Unknown by nobody. Use me, probe, other.',
	]);
});

const probed = (second: number, localId = `probe ${second}`): Event => ({
	type: 'rcon/sent',
	serverId: 'a',
	localId,
	command: 'GetChat',
	at: startAt + second * 1000,
	timeoutMs: 5000,
	isProbe: true,
});

test('probes are hidden unless the filter names them or says who, and their number stays known', () => {
	const server = polled([aServer({id: 'a'})]);
	const state = after(server, receivedEvent('a', 1), probed(2), probed(3), noted('a', 4));
	const rows = (text: string, kinds: State['timeline']['kinds'] = 'all') =>
		timelineRows(state, {kinds, text}).map(row => (row.at - startAt) / 1000);
	expect([rows(''), rows('', 'commands'), rows('server:ark')]).toEqual([[1, 4], [1], [1, 4]]);
	expect([rows('by:probe'), rows('!by:other'), rows('probe getchat')]).toEqual([
		[2, 3],
		[2, 3, 4],
		[2, 3],
	]);
	const hidden = (text: string, kinds: State['timeline']['kinds'] = 'all') =>
		hiddenProbes(state, {kinds, text});
	expect([hidden(''), hidden('', 'commands'), hidden('', 'states'), hidden('by:probe')]).toEqual([
		2, 2, 0, 0,
	]);
	const answered: Event = {
		type: 'rcon/answered',
		serverId: 'a',
		localId: 'probe 3',
		at: startAt + 3500,
		answer: {command: 'GetChat', response: 'none', commandId: 'p3', timestamp: startAt + 3500},
	};
	expect(axisOf(reduce(reduce(state, answered), probed(5)))).toMatchObject({probes: 3});
	const {parts} = timelineExport(state, testSettings, {format: 'text', now: startAt, hide: text => text});
	const file = [...parts].map(part => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
	expect(file).toMatch(/the whole timeline, without probes/);
	expect(file).not.toContain('GetChat');
});

const servers = ['a', 'b', 'c'];
const anEvent: fc.Arbitrary<Event> = fc.oneof(
	fc.tuple(fc.constantFrom(...servers), fc.nat(600)).map(([id, second]) => receivedEvent(id, second)),
	fc.tuple(fc.constantFrom(...servers), fc.nat(600)).map(([id, second]) => noted(id, second)),
	fc.tuple(fc.nat(600), fc.constantFrom('live' as const, 'lost' as const)).map(given => feed(...given)),
	fc
		.tuple(fc.constantFrom('r1', 'r2'), fc.nat(600), fc.option(fc.nat(60), {nil: undefined}))
		.map(given => ran(...given)),
);

/** Every note of a program has an id of its own. */
const withUniqueNotes = (bursts: readonly Event[][]): Event[][] => {
	const ids = new Set<string>();
	const isNew = (event: Event) => {
		if (event.type !== 'console/noted') return true;
		const isFirst = !ids.has(event.id);
		ids.add(event.id);
		return isFirst;
	};
	return bursts.map(burst => burst.filter(isNew));
};

test('two sessions in one process have separate axes', () => {
	const one = [noted('a', 1), noted('b', 2)].reduce<State>(reduce, {...initialState, session: {}});
	const {all} = axisOf(one);
	const kept = [...all];
	axisOf({...initialState, session: {}});
	expect(all).toEqual(kept);
	expect(kept).toHaveLength(2);
});

test('incremental updates equal a recomputation, even when old and new states alternate', () => {
	const test = (entry: {kind: string}) => entry.kind !== 'state';
	fc.assert(
		fc.property(fc.array(fc.array(anEvent, {maxLength: 40}), {maxLength: 6}).map(withUniqueNotes), bursts => {
			let state = initialState;
			for (const burst of bursts) {
				const before = state;
				state = burst.reduce(reduce, state);
				axisOf(before, test);
				const {all, shown} = axisOf(state, test);
				const [stepwise, passing] = [[...all], [...shown]];
				axisOf(initialState);
				const recomputed = [...axisOf(state).all];
				expect(stepwise.map(({order}) => order)).toEqual(recomputed.map(({order}) => order));
				expect(new Set(stepwise)).toEqual(new Set(recomputed));
				expect(passing).toEqual(stepwise.filter(test));
			}
		}),
		{numRuns: 60},
	);
});

test("with clock skew events are in their true order: own times are converted to the service's clock", () => {
	const skew = 300_000;
	const ahead = after(
		polled([aServer({id: 'a'})]),
		{type: 'access/skewRead', skewMs: skew},
		ran('run-1', 300, 2),
		{type: 'bookmarks/added', id: 'mark-1', at: startAt + 1000, note: 'between'},
	);
	expect(sentences(ahead)).toEqual(['1 bookmark: between', '302 run: nightly   FAILED after 2s']);
});

test('a long timeline is merged in steps, newest first, which together are complete', () => {
	const state = after(...Array.from({length: 10_000}, (_, index) => receivedEvent('a', index)));
	const whole = axisOf({...state, session: {}}).all.map(({key}) => key);
	const merged: string[][] = [];
	for (let isWhole = false; !isWhole;) {
		({isWhole} = axisOf(state, undefined, 'step'));
		// The other readers of a frame wait for its next step.
		merged.push(axisOf(state, undefined, 'changes').all.map(({key}) => key));
	}
	expect(merged.length).toBeGreaterThan(2);
	for (const keys of merged) expect(keys).toEqual(whole.slice(-keys.length));
	expect(merged.at(-1)).toEqual(whole);
	const next = reduce(state, receivedEvent('a', 10_001));
	expect(axisOf(next, undefined, 'changes').all).toHaveLength(10_001);
});

test.each([
	{columns: 120, isFreed: true},
	{columns: 200, isFreed: false},
])('frees entries when the timeline is hidden at $columns columns: $isFreed', ({columns, isFreed}) => {
	const services = fakeServices({
		state: after(
			polled([aServer({id: 'a'})]),
			viewChanged({size: {columns, rows: 40}}),
			receivedEvent('a', 1),
		),
	});
	const {store} = services;
	const stops = timelineFeature.effects?.map(begin => begin(services)) ?? [];
	const show = (pane: 'timeline' | 'servers') => {
		store.dispatch({type: 'view/changed', change: {pane}});
		return axisOf(store.getState()).all;
	};
	const shown = show('timeline');
	store.dispatch(receivedEvent('a', 2));
	expect(axisOf(store.getState()).all).toBe(shown);
	expect(shown).toHaveLength(2);
	expect(show('servers') !== shown).toBe(isFreed);
	for (const stop of stops) stop();
});

test('entries that are read while another screen is shown are not kept', () => {
	const state = {...after(polled([aServer({id: 'a'})]), receivedEvent('a', 1)), session: {}};
	const once = allEntries(state);
	expect(once).toHaveLength(1);
	expect(allEntries(state)).not.toBe(once);
	expect(allEntries(state)).toEqual(once);
	const {all} = axisOf(state);
	expect(allEntries(state)).toBe(all);
});
