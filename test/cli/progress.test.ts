import {describe, expect, test} from 'vitest';
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

describe('there is no progress', () => {
	test.each([
		['when stderr is not a terminal', {isTTY: false}],
		['with --quiet', {quiet: true}],
		['on a terminal that can only print lines', {term: 'dumb'}],
	])('%s', async (_, given) => {
		expect(await onTerminal(given)).toBe('');
	});
});

test('counts unknown outcomes apart from failures', () => {
	expect(progressText(40, {done: 12, failed: 2, unknown: 1, 'not-sent': 0})).toBe(
		'12/40 done, 2 failed, 1 unknown, 25 waiting',
	);
	expect(progressText(2, {done: 2, failed: 0, unknown: 0, 'not-sent': 0})).toBe('2/2 done');
});
