import {expect, test} from 'vitest';
import {canWait, needsSeconds} from '../../src/app/screen-at-rest.ts';
import {reduce, type Event, type State} from '../../src/app/state.ts';
import {aFailure, after, aServer, polled, startAt, viewChanged} from '../helpers/builders.ts';

const [server, other] = [aServer({id: 'a'}), aServer({id: 'a', onlinePlayers: 7})];
const quiet = after(polled([server]));
const failure = aFailure({title: 'gone'});

test.each<[string, readonly Event[]]>([
	['the list cannot be read', [{type: 'fleet/pollFailed', at: startAt, failure}]],
	['a poll is late', [{type: 'fleet/pollLate', late: {since: startAt, alarmAt: startAt}}]],
	[
		'the feed is dialed again',
		[{type: 'feed/changed', at: startAt, status: {status: 'lost', reason: 'gone'}, retryTick: 1}],
	],
	[
		'an action can be undone',
		[{type: 'undoWindow/started', action: {id: '1', text: 'stop', until: startAt}}],
	],
])('shows seconds while %s', (_, events) => {
	expect(needsSeconds(quiet)).toBe(false);
	expect(needsSeconds(after(polled([server]), ...events))).toBe(true);
});

const heard = (serverId: string): Event => ({
	type: 'rcon/received',
	serverId,
	at: startAt,
	via: 'feed',
	commands: [{command: 'say hi', response: 'ok', commandId: 'c-1', timestamp: startAt}],
});
const read = after(polled([server]), viewChanged({currentId: 'a'}));
const wide = after(polled([server]), viewChanged({currentId: 'a', size: {columns: 200, rows: 40}}));
const inTimeline = after(polled([server]), viewChanged({currentId: 'a', pane: 'timeline'}));

test.each<[string, boolean, State, Event]>([
	['the list is read again', true, read, polled([server], startAt + 5000)],
	['players join', true, read, polled([other], startAt + 5000)],
	['a server goes down', false, read, polled([{...other, state: 'OFFLINE'}], startAt + 5000)],
	['the list cannot be read', false, read, {type: 'fleet/pollFailed', at: startAt, failure}],
	['an entry arrives in another console', true, read, heard('b')],
	['an entry arrives in the console on screen', false, read, heard('a')],
	['an entry arrives on a screen with a timeline', false, wide, heard('b')],
	['an entry arrives while the timeline is read', false, inTimeline, heard('b')],
])('a screen at rest: %s, which can wait: %s', (_, isPatient, state, event) => {
	expect(canWait(state, state)).toBe(true);
	expect(canWait(state, reduce(state, event))).toBe(isPatient);
});
