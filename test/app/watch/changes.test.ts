import {expect, test} from 'vitest';
import {changedLines, fewerLines} from '../../../src/app/watch/changes.ts';
import {watchSign, watchState} from '../../../src/app/watch/watch-labels.ts';
import type {Watch} from '../../../src/app/watch/watches.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';

test('highlights nothing in the first response', () => {
	expect(changedLines(undefined, 'a\nb').map(({isNew}) => isNew)).toEqual([false, false]);
});

test('highlights a line with a new word, and the word', () => {
	const lines = changedLines('players 3\nmap island', 'players 4\nmap island');
	expect(lines.map(({isNew}) => isNew)).toEqual([true, false]);
	expect(lines[0]?.pieces.filter(({isNew}) => isNew)).toEqual([{text: '4', isNew: true}]);
	expect(lines.map(({pieces}) => pieces.map(({text}) => text).join(''))).toEqual(['players 4', 'map island']);
});

test('highlights an added line, and counts removed ones', () => {
	expect(changedLines('0. Ann', '0. Ann\n1. Bob').map(({isNew}) => isNew)).toEqual([false, true]);
	expect(fewerLines('0. Ann\n1. Bob', '0. Ann')).toBe(1);
	expect(fewerLines(undefined, 'x')).toBe(0);
});

const watch = aWatch({
	stopWhen: 'No Players',
	calls: 4,
	runs: 2,
	changes: 3,
	lastAt: startAt + 30_000,
	nextAt: startAt + 60_000,
	targets: ['a', 'b'].map(serverId => aWatchTarget({serverId})),
});

test('describes active watches in the available space, and ignores ended ones', () => {
	const sign = (width: number, over?: Watch['over']) => watchSign([{...watch, over}], width, true);
	expect(sign(200)).toBe('watch "ListPlayers" every 30s on 2  changes 3  last 03:00:30Z');
	expect(sign(80)).toBe('watch "ListPlayers" changes 3');
	expect(sign(40)).toBe('watch changes 3');
	expect(watchSign([watch, watch], 80, true)).toContain('changes 3 +1');
	expect(sign(80, {at: startAt, reason: 'ended by you'})).toBeUndefined();
});

test('a watch says when it runs next and when it ends, or why it is over', () => {
	expect(watchState(watch, startAt + 45_000)).toBe(
		'next in 15s, ends in 29m or on /No Players/, 4 of 600 commands sent',
	);
	const over = {at: startAt, reason: 'its time is up'};
	expect(watchState({...watch, over}, startAt + 5000)).toBe('ended 5s ago: its time is up');
});
