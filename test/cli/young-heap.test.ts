import {Script} from 'node:vm';
import {expect, test, vi} from 'vitest';
import {collectInOneThread} from '../../src/cli/heap.ts';

test('scripts that are loaded later still use their cached code', () => {
	vi.useFakeTimers({toFake: ['setTimeout']});
	const textOf = (number: number) => `(function () { return ${number}; })`;
	const cachedData = new Script(textOf(0)).createCachedData();
	collectInOneThread();
	vi.advanceTimersByTime(5000);
	// V8 knows texts that it has compiled, but accepts code of another text with the same length.
	expect(new Script(textOf(1), {cachedData}).cachedDataRejected).toBe(false);
});
