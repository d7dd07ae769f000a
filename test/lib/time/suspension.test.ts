import {expect, test} from 'vitest';
import {watchSuspensions} from '../../../src/lib/time/suspension.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

function openWatch() {
	const clock = manualClock();
	const gaps: number[] = [];
	const stopped = {ms: 0};
	// As after SIGSTOP, both clocks have moved on before any timer fires.
	const late = {
		...clock,
		now: () => clock.now() + stopped.ms,
		monotonic: () => clock.monotonic() + stopped.ms,
	};
	return {clock, gaps, stopped, watch: watchSuspensions(late, ms => gaps.push(ms))};
}

test('time that passes in beats is not a suspension, however long', async () => {
	const {clock, gaps, watch} = openWatch();
	await clock.advance(3_600_000);
	watch.check();
	expect(gaps).toEqual([]);
});

test('a stopped process is noticed by whoever checks first, before any timer', () => {
	const {gaps, stopped, watch} = openWatch();
	stopped.ms = 4000;
	watch.check();
	watch.check();
	expect(gaps).toEqual([4000]);
	expect(watch.count()).toBe(1);
});

test('a sleep during which the monotonic clock stands still is noticed, and so is a wall clock that is set back', async () => {
	const {clock, gaps} = openWatch();
	clock.setAhead(10_000);
	await clock.advance(500);
	expect(gaps).toEqual([10_500]);
	clock.setAhead(-10_000);
	await clock.advance(500);
	expect(gaps).toHaveLength(2);
});

test('a delay of two seconds is not reported, but a longer one is', () => {
	const {gaps, stopped, watch} = openWatch();
	stopped.ms = 2000;
	watch.check();
	expect(gaps).toEqual([]);
	stopped.ms += 2001;
	watch.check();
	expect(gaps).toEqual([2001]);
});
