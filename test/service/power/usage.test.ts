import {expect, test} from 'vitest';
import type {Usage} from '../../../src/service/power/power-driver.ts';
import {createUsageMeter} from '../../../src/service/power/usage.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

function aMeter() {
	const clock = manualClock();
	const meter = createUsageMeter(clock);
	/** Observes a running server after this time, and returns whether it was asked for a sample. */
	const observe = async (usage: Usage, afterMs = 15_000) => {
		await clock.advance(afterMs);
		const isSample = meter.isDue();
		meter.read({kind: 'running', ...(isSample && {usage})}, isSample);
		return isSample;
	};
	return {meter, observe};
}

test('the use of the CPU is the average between two samples, and a restart does not make it negative', async () => {
	const {meter, observe} = aMeter();
	await observe({cpuMs: 90_000, memoryBytes: 2 ** 30 + 5000});
	expect(meter.usage()).toEqual({memoryBytes: 2 ** 30});
	expect(await observe({cpuMs: 97_500, memoryBytes: 2 ** 30 + 9000}, 5000)).toBe(true);
	expect(meter.usage()).toEqual({cpuPercent: 150, memoryBytes: 2 ** 30});
	expect(await observe({cpuMs: 1e9}, 5000)).toBe(false);
	await observe({cpuMs: 800}, 10_000);
	expect(meter.usage()).toEqual({});
	await observe({cpuMs: 800}, 5000);
	expect(meter.usage()).toEqual({cpuPercent: 0});
});

test('a driver that reports the percentage, or nothing, is asked only every 15 seconds', async () => {
	const {meter, observe} = aMeter();
	expect([await observe({cpuPercent: 12.4}), await observe({}, 5000), await observe({}, 5000)]).toEqual([
		true,
		false,
		false,
	]);
	expect(meter.usage()).toEqual({cpuPercent: 12});
	expect([await observe({}), await observe({}, 5000)]).toEqual([true, false]);
	expect(meter.usage()).toEqual({});
});

test.each([{kind: 'stopped'}, {kind: 'unknown', reason: 'no answer'}, undefined] as const)(
	'a server with the status %j has no usage, even between two samples',
	async status => {
		const {meter, observe} = aMeter();
		await observe({cpuPercent: 12, memoryBytes: 4096});
		meter.read(status, false);
		expect(meter.usage()).toEqual({});
		expect(meter.isDue()).toBe(true);
	},
);
