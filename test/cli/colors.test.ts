import {describe, expect, test} from 'vitest';
import {mayColor} from '../../src/cli/output/output.ts';
import {writeTable} from '../../src/cli/output/table.ts';
import {runDemo} from './run-cli.ts';

const xterm = {TERM: 'xterm-256color'};

describe('tables have colors', () => {
	test.each([
		['on a terminal', true, xterm, false, true],
		['not in a pipe', false, xterm, false, false],
		['not with --no-color', true, xterm, true, false],
		['not with NO_COLOR', true, {...xterm, NO_COLOR: '1'}, false, false],
		['with an empty NO_COLOR, as if it were unset', true, {...xterm, NO_COLOR: ''}, false, true],
		['not on a dumb terminal', true, {TERM: 'dumb'}, false, false],
		['in a pipe with FORCE_COLOR', false, {...xterm, FORCE_COLOR: '1'}, false, true],
		['not with FORCE_COLOR=0', true, {...xterm, FORCE_COLOR: '0'}, false, false],
		[
			'not with both NO_COLOR and FORCE_COLOR',
			true,
			{...xterm, FORCE_COLOR: '1', NO_COLOR: '1'},
			false,
			false,
		],
		['not with both --no-color and FORCE_COLOR', false, {...xterm, FORCE_COLOR: '1'}, true, false],
	])('%s', (_, isTTY, env: Record<string, string>, isOff, expected) => {
		expect(mayColor({stdout: {isTTY, write: () => {}}, env}, isOff)).toBe(expected);
	});
});

test('a color takes no space and only repeats the meaning of the word', () => {
	const write = (colors: boolean, columns: number) => {
		let out = '';
		const stdout = {isTTY: true, columns, write: (text: string | Uint8Array) => void (out += String(text))};
		const io = {
			argv: [],
			env: {},
			stdin: process.stdin,
			stdout,
			stderr: stdout,
			colors,
			ending: new AbortController().signal,
		};
		writeTable(
			io,
			[
				{header: 'NAME', value: ({name}) => name},
				{header: 'STATE', value: ({state}) => state, style: () => 'offline'},
				{header: 'NODE', value: () => 'eu-1'},
			],
			[{name: 'one', state: 'OFFLINE'}],
		);
		return out;
	};
	expect(write(true, 80)).toBe(
		'\x1b[1mNAME\x1b[0m  \x1b[1mSTATE\x1b[0m    \x1b[1mNODE\x1b[0m\none   \x1b[91mOFFLINE\x1b[0m  eu-1\n',
	);
	for (const columns of [5, 9, 12, 14, 17, 80]) {
		expect(write(true, columns).replaceAll(/\x1b\[\d+m/g, '')).toBe(write(false, columns));
	}
});

test('the list of servers is plain in a pipe, and colored where that is forced', async () => {
	expect((await runDemo(['servers'])).out).not.toContain('\x1b');
	expect((await runDemo(['servers'], {env: {...xterm, FORCE_COLOR: '1'}})).out).toMatch(
		/\x1b\[91mSTOPPED\x1b\[0m/,
	);
	expect((await runDemo(['servers', '--no-color'], {env: {...xterm, FORCE_COLOR: '1'}})).out).not.toContain(
		'\x1b',
	);
	expect((await runDemo(['servers', '--json'], {env: {...xterm, FORCE_COLOR: '1'}})).out).not.toContain(
		'\x1b',
	);
});
