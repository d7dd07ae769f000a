import {expect, test} from 'vitest';
import {powerActsFrom, powerDone, powerNoted} from '../../src/core/power-words.ts';

test('an act on power is told with its delay, and read back', () => {
	expect(powerDone('Restart', 'isl-1', 15)).toBe('Restart of isl-1 in 15 min accepted.');
	expect(powerActsFrom(powerDone('Forced stop', 'isl-1', undefined), 1_000_000)).toBe(1_000_000);
	expect(powerActsFrom(powerDone('Stop', 'isl in 5 min', 15), 0)).toBe(15 * 60_000 - 10_000);
	expect(powerNoted('Restart', 15)).toBe('Restart in 15 min accepted.');
	expect(powerActsFrom(powerNoted('Restart', 15), 0)).toBe(15 * 60_000 - 10_000);
	expect(powerActsFrom(powerNoted('Start', undefined), 7)).toBe(7);
	expect(powerActsFrom('isl-1 is now called isl-2.', 0)).toBe(undefined);
	expect(powerActsFrom('Creating isl-1 was accepted.', 0)).toBe(undefined);
});
