import {expect, test} from 'vitest';
import {loadHistory} from '../../../src/app/timeline/feature.ts';
import {noJournal, type PastEntry} from '../../../src/app/kernel/state/journal.ts';
import {rowOf, timelineRows, timelineView} from '../../../src/app/timeline/timeline-view.ts';
import {aServer, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {anAction, stateChange} from '../../helpers/activities.ts';
import type {Activity} from '../../../src/actions/activity.ts';

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
		'state ark-isl-1: ONLINE -> ^[[2J (seen by poll)',
	]);
	const [first] = timelineView(store.getState()).entries;
	const row = first && rowOf(first, store.getState(), 80, startAt);
	expect(row?.map(({text}) => text).join('')).toContain('(earlier) Restart of 2 servers');
});
