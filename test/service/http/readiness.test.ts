import {expect, test} from 'vitest';
import {createReadiness} from '../../../src/service/http/monitor.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

/** A check whose result the test chooses. */
function openReadiness() {
	const clock = manualClock();
	const checks: PromiseWithResolvers<void>[] = [];
	const isReady = createReadiness(clock, () => {
		const check = Promise.withResolvers<void>();
		checks.push(check);
		return check.promise;
	});
	return {clock, checks, isReady};
}

test('checks within one second share one result', async () => {
	const {clock, checks, isReady} = openReadiness();
	const answers = [isReady(), isReady()];
	checks[0]?.resolve();
	expect(await Promise.all(answers)).toEqual([true, true]);
	await clock.advance(999);
	expect(await isReady()).toBe(true);
	expect(checks).toHaveLength(1);
	await clock.advance(1);
	const later = isReady();
	checks[1]?.reject(new Error('The database is away.'));
	expect(await later).toBe(false);
});

test('a hanging check fails after two seconds, and no second one starts', async () => {
	const {clock, checks, isReady} = openReadiness();
	for (const seconds of [2, 4]) {
		const answer = isReady();
		await clock.advance(2000);
		expect([seconds, await answer]).toEqual([seconds, false]);
	}
	expect(checks).toHaveLength(1);
	checks[0]?.resolve();
	await clock.advance(0);
	expect(await isReady()).toBe(true);
});
