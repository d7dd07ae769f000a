import {describe, expect, test} from 'vitest';
import {openPaged, type Pager, pagerOf} from '../../src/cli/output/pager.ts';

const long = 'line\n'.repeat(30);

/** A terminal of 24 rows, and a pager that only records. */
async function shown(
	text: string,
	given: {
		env?: Record<string, string>;
		isOff?: boolean;
		rows?: number;
		isTTY?: boolean;
		works?: boolean;
	} = {},
) {
	const {env = {}, isOff = false, rows = 24, isTTY = true, works = true} = given;
	const paged: {text: string; pager: Pager}[] = [];
	let plain = '';
	const stdout = {
		isTTY,
		columns: 80,
		rows,
		write: (chunk: string | Uint8Array) => void (plain += String(chunk)),
	};
	const {stdout: gathering, flush} = openPaged(
		{stdout, env},
		() => isOff,
		async (text, pager) => (paged.push({text, pager}), works),
	);
	gathering.write(text);
	await flush();
	return {paged, plain};
}

describe('the pager', () => {
	test('shows output that is longer than the screen', async () => {
		const {paged, plain} = await shown(long);
		expect(paged).toEqual([{text: long, pager: expect.objectContaining({command: 'less -FIRX'})}]);
		expect(plain).toBe('');
	});

	test('is not used for short output, a pipe or a file', async () => {
		expect(await shown('line\n'.repeat(23))).toEqual({paged: [], plain: 'line\n'.repeat(23)});
		expect(await shown(long, {isTTY: false})).toEqual({paged: [], plain: long});
	});

	test.each([
		['--no-pager', {isOff: true}],
		['PAGER=', {env: {PAGER: ''}}],
		['PAGER=cat', {env: {PAGER: 'cat'}}],
		['TERM=dumb', {env: {TERM: 'dumb'}}],
	])('is turned off by %s', async (_, given) => {
		expect(await shown(long, given)).toEqual({paged: [], plain: long});
	});

	test('that cannot be started loses nothing', async () => {
		expect((await shown(long, {works: false})).plain).toBe(long);
	});

	test('is the pager in $PAGER, and gets none of our environment variables', () => {
		const pager = pagerOf({PAGER: 'most -s', RCONDECK_TOKEN: 'secret', HOME: '/home/x', LESS: 'S'});
		expect(pager?.command).toBe('most -s');
		expect(pager?.env).toMatchObject({HOME: '/home/x', LESS: 'S'});
		expect(JSON.stringify(pager)).not.toContain('secret');
	});
});

test('the usual pager of Windows is more', () => {
	expect(pagerOf({}, 'win32')).toMatchObject({command: 'more'});
	expect(pagerOf({PAGER: 'less'}, 'win32')).toMatchObject({command: 'less'});
});
