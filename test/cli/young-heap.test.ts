import {Script} from 'node:vm';
import {expect, test, vi} from 'vitest';
import {limitYoungHeap} from '../../src/cli/heap.ts';
import {runParts} from '../../src/cli/parts.ts';

/** V8 knows texts that it has compiled, but accepts code of another text with the same length. */
const textOf = (number: number) => `(function () { return ${number}; })`;

test('scripts that are loaded later still use their cached code', async () => {
	vi.useFakeTimers({toFake: ['setTimeout']});
	const cachedData = new Script(textOf(0)).createCachedData();
	let count = 0;
	const isRejected = () => new Script(textOf(++count), {cachedData}).cachedDataRejected;
	limitYoungHeap();
	expect(isRejected()).toBe(false);
	vi.advanceTimersByTime(5000);
	expect(isRejected()).toBe(true);
	let later: unknown;
	runParts(() => {
		later = isRejected();
		return {'common/main.js': () => {}};
	});
	expect(later).toBe(false);
	await new Promise(resolve => void setImmediate(resolve));
	expect(isRejected()).toBe(true);
});
