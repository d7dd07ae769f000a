import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {knowsSynchronized, openScreen} from '../../src/tui/screen.ts';

test.each<[Record<string, string>, boolean]>([
	[{TERM: 'xterm-kitty'}, true],
	[{TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm'}, true],
	[{TERM: 'xterm-256color', WT_SESSION: 'x'}, true],
	[{TERM: 'xterm-256color'}, false],
	[{TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm'}, false],
	[{TERM: 'linux'}, false],
])('a terminal that reports %j supports synchronized frames: %s', (env, knows) => {
	expect(knowsSynchronized(env)).toBe(knows);
});

test('output to a terminal without a descriptor uses its write method, which also restores the primary screen', async () => {
	const written: string[] = [];
	const stdout = Object.assign(new EventEmitter(), {
		columns: 20,
		rows: 3,
		write: (text: string) => written.push(text),
	});
	const screen = openScreen({stdout, synchronized: false, onLost: () => {}});
	screen.stream.write('\x1b[?1049h');
	screen.stream.write('漢字\nb\nc');
	await new Promise(resolve => setImmediate(resolve));
	await screen.close();
	expect(written.join('')).toContain('漢字');
	expect(written.join('')).toMatch(/\x1b\[\?1049l$/);
});
