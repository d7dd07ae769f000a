import {expect, test} from 'vitest';
import {nextTurn} from '../../../src/lib/time/clock.ts';
import {openSessionQueue} from '../../../src/service/link/hub-session.ts';
import {shareOf} from '../../../src/service/held.ts';
import {budgets} from '../../../src/service/limits.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

function aQueue(maxCharacters = 16 * 1024 * 1024) {
	const [errors, reading]: [unknown[], boolean[]] = [[], []];
	const clock = manualClock();
	const queue = openSessionQueue({
		clock,
		maxCharacters: () => maxCharacters,
		pauseReading: isPaused => reading.push(!isPaused),
		onError: error => errors.push(error),
	});
	return {clock, queue, errors, reading};
}

test('jobs run one after the other, and the last one follows the job that runs', async () => {
	const {queue, errors} = aQueue();
	const done: string[] = [];
	const first = Promise.withResolvers<void>();
	queue.add(() => first.promise.then(() => void done.push('first')));
	queue.add(async () => void done.push('dropped'));
	queue.finish(async () => void done.push('last'));
	await nextTurn();
	expect([done, queue.isEmpty()]).toEqual([[], false]);
	first.resolve();
	await queue.idle();
	expect([done, queue.isEmpty(), errors]).toEqual([['first', 'last'], true, []]);
});

test('the error of a job is reported, and the next one runs', async () => {
	const {queue, errors} = aQueue();
	let isDone = false;
	queue.add(() => Promise.reject(new Error('full')));
	queue.add(async () => void (isDone = true));
	await queue.idle();
	expect([isDone, errors]).toEqual([true, [new Error('full')]]);
});

test.each([
	{name: 'messages', count: 1002, size: 10},
	{name: 'characters', count: 3, size: 8 * 1024 * 1024 + 1},
])('while too many $name wait, nothing more is read', async ({count, size}) => {
	const {queue, reading} = aQueue();
	const gate = Promise.withResolvers<void>();
	for (let number = 0; number < count; number++) queue.add(() => gate.promise, size);
	expect(reading).toEqual([false]);
	gate.resolve();
	await queue.idle();
	expect(reading).toEqual([false, true]);
});

test('messages without end are followed at a limited rate', async () => {
	const {queue, clock} = aQueue();
	let done = 0;
	for (let number = 0; number < 10_000; number++) queue.add(async () => void done++);
	await nextTurn();
	expect(done).toBe(6001);
	await clock.advance(1000);
	await nextTurn();
	expect(done).toBeGreaterThan(6900);
	expect(done).toBeLessThan(7100);
	await clock.advance(5000);
	await queue.idle();
	expect(done).toBe(10_000);
});

test('the queue limit of a connection shrinks with the number of connections', async () => {
	const {queue, reading} = aQueue(shareOf(budgets.received, 100));
	const gate = Promise.withResolvers<void>();
	for (let number = 0; number < 3; number++) queue.add(() => gate.promise, budgets.received.total / 200);
	expect(reading).toEqual([false]);
	gate.resolve();
	await queue.idle();
	expect(reading).toEqual([false, true]);
	expect([1, 100, 10_000].map(count => shareOf(budgets.received, count) / 1024)).toEqual([
		16_384, 655.359375, 256,
	]);
});
