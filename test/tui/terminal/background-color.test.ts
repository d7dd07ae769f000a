import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	answersBackgroundQuery,
	createBackgroundReader,
	backgroundOf,
} from '../../../src/tui/terminal/background-color.ts';

const answer = '\x1b]11;rgb:ffff/ffff/eeee\x1b\\\x1b[?62;22c';
const answers = [answer, '\x1b]11;rgb:00/00/00\x07\x1b[?1;2c', '\x1b[?62;c'];

/** Splits the text into reads at these positions. */
function inReads(text: string, cuts: readonly number[]): string[] {
	const places = [0, ...new Set(cuts.map(cut => cut % text.length))].toSorted((a, b) => a - b);
	return places.map((place, index) => text.slice(place, places[index + 1]));
}

const keys = fc
	.array(
		fc.constantFrom(
			'j',
			'k',
			'\x1b[A',
			'\x1b[1;5C',
			'\x1bOP',
			'\r',
			'r',
			'\x7f',
			'ü',
			'\x1b[200~rgb:]11;\x1b[201~',
			';',
		),
	)
	.map(parts => parts.join(''));

describe('the response to the background query', () => {
	test('never becomes or removes keys, in any split of reads', () => {
		fc.assert(
			fc.property(
				keys,
				fc.constantFrom(...answers),
				keys,
				fc.array(fc.nat(200)),
				(before, said, after, cuts) => {
					const reader = createBackgroundReader();
					const heard = inReads(before + said + after, cuts)
						.map(reader.take)
						.join('');
					expect(heard).toBe(before + after);
					expect(reader.isOver()).toBe(true);
				},
			),
			{numRuns: 2000},
		);
	});

	test('never becomes keys when it is late, except for a lone Esc', () => {
		fc.assert(
			fc.property(
				keys,
				fc.constantFrom(...answers),
				keys,
				fc.array(fc.nat(200)),
				(before, said, after, cuts) => {
					const reader = createBackgroundReader();
					expect(reader.stopWaiting()).toBe('');
					const heard = inReads(before + said + after, cuts)
						.map(reader.take)
						.join('');
					const beginning = /^(?:\x1b(?:\]1?|\[)?){0,2}/;
					const more = heard.slice(before.length, heard.length - after.length);
					expect(heard.startsWith(before) && heard.endsWith(after)).toBe(true);
					expect(more.replace(beginning, '')).toBe('');
				},
			),
			{numRuns: 2000},
		);
	});

	test('is awaited while an Esc is held back, which a timeout releases', () => {
		const reader = createBackgroundReader();
		expect(reader.take('j\x1b')).toBe('j');
		expect(reader.stopWaiting()).toBe('\x1b');
		expect(reader.take('\x1b')).toBe('\x1b');
		expect(reader.take('k')).toBe('k');
	});

	test('delays no key if the second response is missing', () => {
		const reader = createBackgroundReader();
		const pressed = ['j', '\x1b[A', '\x1b', 'x', 'G'];
		expect(pressed.map(reader.take).join('') + reader.stopWaiting()).toBe(pressed.join(''));
	});
});

test('classifies a color as light or dark by its perceived brightness', () => {
	expect(backgroundOf('rgb:ffff/ffff/ffff')).toBe('light');
	expect(backgroundOf('rgb:fd/f6/e3')).toBe('light');
	expect(backgroundOf('rgb:0000/2b2b/3636')).toBe('dark');
	expect(backgroundOf('rgba:0/0/f/f')).toBe('dark');
	expect(backgroundOf('?')).toBeUndefined();
});

test.each<[Record<string, string>, boolean]>([
	[{TERM: 'xterm-256color'}, true],
	[{TERM: 'tmux-256color', TMUX: '/tmp/tmux'}, true],
	[{TERM: 'screen-256color', TMUX: '/tmp/tmux'}, true],
	[{TERM: 'screen-256color', STY: '1.tty'}, false],
	[{TERM: 'screen'}, false],
	[{TERM: 'linux'}, false],
	[{TERM: 'dumb'}, false],
	[{TERM: 'vt220'}, false],
	[{}, false],
])('in %j the query is safe: %s', (env, isSafe) => {
	expect(answersBackgroundQuery(env)).toBe(isSafe);
});
