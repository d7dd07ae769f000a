import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bell} from '../../../src/tui/terminal/modes.ts';
import {openEmulator} from './emulator.ts';

test('rings a bell without a text', () => {
	expect(bell({TERM: 'xterm-256color'})).toBe('\x07');
});

test('sends a text as the notification that the terminal supports, along with a bell', () => {
	const text = 'Down: cs2-scrim.';
	expect(bell({TERM: 'xterm-kitty'}, text)).toBe('\x1b]9;rcondeck: Down: cs2-scrim.\x07\x07');
	expect(bell({TERM: 'tmux-256color'}, text)).toBe('\x1b]9;rcondeck: Down: cs2-scrim.\x07\x07');
	for (const env of [{TERM: 'foot'}, {TERM: 'rxvt-unicode'}, {TERM: 'xterm-256color', VTE_VERSION: '7600'}]) {
		expect(bell(env, text)).toBe('\x1b]777;notify;rcondeck;Down: cs2-scrim.\x07\x07');
	}
});

test('a console that would print unknown sequences gets only a bell', () => {
	expect(bell({TERM: 'linux'}, 'Down: a.')).toBe('\x07');
	expect(bell({TERM: 'vt220'}, 'Down: a.')).toBe('\x07');
});

test.each([
	'a\x07\x1b]52;c;ZWNobw==\x07b',
	'a\x1b\\\x1b[2Jb',
	'a\x9c\x9b2Jb',
	'a;777;notify;b',
	'a\nb\r\u202eb\0',
])('a name like %j cannot break out of the notification', name => {
	for (const env of [{TERM: 'xterm'}, {TERM: 'foot'}]) {
		const bytes = bell(env, `Down: ${name}.`);
		expect(bytes.slice(2, -2)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
		expect(bytes.endsWith('\x07\x07')).toBe(true);
	}
});

test('no text of a notification is printed or executed on the screen', async () => {
	const text = fc.string({
		unit: fc.oneof(fc.constantFrom('\x1b', '\x07', '\x9c', ']', '\\', '[2J', ';'), fc.string()),
	});
	await fc.assert(
		fc.asyncProperty(text, async words => {
			const emulator = openEmulator(20, 3, {convertEol: false});
			await new Promise<void>(resolve => emulator.terminal.write(bell({TERM: 'xterm'}, words), resolve));
			expect(emulator.rows().join('')).toBe('');
		}),
		{numRuns: 60},
	);
});
