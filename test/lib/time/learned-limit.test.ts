import {expect, test} from 'vitest';
import {createLearnedLimit} from '../../../src/lib/time/learned-limit.ts';

/**
Runs tasks of `taskMs` on a machine that serves `served` at once. Returns how long all took, and the greatest time of one.
*/
function run(
	tasks: number,
	{served, max = 8, taskMs = 1000}: {served: number; max?: number; taskMs?: number},
) {
	const limit = createLearnedLimit({max, timeoutMs: 5000});
	const running: {startedAt: number; endsAt: number; end: (ended: {ms: number}) => void}[] = [];
	const free = Array.from({length: served}, () => 0);
	let [now, left, worst] = [0, tasks, 0];
	for (;;) {
		while (left > 0 && running.length < limit.atOnce()) {
			left--;
			const slot = free.indexOf(Math.min(...free));
			const endsAt = Math.max(now, free[slot] ?? 0) + taskMs;
			free[slot] = endsAt;
			running.push({startedAt: now, endsAt, end: limit.start('status')});
		}
		const next = running.toSorted((a, b) => a.endsAt - b.endsAt)[0];
		if (!next) return {ms: now, worst, atOnce: limit.atOnce()};
		running.splice(running.indexOf(next), 1);
		now = next.endsAt;
		worst = Math.max(worst, now - next.startedAt);
		next.end({ms: now - next.startedAt});
	}
}

test('19 tasks on a machine that serves them in parallel take about five times one', () => {
	expect(run(19, {served: 100})).toMatchObject({ms: 5000, worst: 1000});
	expect(run(19, {served: 100, max: 1})).toMatchObject({ms: 19_000, worst: 1000});
	expect(run(19, {served: 100, max: 4}).ms).toBe(6000);
});

test('on a machine that serves one after another, no task waits long for others', () => {
	expect(run(40, {served: 1})).toMatchObject({ms: 40_000, worst: 2000, atOnce: 1});
	expect(run(19, {served: 3}).worst).toBeLessThanOrEqual(3000);
});

test('no second task joins one that has used half of its time', () => {
	expect(run(5, {served: 1, taskMs: 2400})).toMatchObject({worst: 2400});
});

test('a timeout goes back to one at once', () => {
	const limit = createLearnedLimit({max: 8, timeoutMs: 5000});
	limit.start('a')({ms: 10});
	expect(limit.atOnce()).toBe(2);
	limit.start('a')('failed');
	expect(limit.atOnce()).toBe(2);
	limit.start('a')('timeout');
	expect(limit.atOnce()).toBe(1);
	limit.start('a')({ms: 10});
	expect(limit.atOnce()).toBe(1);
});
