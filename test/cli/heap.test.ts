import {expect, test} from 'vitest';
import {freeHeapWhenIdle} from '../../src/cli/heap.ts';

/** Runs the steps of a program whose heap and input the test sets. */
function openHeap() {
	const steps: (() => void)[] = [];
	const heap = {input: 0, size: 40e6, collections: 0, small: 22e6, delays: [] as number[]};
	freeHeapWhenIdle(() => heap.input, {
		after: (delayMs, step) => {
			heap.delays.push(delayMs);
			steps.push(step);
		},
		size: () => heap.size,
		collect: () => {
			heap.collections++;
			heap.size = heap.small;
		},
	});
	return {heap, step: () => steps.shift()?.()};
}

test('frees memory after the start, but not while keys arrive', () => {
	const {heap, step} = openHeap();
	heap.input = 7;
	step();
	expect(heap.collections).toBe(0);
	step();
	expect(heap.collections).toBe(1);
	expect(heap.delays).toEqual([5000, 5000, 10_000]);
});

test('waits longer if collecting takes longer', () => {
	const {heap, step} = openHeap();
	heap.small = 90e6;
	step();
	expect(heap.delays).toEqual([5000, 20_000]);
});

test('frees memory again only when the heap has grown noticeably', () => {
	const {heap, step} = openHeap();
	step();
	heap.size = 29e6;
	step();
	expect(heap.collections).toBe(1);
	heap.size = 31e6;
	step();
	expect(heap.collections).toBe(2);
});
