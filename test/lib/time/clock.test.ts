import {afterEach, expect, test, vi} from 'vitest';
import {manualClock} from '../../helpers/manual-clock.ts';
import {clampDelay, ownClock, repeat, systemClock} from '../../../src/lib/time/clock.ts';

const longest = 2_147_483_647;

test.each([
	[0, 0],
	[1500.5, 1500.5],
	[-5, 0],
	[-Infinity, 0],
	[longest, longest],
	[longest + 1, longest],
	[2_147_484_000, longest],
	[Infinity, longest],
	[Number.NaN, longest],
])('a delay of %s ms waits %s ms', (asked, waited) => expect(clampDelay(asked)).toBe(waited));

afterEach(() => vi.useRealTimers());

test.each([2_147_484_000_000, Infinity, Number.NaN])(
	'a timer of %s ms neither fires at once nor triggers a Node warning',
	async delayMs => {
		const warnings: Error[] = [];
		const hear = (warning: Error) => void warnings.push(warning);
		process.on('warning', hear);
		let fired = 0;
		const cancelTimer = systemClock.after(delayMs, () => fired++);
		const end = repeat(
			systemClock,
			() => delayMs,
			() => fired++,
		);
		// Warnings arrive on the next tick, and a timer that overflowed fires after 1 ms.
		await new Promise<void>(resolve => void systemClock.after(20, resolve));
		cancelTimer();
		end();
		process.off('warning', hear);
		expect({fired, warnings}).toEqual({fired: 0, warnings: []});
	},
);

test('a delay beyond the timer limit ends on time and can be canceled until then', () => {
	vi.useFakeTimers();
	const dayMs = 86_400_000;
	const fired: string[] = [];
	systemClock.after(60 * dayMs, () => fired.push('sixty'));
	const cancelTimer = systemClock.after(61 * dayMs, () => fired.push('never'));
	vi.advanceTimersByTime(60 * dayMs - 1);
	expect(fired).toEqual([]);
	vi.advanceTimersByTime(1);
	cancelTimer();
	vi.advanceTimersByTime(10 * dayMs);
	expect(fired).toEqual(['sixty']);
});

test('wall clock changes do not affect the monotonic clock', () => {
	vi.useFakeTimers({toFake: ['Date']});
	const before = systemClock.monotonic();
	vi.setSystemTime(0);
	expect(systemClock.now()).toBe(0);
	expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
	expect(systemClock.monotonic() - before).toBeLessThan(60_000);
});

test('a clock of an owner fires and cancels its own timers, and none after its stop', async () => {
	const shared = manualClock();
	const clock = ownClock(shared);
	const fired: string[] = [];
	clock.after(10, () => fired.push('own'));
	const cancel = clock.after(10, () => fired.push('canceled'));
	clock.after(50, () => fired.push('stopped'));
	shared.after(50, () => fired.push('of another owner'));
	cancel();
	await shared.advance(20);
	clock.stop();
	clock.after(1, () => fired.push('late'));
	await shared.advance(100);
	expect(fired).toEqual(['own', 'of another owner']);
});
