import {expect, test} from 'vitest';
import {watchRows} from '../../../src/app/watch/watch-rows.ts';
import {aWatch, aWatchTarget} from '../../helpers/a-watch.ts';
import {startAt} from '../../helpers/builders.ts';

const lines = (last: string) => [...Array.from({length: 8}, (_, line) => `line ${line}`), last].join('\n');
const answeredWatch = (text: string, lastSaid?: string) =>
	aWatch({
		targets: [
			aWatchTarget({
				now: {at: startAt, kind: 'answer', text},
				lastSaid,
				changedAt: lastSaid === undefined || lastSaid === text ? undefined : startAt,
			}),
		],
	});
const texts = (watch: Parameters<typeof watchRows>[0], height = 40) =>
	watchRows(watch, startAt + 3000, 80, height).map(spans => spans.map(({text}) => text).join(''));

test('a changed line has a sign, and its new words look different', () => {
	const watch = answeredWatch('players 4\nmap island', 'players 3\nmap island');
	expect(texts(watch).slice(1)).toEqual(['a  3s ago  changed 3s ago', '* players 4', '  map island']);
	const changed = watchRows(watch, startAt, 80, 40)
		.flat()
		.filter(({tone}) => tone === 'changed');
	expect(changed.map(({text}) => text)).toEqual(['4']);
});

test('says who left above the answer', () => {
	const [, , moves, line] = texts(answeredWatch('0. Ann, 2', '0. Bob, 1\n1. Ann, 2'));
	expect([moves, line]).toEqual(['* left: Bob', '  0. Ann, 2']);
});

test('drops unchanged lines first when space is short', () => {
	const watch = answeredWatch(lines('new'), lines('old'));
	expect(texts(watch)).toHaveLength(11);
	expect(texts(watch, 6).slice(2)).toEqual(['  … 7 unchanged lines', '  line 7', '* new']);
	expect(texts(answeredWatch(lines('same'), lines('same')), 6)).toHaveLength(11);
});

test('a failure shows its message, and a server without a run says so', () => {
	const problem = {at: startAt, kind: 'problem' as const, text: 'TIMEOUT 5s - may have run'};
	expect(texts(aWatch({targets: [aWatchTarget({now: problem})]}))).toContain('  TIMEOUT 5s - may have run');
	expect(texts(aWatch()).at(-1)).toBe('  no answer yet');
});
