import {expect, test} from 'vitest';
import {startAt} from './entries.ts';
import {newFile, open} from './open-journal.ts';
import {aNodeChange, anAction, stateChange} from '../helpers/activities.ts';
import type {Activity} from '../../src/actions/activity.ts';

/** Opens one of several sessions that share a file. */
test('stores a state change that two sessions saw as one entry, but each change of a flapping server', () => {
	const file = newFile();
	const change = (at: number, activity: Activity, id: string) =>
		({kind: 'note', at: startAt + at, id, serverId: 's1', server: 'isl-1', activity}) as const;
	const one = open(file);
	const other = open(file);
	one.remember([
		change(0, stateChange('ONLINE', 'OFFLINE', 'feed'), 'a'),
		change(9, stateChange('OFFLINE', 'ONLINE', 'feed'), 'b'),
	]);
	one.remember([change(20, stateChange('ONLINE', 'OFFLINE', 'feed'), 'c')]);
	expect(one.recent(10)).toHaveLength(3);
	other.remember([change(3000, stateChange('ONLINE', 'OFFLINE'), 'd')]);
	expect(other.recent(10)).toHaveLength(3);
});

test('stores a report of the service as one entry, whichever sessions saw it', () => {
	const file = newFile();
	const activity = {type: 'report', isFailure: true, text: 'isl-1 was not started.'} as const;
	const note = {
		kind: 'note',
		at: startAt,
		id: 'report s1 1',
		serverId: 's1',
		server: 'isl-1',
		activity,
	} as const;
	const sessions = [open(file), open(file)];
	for (const session of sessions) session.remember([note]);
	for (const session of sessions) expect(session.recent(10)).toMatchObject([{activity}]);
});

test('stores the same change after another one as a new entry, whichever session saw it first', () => {
	const file = newFile();
	const change = (at: number, activity: Activity) =>
		({
			kind: 'note',
			at: startAt + at,
			id: `${at}`,
			serverId: 's1',
			server: 'isl-1',
			activity,
		}) as const;
	const one = open(file);
	one.remember([change(0, stateChange('ONLINE', 'OFFLINE', 'feed'))]);
	one.close();
	const other = open(file);
	other.remember([
		change(2000, stateChange('ONLINE', 'OFFLINE')),
		change(12_000, stateChange('OFFLINE', 'ONLINE', 'feed')),
		change(20_000, stateChange('ONLINE', 'OFFLINE', 'feed')),
	]);
	expect(other.recent(10).map(({at}) => at - startAt)).toEqual([0, 12_000, 20_000]);
	expect(other.lastChanges()).toEqual([
		{serverId: 's1', from: 'ONLINE', at: startAt + 20_000, state: 'OFFLINE'},
	]);
});

test('knows the last power action of the user, and a restart that was seen', () => {
	const file = newFile();
	const note = (at: number, serverId: string, activity: Activity) =>
		({
			kind: 'note',
			at: startAt + at,
			id: `${at} ${serverId}`,
			serverId,
			server: serverId,
			activity,
		}) as const;
	const journal = open(file);
	journal.remember([
		note(0, 's1', anAction('stop', {outcome: 'unknown', input: {delayMinutes: 1}})),
		note(1, 's1', anAction('restart', {outcome: 'refused'})),
		note(60_000, 's1', stateChange('ONLINE', 'OFFLINE')),
		note(0, 's2', stateChange('ONLINE', 'RESTARTING')),
		note(9, 's2', stateChange('RESTARTING', 'OFFLINE')),
		note(0, 's3', stateChange('RESTARTING', 'ONLINE')),
		note(5, 's4', anAction('stop')),
	]);
	expect(journal.lastChanges()).toEqual([
		{
			serverId: 's1',
			from: 'ONLINE',
			at: startAt + 60_000,
			state: 'OFFLINE',
			action: {verb: 'stop', at: startAt + 50_000},
		},
		{serverId: 's2', from: 'RESTARTING', at: startAt + 9, state: 'OFFLINE', isRestart: true},
		{serverId: 's3', from: 'RESTARTING', at: startAt, state: 'ONLINE'},
		{serverId: 's4', at: 0, state: undefined, action: {verb: 'stop', at: startAt + 5}},
	]);
});

test('stores a node event that two sessions saw as one entry of its own kind, with all its facts', () => {
	const file = newFile();
	const event = (at: number, activity: Activity) =>
		({
			kind: 'note',
			at: startAt + at,
			id: `${at}`,
			serverId: undefined,
			server: undefined,
			activity,
		}) as const;
	const back = aNodeChange({from: 'OFFLINE', to: 'ONLINE', awayMs: 20_000});
	const [one, other] = [open(file), open(file)];
	one.remember([event(0, aNodeChange()), event(20_000, back)]);
	expect(one.recent(10)).toHaveLength(2);
	other.remember([event(3000, aNodeChange()), event(3001, aNodeChange({nodeId: 'n2', node: 'eu-2'}))]);
	expect(other.recent(10)).toMatchObject([
		{kind: 'node', at: startAt, serverId: undefined, activity: aNodeChange()},
		{kind: 'node', activity: {node: 'eu-2'}},
		{kind: 'node', activity: back},
	]);
	expect(other.lastChanges()).toEqual([]);
});

test('keeps an alert acknowledged in the next session until the latest entry withdraws it', () => {
	const file = newFile();
	const word = (serverId: string, at: number, isKnown = true, state: string | undefined = 'OFFLINE') =>
		({kind: 'acknowledged', at: startAt + at, serverId, server: serverId, state, isKnown}) as const;
	const [here, there] = [open(file), open(file)];
	here.remember([word('a', 1), word('b', 2), {...word('c', 3), state: undefined}]);
	expect(there.acknowledged()).toEqual([]);
	here.close();
	expect(there.acknowledged()).toEqual([
		{serverId: 'a', state: 'OFFLINE', at: startAt + 1},
		{serverId: 'b', state: 'OFFLINE', at: startAt + 2},
		{serverId: 'c', state: undefined, at: startAt + 3},
	]);
	// Written out of order: the latest time wins.
	there.remember([word('a', 9, false), word('a', 5), word('b', 1, false), word('c', 3, false)]);
	expect(there.acknowledged()).toEqual([{serverId: 'b', state: 'OFFLINE', at: startAt + 2}]);
	expect(there.recent(10)).toEqual([]);
});
