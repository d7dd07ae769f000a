import {expect, test} from 'vitest';
import {createTicker} from '../../src/tui/ticker.ts';
import {manualClock} from '../helpers/manual-clock.ts';

test('shows the same time within one second, however precise the clock is', () => {
	let ms = 10_400.25;
	const fine = () => (ms += 0.1);
	const ticker = createTicker({...manualClock(), now: fine, monotonic: fine});
	expect([ticker.tick(), ticker.tick(), ticker.now()]).toEqual([10_000, 10_000, 10_000]);
});

test('the ticker emits every new second, on the second', async () => {
	const clock = manualClock(10_400);
	const ticker = createTicker(clock);
	const ticks: number[] = [];
	const leave = ticker.subscribe(() => ticks.push(ticker.now()));
	await clock.advance(2700);
	expect(ticks).toEqual([11_000, 12_000, 13_000]);
	leave();
	await clock.advance(5000);
	expect(ticks).toHaveLength(3);
});

test('at rest it emits every ten seconds, shows the same time in between, and a wake returns to seconds', async () => {
	const clock = manualClock(10_400);
	let mayRest = true;
	const ticker = createTicker(clock, () => mayRest);
	const ticks: number[] = [];
	const leave = ticker.subscribe(() => ticks.push(ticker.now()));
	await clock.advance(25_000);
	expect(ticks).toEqual([11_000, 20_000, 30_000]);
	expect([clock.now(), ticker.now(), ticker.isAtRest()]).toEqual([35_400, 30_000, true]);
	ticker.wake();
	expect(ticker.isAtRest()).toBe(true);
	mayRest = false;
	ticker.wake();
	expect([ticker.now(), ticker.isAtRest()]).toEqual([35_000, false]);
	await clock.advance(1700);
	expect(ticks.slice(3)).toEqual([36_000, 37_000]);
	leave();
});
