import {expect, test} from 'vitest';
import {regressions} from './fuzz/regressions.ts';
import {fuzz, problemOf} from './fuzz/run-target.ts';
import {targets} from './fuzz/targets.ts';

/** Inputs for each codec. `npm run reliability fuzz` goes on for as long as it is allowed to. */
const counts = {usual: 100, waits: 32, slow: 12};

test.each(targets.map(target => [target.name, target] as const))(
	'%s: random inputs break no promise',
	async (_name, target) => {
		const inputs = counts[target.pace ?? 'usual'];
		const {tried, failures} = await fuzz(target, {seed: 1, goesOn: done => done < inputs});
		expect(failures).toEqual([]);
		expect(tried).toBeGreaterThanOrEqual(inputs);
	},
);

test.each(regressions)('%s: %s is fixed', async (name, _why, input) => {
	const target = targets.find(each => each.name === name);
	const opened = await target?.open();
	if (!opened) throw new Error(`There is no target ${name}.`);
	try {
		expect(await problemOf(opened, input)).toBeUndefined();
	} finally {
		await opened.close?.();
	}
});
