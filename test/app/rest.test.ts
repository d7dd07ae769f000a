import {expect, test} from 'vitest';
import {looksTheSame, needsSeconds} from '../../src/app/rest.ts';
import {reduce, type Event} from '../../src/app/state.ts';
import {aFailure, after, aServer, polled, startAt} from '../helpers/builders.ts';

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
])('seconds matter while %s', (_, events) => {
	expect(needsSeconds(quiet)).toBe(false);
	expect(needsSeconds(after(polled([server]), ...events))).toBe(true);
});

test('only the times of reading make no difference to a screen at rest', () => {
	expect(looksTheSame(quiet, quiet)).toBe(true);
	expect(looksTheSame(quiet, reduce(quiet, polled([server], startAt + 5000)))).toBe(true);
	expect(looksTheSame(quiet, reduce(quiet, polled([other], startAt + 5000)))).toBe(false);
	expect(looksTheSame(quiet, reduce(quiet, {type: 'fleet/pollFailed', at: startAt, failure}))).toBe(false);
});
