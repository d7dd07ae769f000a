import {aJob} from '../../helpers/a-job.ts';
import {expect, test} from 'vitest';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {handleKey} from '../../../src/app/keys.ts';
import type {Event} from '../../../src/app/state.ts';
import {rowsOf, timelineView} from '../../../src/app/timeline/timeline-view.ts';
import {aFailure, aServer, after, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {stateChange} from '../../helpers/activities.ts';

const receivedEvent = (second: number, command = `say ${second}`): Event => ({
	type: 'rcon/received',
	serverId: 'a',
	at: startAt + second * 1000,
	via: 'feed',
	commands: [{command, response: 'ok', commandId: `c ${second}`, timestamp: startAt + second * 1000}],
});

/** A timeline of this many commands, one per second, on a screen whose pane shows a handful. */
function openTimeline(count: number) {
	const state = after(
		polled([aServer({id: 'a'})]),
		viewChanged({size: {columns: 80, rows: 24}, pane: 'timeline', currentId: 'a'}),
		...Array.from({length: count}, (_, second) => receivedEvent(second)),
	);
	const services = fakeServices({state});
	const {store} = services;
	return {
		services,
		store,
		press: (...chords: string[]) => chords.forEach(chord => handleKey(services, chord)),
		view: () => timelineView(store.getState()),
		seconds: () => timelineView(store.getState()).entries.map(({at}) => (at - startAt) / 1000),
		notice: () => store.getState().notices.at(-1)?.text ?? '',
	};
}

test('the newest entries are at the bottom, and the list follows while the cursor is there', () => {
	const {view, seconds, store} = openTimeline(50);
	expect(view()).toMatchObject({following: true, at: 49, total: 50, unread: 0});
	expect(seconds().at(-1)).toBe(49);
	store.dispatch(receivedEvent(50));
	expect(seconds().at(-1)).toBe(50);
});

test('keys move among all entries, also while a long timeline of several servers is merged', () => {
	const {press, view, store} = openTimeline(5000);
	for (let second = 5000; second < 5010; second++)
		store.dispatch({
			type: 'rcon/received',
			serverId: 'b',
			at: startAt + second * 1000,
			via: 'feed',
			commands: [
				{command: 'status', response: 'ok', commandId: `b ${second}`, timestamp: startAt + second * 1000},
			],
		});
	expect(timelineView(store.getState(), 'step')).toMatchObject({isWhole: false});
	press('k');
	expect(view()).toMatchObject({current: {at: startAt + 5008 * 1000}, total: 5010, isWhole: true});
});

test('a scrolled timeline stays in place, and counts new entries, including late ones', () => {
	const {press, view, seconds, store} = openTimeline(50);
	press('k', 'k');
	const before = seconds();
	expect(view()).toMatchObject({following: false, at: 47});
	store.dispatch(receivedEvent(50));
	store.dispatch(receivedEvent(51));
	expect(seconds()).toEqual(before);
	expect(view()).toMatchObject({unread: 2, at: 47});
	store.dispatch(receivedEvent(3.5));
	expect(seconds()).toEqual(before);
	press('G');
	expect(view()).toMatchObject({following: true, unread: 0});
	press('k', 'j');
	expect(view()).toMatchObject({following: true});
});

test('keys move by one, by a page and to the ends, and the rows move no more than necessary', () => {
	const {press, view, seconds} = openTimeline(50);
	const {height} = view();
	press('pageup');
	expect(view().at).toBe(49 - height);
	press('g');
	expect(seconds()[0]).toBe(0);
	press('j');
	expect(seconds()[0]).toBe(0);
	press('pagedown', 'pagedown', 'end');
	expect(view()).toMatchObject({following: true});
});

test('a page skips no entry, although some take several rows', () => {
	const {press, view, store} = openTimeline(40);
	const name = 'a failed action with a long reason ';
	for (let second = 0; second < 40; second += 2)
		store.dispatch({
			type: 'timeline/actionAdded',
			action: {
				id: `action-${second}`,
				at: startAt + second * 1000,
				activity: {type: 'report', isFailure: true, text: name.repeat(4)},
				serverId: 'a',
			},
		});
	const rowsFrom = (from: number, to: number) => {
		press('g', ...Array.from({length: from}, () => 'j'));
		const state = store.getState();
		return Array.from({length: to - from}, (_, index) => {
			press('j');
			const {current} = view();
			return index >= 0 && current ? rowsOf(current, state, {width: 78, now: startAt}).length : 0;
		}).reduce((sum, rows) => sum + rows, 0);
	};
	const {height} = view();
	press('g', 'pagedown');
	const {at} = view();
	expect(at).toBeGreaterThan(2);
	expect(rowsFrom(0, at)).toBeLessThanOrEqual(height);
});

test('the row of a ban has the name of the player, not the ID, before what was done', () => {
	const state = after(polled([aServer({id: 'a', displayName: 'ark-isl-1'})]), {
		type: 'timeline/actionAdded',
		action: {
			id: 'ban',
			at: startAt,
			serverId: 'a',
			activity: {
				type: 'action',
				action: 'ban-player',
				operationId: 'ban',
				targetCount: 1,
				input: {name: 'Mina', playerId: '0002a9ae7c9a03719915ac3114b2227'},
				outcome: 'accepted',
			},
		},
	});
	const [entry] = timelineView(state, 'all').entries;
	const [row] = entry ? rowsOf(entry, state, {width: 78, now: startAt}) : [];
	expect(row?.map(({text}) => text).join('')).toMatch(/ark-isl-1 +Mina: ban sent/);
});

test('`/` filters while typing, `f` filters by type, Esc shows everything again', () => {
	const {press, view, store, notice} = openTimeline(50);
	press('/', ...'say 4');
	expect(view()).toMatchObject({total: 14, all: 50});
	press('enter', 'f');
	expect(store.getState().timeline).toMatchObject({kinds: 'states', filter: {editing: false}});
	expect(view().total).toBe(0);
	press('enter');
	expect(notice()).toBe('The timeline is empty.');
	press('esc');
	expect(view()).toMatchObject({total: 50});
	expect(store.getState().view.pane).toBe('timeline');
	press('/', ...'size>3', 'esc', 'esc');
	expect(store.getState().view.pane).toBe('servers');
});

test('an invalid filter shows the reason and hides nothing', () => {
	const {press, view} = openTimeline(5);
	press('/', ...'colour:red');
	expect(view()).toMatchObject({total: 5, problem: 'Unknown field colour. Use kind, server, by.'});
});

test('Enter opens the console of the server, and reports one that has left the list', () => {
	const {press, store, notice} = openTimeline(5);
	store.dispatch(polled([]));
	press('enter');
	expect(notice()).toBe('This server is no longer in the list.');
	store.dispatch(polled([aServer({id: 'a'})]));
	press('enter');
	expect(store.getState().view).toMatchObject({pane: 'console', currentId: 'a'});
	expect(store.getState().reading.cursor.get('a')).toBe('c 4');
});

test('lists running jobs above, and `p` and `A` act on them', () => {
	const {press, view, store, notice} = openTimeline(50);
	press('p');
	expect(notice()).toContain('No job is running');
	const job = aJob();
	const {height} = view();
	store.dispatch({type: 'jobs/started', job});
	expect(view()).toMatchObject({height: height - 1, jobs: [{id: 'job'}]});
	press('p');
	expect(store.getState().jobs[0]?.status).toBe('paused');
	press('A');
	expect(store.getState().jobs[0]).toMatchObject({status: 'aborted', steps: [{status: 'skipped'}]});
	expect(notice()).toContain('aborted, 1 not sent');
	press('g', 'j', 'enter');
	expect(store.getState().dialog).toMatchObject({kind: 'jobs', workId: 'job'});
});

test('shows the complete outcome of a command, however long the command is', () => {
	const {store, view} = openTimeline(0);
	const command = 'ServerChat The server restarts in ten minutes, please get to a safe place';
	const shared = {serverId: 'a', localId: 'mine'};
	store.dispatch({type: 'rcon/sent', ...shared, at: startAt, command, timeoutMs: 5000});
	const failure = aFailure({key: 'server.rcon_timeout', mayHaveRun: true});
	store.dispatch({type: 'rcon/failed', ...shared, failure});
	const [entry] = view().entries;
	const row = (width: number) =>
		entry
			? (rowsOf(entry, store.getState(), {width, now: startAt})[0] ?? []).map(({text}) => text).join('')
			: '';
	for (const width of [50, 78, 100]) {
		expect(row(width)).toMatch(/ServerC.*…\s+TIMEOUT 5s - may have run$/);
		expect(row(width).length).toBeLessThanOrEqual(width);
	}
	expect(row(38)).toMatch(/^\S+ me ServerChat/);
	const whole = entry ? rowsOf(entry, store.getState(), {width: 50, now: startAt, isWhole: true}) : [];
	const texts = whole.map(segments => segments.map(({text}) => text).join(''));
	expect(texts.every(text => text.length <= 50)).toBe(true);
	expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toContain(
		`${command} @ark-isl-1 TIMEOUT 5s - may have run`,
	);
});

test('a wide row has columns, a narrow one is a sentence, and a row of another day shows the date', () => {
	const {store, view} = openTimeline(1);
	const [entry] = view().entries;
	const row = (width: number, now: number) =>
		entry ? (rowsOf(entry, store.getState(), {width, now})[0] ?? []).map(({text}) => text).join('') : '';
	expect(row(70, startAt)).toBe('03:00:00Z other  ark-isl-1          say 0');
	expect(row(40, startAt)).toBe('03:00:00Z other say 0 @ark-isl-1');
	expect(row(24, startAt)).toBe('03:00:00Z other say 0 @…');
	expect(row(40, startAt + 86_400_000)).toBe('11-21 03:00:00Z other say 0 @ark-isl-1');
});

test('routine entries are dim, and outages and failures are highlighted, with all their words', () => {
	const {store, view} = openTimeline(1);
	const wasDown = {id: 'x', at: startAt + 2000, kind: 'note', serverId: 'a', server: 'a'} as const;
	const activity = stateChange('ONLINE', 'OFFLINE');
	store.dispatch({type: 'timeline/loaded', past: [{...wasDown, activity}]});
	const run = {id: 'r', automationId: 'Check the servers before the match of tonight', status: 'FAILED'};
	const times = {createdAt: startAt, finishedAt: startAt + 3000};
	const stepHistory = [{errorMessage: 'The server is not online, and nobody has started it.'}];
	store.dispatch({type: 'automations/ran', runs: [AutomationRun.parse({...run, ...times, stepHistory})]});
	const shown = view().entries.map(entry =>
		rowsOf(entry, store.getState(), {width: 70, now: startAt}).map(row => row.at(-1)),
	);
	expect(shown).toEqual([
		[{text: 'say 0', tone: 'plain'}],
		[{text: 'ONLINE -> OFFLINE (earlier)', tone: 'offline'}],
		[
			{text: 'Check the servers before the match of tonight  ', tone: 'failure'},
			{text: 'FAILED: The server is not online, and nobody has', tone: 'failure'},
			{text: 'started it.', tone: 'failure'},
		],
	]);
});
