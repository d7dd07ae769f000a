import {expect, test} from 'vitest';
import {timeLeft} from '../../../src/lib/time/time-left.ts';

test('estimates the time left from the pace, and at least a second until the work has ended', () => {
	expect(timeLeft(0.25, 10_000)).toBe(30_000);
	expect(timeLeft(0.99, 4000)).toBe(1000);
	expect([timeLeft(0, 10_000), timeLeft(1, 10_000), timeLeft(0.5, 1000)]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});
