import {expect, test} from 'vitest';
import {loadHistory} from '../../../src/app/timeline/feature.ts';
import {noJournal, type PastEntry} from '../../../src/app/kernel/state/journal.ts';
import {rowsOf, timelineRows, timelineView} from '../../../src/app/timeline/timeline-view.ts';
import {aCommand, aServer, linesIn, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {anAction, stateChange} from '../../helpers/activities.ts';
import {type Activity, activityText} from '../../../src/actions/activity.ts';
import {foldedRuns} from '../../../src/app/timeline/sources.ts';
import {type Event, reduce, type State} from '../../../src/app/state.ts';

const past = (serverId: string, activity: Activity = anAction('restart', {targetCount: 2})): PastEntry => ({
	id: `${serverId} ${JSON.stringify(activity)}`,
	at: startAt - 60_000,
	kind: 'note',
	serverId,
	server: serverId === 'b' ? 'isl-2' : serverId,
	activity,
});

test('loads events of earlier sessions once there is a list: each action on several servers once, and no terminal control characters', async () => {
	const kept = [
		past('a'),
		past('b'),
		past('a', anAction('stop', {operationId: 'shell'})),
		past('b', anAction('stop', {operationId: 'shell'})),
		past('a', stateChange('ONLINE', '\u001b[2J')),
	];
	const services = fakeServices({journal: {...noJournal, past: async () => kept}});
	const {store, clock} = services;
	loadHistory(services);
	store.dispatch(viewChanged({pane: 'timeline', size: {columns: 80, rows: 24}}));
	store.dispatch(polled([aServer({id: 'a'})]));
	await clock.advance(1);
	expect(timelineRows(store.getState()).map(({kind, server, text}) => `${kind} ${server}: ${text}`)).toEqual([
		'action ark-isl-1: Restart of 2 servers started.',
		'action ark-isl-1: Stop accepted.',
		'action isl-2: Stop accepted.',
		'state ark-isl-1: ONLINE -> ^[[2J',
	]);
	const [first] = timelineView(store.getState()).entries;
	const row = first && rowsOf(first, store.getState(), {width: 80, now: startAt})[0];
	expect(row?.map(({text}) => text).join('')).toMatch(/Restart of 2 servers.* \(earlier\)/);
});

/** Returns the state after it loaded these entries of earlier sessions. */
async function stateWithPast(kept: readonly PastEntry[], ...events: readonly Event[]): Promise<State> {
	const services = fakeServices({journal: {...noJournal, past: async () => kept}});
	const {store, clock} = services;
	loadHistory(services);
	for (const event of events) store.dispatch(event);
	await clock.advance(1);
	return store.getState();
}

test('a console shows the states and actions of earlier sessions at their times, and nothing of it is unread', async () => {
	const command = aCommand({commandId: 'c', command: 'save', timestamp: startAt - 30_000});
	const received: Event = {
		type: 'rcon/received',
		serverId: 'a',
		at: startAt,
		via: 'poll',
		commands: [command],
		isPast: true,
	};
	const kept = [
		past('a', stateChange('ONLINE', 'OFFLINE')),
		past('a'),
		past('b'),
		past('gone'),
		past('a', {type: 'team', what: 'note', by: 'Ann', text: 'a note of a colleague'}),
	];
	const servers = [aServer({id: 'a'}), aServer({id: 'b'})];
	const state = await stateWithPast(kept, polled(servers), received);
	const texts = (serverId: string) =>
		linesIn(state, serverId).map(line =>
			line.kind === 'note' ? activityText(line.activity) : line.kind === 'command' ? line.command : '',
		);
	expect(texts('a')).toEqual(['ONLINE -> OFFLINE (seen by poll)', 'Restart of 2 servers started.', 'save']);
	expect(texts('b')).toEqual(['Restart of 2 servers started.']);
	expect(state.console.has('gone')).toBe(false);
	expect(state.unread.servers).toEqual(new Set());
});

test('a change that two sessions recorded is loaded once', async () => {
	const changes = ['one', 'two'].map(id => ({...past('a', stateChange('ONLINE', 'OFFLINE')), id}));
	const state = await stateWithPast(changes, polled([aServer({id: 'a', state: 'OFFLINE'})]));
	expect(state.timeline.past).toHaveLength(1);
	expect(linesIn(state, 'a')).toHaveLength(1);
});

test('crashes that an earlier session saw count, so that a loop is known at once', async () => {
	const at = startAt - 6 * 60_000;
	const loop = ['ONLINE', 'RESTARTING', 'INITIALIZING', 'ONLINE', 'RESTARTING', 'INITIALIZING', 'ONLINE'];
	const kept = loop.slice(1).map((state, index): PastEntry => ({
		...past('a', stateChange(loop[index], state)),
		id: `${index}`,
		at: at + index * 20_000,
	}));
	const up = [aServer({id: 'a', state: 'ONLINE'})];
	const crashed = [aServer({id: 'a', state: 'OFFLINE'})];
	const before = await stateWithPast(kept, polled(up));
	expect(before.fleet.crashes.open.get('a')).toMatchObject({count: 2});
	const after = reduce(before, polled(crashed, startAt + 1000));
	expect(after.fleet.crashes.open.get('a')).toMatchObject({from: at, count: 3});
	// It crashed again before the journal was read.
	const late = await stateWithPast(kept, polled(up), polled(crashed, startAt + 1000));
	expect(late.fleet.crashes.open.get('a')).toEqual(after.fleet.crashes.open.get('a'));
	expect(foldedRuns(late).map(({count}) => count)).toEqual([3]);
});
