import {Script} from 'node:vm';
import {afterEach, expect, test, vi} from 'vitest';
import {optimizeUnderLoad, restoreCodeFlags} from '../../src/cli/optimizer.ts';

afterEach(() => void vi.useRealTimers());

test('functions are optimized only while the program uses CPU time', () => {
	let cpuMs = 900;
	const steps: (() => void)[] = [];
	const settings: boolean[] = [];
	optimizeUnderLoad({
		after: (_delayMs, step) => void steps.push(step),
		cpuMs: () => cpuMs,
		setOptimizing: isOptimizing => void settings.push(isOptimizing),
	});
	for (const usedMs of [800, 90, 40, 3000, 199, 201]) {
		cpuMs += usedMs;
		steps.shift()?.();
	}
	expect(settings).toEqual([true, false, false, true, false, true]);
});

test('code that is loaded at rest is taken from the code cache', () => {
	vi.useFakeTimers({toFake: ['setTimeout']});
	vi.spyOn(process, 'uptime').mockReturnValue(60);
	vi.spyOn(process, 'cpuUsage').mockReturnValue({user: 0, system: 0});
	const textOf = (number: number) => `(function () { return ${number}; })`;
	const cachedData = new Script(textOf(0)).createCachedData();
	const isRejected = (number: number) => new Script(textOf(number), {cachedData}).cachedDataRejected;
	optimizeUnderLoad();
	vi.advanceTimersByTime(60_000);
	// V8 knows texts that it has compiled, but accepts code of another text with the same length.
	expect(isRejected(1)).toBe(true);
	restoreCodeFlags();
	expect(isRejected(2)).toBe(false);
});
