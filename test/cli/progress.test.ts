import {describe, expect, test} from 'vitest';
import {manualClock} from '../helpers/manual-clock.ts';
import {openProgress, progressText} from '../../src/cli/output/progress.ts';

async function onTerminal(given: {isTTY?: boolean; quiet?: boolean; term?: string} = {}) {
	const {isTTY = true, quiet, term = 'xterm'} = given;
	let written = '';
	const stderr = {isTTY, columns: 30, write: (text: string | Uint8Array) => void (written += String(text))};
	const progress = await openProgress({stderr, env: {TERM: term}}, {total: 3, quiet});
	progress.settled('done');
	progress.settled('failed');
	progress.close();
	return written;
}

test('progress is one line that is rewritten in place and cleared at the end', async () => {
	const written = await onTerminal();
	expect(written.split('\r')).toEqual([
		'',
		'0/3 done, 3 waiting\x1b[K',
		'1/3 done, 2 waiting\x1b[K',
		'1/3 done, 1 failed, 1 waiting\x1b[K',
		'\x1b[K',
	]);
});

test('where lines cannot be rewritten, the counts of several servers are said once a minute until the end', async () => {
	const clock = manualClock();
	let written = '';
	const stderr = {isTTY: false, write: (text: string | Uint8Array) => void (written += String(text))};
	const progress = await openProgress({stderr, env: {}}, {total: 40, quiet: undefined, clock});
	progress.settled('done');
	await clock.advance(59_000);
	expect(written).toBe('');
	progress.settled('failed');
	await clock.advance(61_000);
	expect(written).toBe(
		'rcondeck: 1/40 done, 1 failed, 38 waiting, 2.0/min, 19m left\n' +
			'rcondeck: 1/40 done, 1 failed, 38 waiting, 1.0/min, 38m left\n',
	);
	progress.close();
	await clock.advance(120_000);
	expect(written.match(/\n/g)).toHaveLength(2);
});

describe('there is no progress', () => {
	test.each([
		['when stderr is not a terminal, for less than a minute', {isTTY: false}],
		['with --quiet', {quiet: true}],
		['on a terminal that can only print lines', {term: 'dumb'}],
	])('%s', async (_, given) => {
		expect(await onTerminal(given)).toBe('');
	});
});

test('counts unknown outcomes apart from failures, and says the pace and the time left once they can be told', () => {
	expect(progressText(40, {done: 11, incomplete: 1, failed: 2, unknown: 1, 'not-sent': 0})).toBe(
		'11/40 done, 1 incomplete, 2 failed, 1 unknown, 25 waiting',
	);
	const counts = {done: 10, incomplete: 0, failed: 0, unknown: 0, 'not-sent': 0};
	expect(progressText(40, counts, 5000)).toBe('10/40 done, 30 waiting, 2.0/s, 15s left');
	expect(progressText(40, counts, 100_000)).toBe('10/40 done, 30 waiting, 6.0/min, 5m left');
	expect(progressText(2, {done: 2, incomplete: 0, failed: 0, unknown: 0, 'not-sent': 0})).toBe('2/2 done');
});
