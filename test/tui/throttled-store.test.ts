import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {createStore} from '../../src/app/kernel/state/services.ts';
import {createThrottledStore} from '../../src/tui/throttled-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counting(
	restMs: () => number = () => 0,
	canWait: (before: number, next: number) => boolean = () => false,
) {
	const store = createStore<number, 'more'>(0, state => state + 1);
	const throttled = createThrottledStore(store, {everyMs: 33, restMs, canWait, now: () => Date.now()});
	const shown: number[] = [];
	throttled.subscribe(() => shown.push(throttled.getState()));
	return {more: () => store.dispatch('more'), throttled, shown};
}

test('shows a change after a pause at once', () => {
	const {more, shown} = counting();
	more();
	expect(shown).toEqual([1]);
});

test('shows a burst of changes 30 times per second, and ends with the newest', () => {
	const {more, shown} = counting();
	for (let ms = 0; ms < 1000; ms++) {
		more();
		vi.advanceTimersByTime(1);
	}
	vi.advanceTimersByTime(50);
	expect(shown.length).toBeGreaterThan(25);
	expect(shown.length).toBeLessThan(33);
	expect(shown.at(-1)).toBe(1000);
});

test('shows changes of a key at once, in one step, during a burst', () => {
	const {more, throttled, shown} = counting();
	more();
	more();
	throttled.hurry(() => {
		more();
		more();
	});
	expect(shown).toEqual([1, 4]);
	vi.advanceTimersByTime(100);
	expect(shown).toEqual([1, 4]);
});

test('shows the first change after a key at once', () => {
	const {more, throttled, shown} = counting();
	throttled.hurry(more);
	vi.advanceTimersByTime(2);
	more();
	expect(shown).toEqual([1, 2]);
	more();
	expect(shown).toEqual([1, 2]);
});

test('a flush shows changes of the current interval, but not deferred ones', () => {
	const {more, throttled, shown} = counting(
		() => 0,
		(_before, next) => next > 2,
	);
	more();
	more();
	throttled.flush();
	expect(shown).toEqual([1, 2]);
	vi.advanceTimersByTime(100);
	more();
	throttled.flush();
	expect(shown).toEqual([1, 2]);
});

test('a slow terminal gets fewer frames', () => {
	const {more, shown} = counting(() => 500);
	for (let ms = 0; ms < 1000; ms++) {
		more();
		vi.advanceTimersByTime(1);
	}
	expect(shown.length).toBeLessThanOrEqual(3);
});

test('shows deferred changes when they are released, or with one that cannot wait', () => {
	const {more, throttled, shown} = counting(undefined, (before, next) => next - before < 3);
	more();
	more();
	expect(shown).toEqual([]);
	throttled.release();
	expect(shown).toEqual([2]);
	throttled.release();
	expect(shown).toEqual([2]);
	vi.advanceTimersByTime(50);
	for (let count = 0; count < 3; count++) more();
	expect(shown).toEqual([2, 5]);
	more();
	throttled.hurry(() => {});
	expect(shown).toEqual([2, 5, 6]);
});

test('shows nothing after it is closed', () => {
	const {more, throttled, shown} = counting();
	more();
	more();
	throttled.close();
	vi.advanceTimersByTime(100);
	more();
	expect(shown).toEqual([1]);
});

test('shows changes that the user waits for at once, even during a burst', () => {
	const store = createStore<number, 'more'>(0, state => state + 1);
	const throttled = createThrottledStore(store, {
		everyMs: 33,
		restMs: () => 0,
		isAwaited: (before, next) => before < 3 && next >= 3,
		now: () => Date.now(),
	});
	const shown: number[] = [];
	throttled.subscribe(() => shown.push(throttled.getState()));
	for (let times = 0; times < 4; times++) store.dispatch('more');
	expect(shown).toEqual([1, 3]);
	vi.advanceTimersByTime(40);
	expect(shown).toEqual([1, 3, 4]);
	throttled.close();
});
