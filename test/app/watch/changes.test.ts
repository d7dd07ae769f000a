import {expect, test} from 'vitest';
import {compareAnswers, isSameAnswer} from '../../../src/app/watch/compare-answers.ts';
import {watchSign, watchState} from '../../../src/app/watch/watch-rows.ts';
import type {Watch} from '../../../src/app/watch/watches.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';

const ark = {command: 'ListPlayers', gameType: 'ARK_ASCENDED'};
const status = {command: 'status', gameType: undefined};
/** The changed lines, and what came and went. */
const compare = (source: typeof ark | typeof status, before: string | undefined, now: string) => {
	const {lines, moves} = compareAnswers(source, before, now);
	const textOf = ({pieces}: (typeof lines)[number]) => pieces.map(({text}) => text).join('');
	return {changed: lines.filter(({isNew}) => isNew).map(textOf), all: lines.map(textOf), moves};
};

test('highlights nothing in the first answer', () => {
	expect(compare(status, undefined, 'a\nb')).toEqual({changed: [], all: ['a', 'b'], moves: ''});
});

test('highlights a line with a new word, and the word', () => {
	const {lines} = compareAnswers(status, 'players 3\nmap island', 'players 4\nmap island');
	expect(lines.map(({isNew}) => isNew)).toEqual([true, false]);
	expect(lines[0]?.pieces.filter(({isNew}) => isNew)).toEqual([{text: '4', isNew: true}]);
});

test('follows players by their id, wherever they are in the list, and says who joined and left', () => {
	const before = '0. Ann, 0002aa\n1. Bob, 0002bb\n2. Cy, 0002cc';
	const moved = '0. Bob, 0002bb\n1. Ann, 0002aa\n2. Cy, 0002cc';
	expect(compare(ark, before, moved)).toMatchObject({changed: [], moves: ''});
	expect(isSameAnswer(ark, before, moved)).toBe(true);
	expect(compare(ark, before, '0. Bobby, 0002bb\n1. Cy, 0002cc\n2. Dee, 0002dd')).toMatchObject({
		changed: ['0. Bobby, 0002bb', '2. Dee, 0002dd'],
		moves: 'joined: Dee; left: Ann',
	});
	expect(compare(ark, before, 'No Players Connected').moves).toBe('left: Ann, Bob, Cy');
	expect(isSameAnswer(ark, before, '0. Ann, 0002aa\n1. Bob, 0002bb')).toBe(false);
});

test('says who joined a list in one line', () => {
	const minecraft = {command: 'list', gameType: 'MINECRAFT'};
	const online = (count: number, names: string) =>
		`There are ${count} of a max of 20 players online: ${names}`;
	expect(compareAnswers(minecraft, online(1, 'Ann'), online(2, 'Ann, Bob')).moves).toBe('joined: Bob');
});

test('follows other lines by their first column, or by none if it repeats', () => {
	const before = 'eth0 up 10\neth1 up 20';
	expect(compare(status, before, 'eth1 up 20\neth0 down 10')).toMatchObject({
		changed: ['eth0 down 10'],
		moves: '',
	});
	expect(compare(status, before, 'eth2 up 1\neth1 up 20')).toMatchObject({
		changed: ['eth2 up 1'],
		moves: 'added: eth2; removed: eth0',
	});
	expect(compare(status, '1. Ann\n2. Bob\n3. Cy', '1. Bob\n2. Cy')).toMatchObject({
		changed: [],
		moves: 'removed: Ann',
	});
	expect(compare(status, 'x 1\nx 2', 'x 2').moves).toBe('1 line fewer');
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

test('a watch shows when it runs next and when it ends, or why it ended', () => {
	expect(watchState(watch, startAt + 45_000)).toBe(
		'next in 15s, ends in 29m or on /No Players/, 4 of 600 commands sent',
	);
	const over = {at: startAt, reason: 'its time is up'};
	expect(watchState({...watch, over}, startAt + 5000)).toBe('ended 5s ago: its time is up');
});
