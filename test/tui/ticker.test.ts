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
