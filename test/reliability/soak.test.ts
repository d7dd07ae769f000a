import {expect, test} from 'vitest';
import {soakCompressed} from './compressed-soak.ts';
import {fillMs, messagesAfter} from './soak-fill.ts';
import {slopeErrorOf, slopeOf} from './soak-samples.ts';

/** Longer than it takes to fill the consoles. */
const minutes = 1;
const load = {servers: 4, perSecond: 10, actEveryMs: 5000, stepMs: 500};

test('a swinging heap has no significant slope, and a growing one has', () => {
	const heap = (at: (minute: number) => number) =>
		Array.from({length: 36}, (_, third) => ({minute: third / 3, heapMb: at(third / 3) + (third % 4) * 2}));
	const [flat, growing] = [heap(() => 90), heap(minute => 90 + minute)];
	expect(Math.abs(slopeOf(flat))).toBeLessThan(2 * slopeErrorOf(flat));
	expect(slopeErrorOf(flat)).toBeLessThan(15);
	expect(slopeOf(growing) - 2 * slopeErrorOf(growing)).toBeGreaterThan(30);
});

test.each(['tui', 'line'] as const)(
	'a minute with faults leave no timer, listener or damage, and little memory (%s)',
	async front => {
		// What is loaded once stays.
		const warm = await soakCompressed({...load, front, minutes: 0.2, seed: 1});
		const {heapMb, left, bugs, sent} = await soakCompressed({...load, front, minutes, seed: 2});
		expect({bugs, left}).toEqual({
			bugs: [],
			left: {timers: 0, listeners: 0, resources: [], integrity: 'ok'},
		});
		expect(fillMs(load)).toBeLessThan(minutes * 60_000);
		expect(sent).toBeGreaterThanOrEqual(messagesAfter(minutes * 60_000, load));
		// An entry of the console takes less than a kilobyte.
		expect(heapMb - warm.heapMb).toBeLessThan(15);
	},
);
