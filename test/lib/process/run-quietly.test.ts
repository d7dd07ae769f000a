import {expect, test} from 'vitest';
import {runQuietly} from '../../../src/lib/process/run-quietly.ts';

test('returns the output of a command, or nothing if it fails', async () => {
	expect(await runQuietly('echo secret')).toBe('secret\n');
	expect(await runQuietly('echo secret; exit 1')).toBeUndefined();
});

test('gives up on a command whose child processes go on after the time limit', async () => {
	const startedAt = performance.now();
	expect(await runQuietly('sleep 100 | cat', 100)).toBeUndefined();
	expect(performance.now() - startedAt).toBeLessThan(60_000);
});
