import {expect, test} from 'vitest';
import {createKittyReader} from '../../../src/tui/terminal/kitty-keys.ts';

/** Recorded from kitty 0.26 with all flags, if not marked otherwise. */
test.each([
	['a letter', '\x1b[106;;106u\x1b[106;1:3u', 'j'],
	['an uppercase letter', '\x1b[57441u\x1b[114:82;2;82u\x1b[57441;2:3u\x1b[114;1:3u', '\x1b[57441;1uR'],
	['a letter with an accent', '\x1b[233;u', 'é'],
	['a composed letter', '\x1b[101;;233u', 'é'],
	['a symbol', '\x1b[52:36;2;36u', '$'],
	['Space', '\x1b[32;;32u', ' '],
	['Caps Lock', '\x1b[97;65;65u', 'A'],
	['text of an input method', '\x1b[0;;28450:23383u', '漢字'],
	['a Cyrillic letter', '\x1b[1089::99;;1089u', 'с'],
	['Enter', '\x1b[13u\x1b[13;1:3u', '\r'],
	['Enter with Num Lock', '\x1b[13;129u', '\r'],
	['Enter on the number pad', '\x1b[57414u', '\r'],
	['a digit on the number pad', '\x1b[57404;129;53u', '5'],
	['a digit on the number pad without its text', '\x1b[57404;129u', '5'],
	['an uppercase letter without its text', '\x1b[114;2u', 'R'],
	['a symbol without its text', '\x1b[52:36;2u', '$'],
	['Esc', '\x1b[27u', '\x1b[27;1u'],
	['Ctrl-[', '\x1b[91;5u', '\x1b[27;1u'],
	['Tab and Shift-Tab', '\x1b[9u\x1b[9;2u', '\x1b[9;1u\x1b[9;2u'],
	['Backspace', '\x1b[127u\x1b[127;1:3u', '\x1b[127;1u'],
	['Ctrl-C', '\x1b[99;5u\x1b[99;5:3u', '\x1b[99;5u'],
	['Ctrl-C in a Cyrillic layout', '\x1b[1089::99;5u', '\x1b[99;5u'],
	['Alt and a letter', '\x1b[106;3u', '\x1b[106;3u'],
	['Alt and an uppercase letter', '\x1b[106:74;4u', '\x1b[74;3u'],
	['Option and a letter that types a symbol', '\x1b[108;3;64u', '@'],
	['AltGr as Ctrl-Alt', '\x1b[113;7;64u', '@'],
	['Command and a letter', '\x1b[99;9u', ''],
	['an arrow', '\x1b[B\x1b[1;1:3B', '\x1b[B'],
	['an arrow with Num Lock', '\x1b[1;129:1B', '\x1b[1;1B'],
	['Page Down', '\x1b[6~\x1b[6;1:3~', '\x1b[6~'],
	['Ctrl-Right', '\x1b[1;5C', '\x1b[1;5C'],
	[
		'keys of other terminals',
		'jR\r\t\x7f\x03\x1b\x1bOA\x1b[A\x1b[3~',
		'jR\r\t\x7f\x03\x1b\x1bOA\x1b[A\x1b[3~',
	],
	['a mouse report', '\x1b[<0;10;10M', '\x1b[<0;10;10M'],
	['the position of the cursor', '\x1b[1;1R', '\x1b[1;1R'],
])('%s', (_, bytes, keys) => {
	const reader = createKittyReader();
	reader.markRepeats(true);
	expect(reader.take(bytes)).toEqual({keys});
});

test.each([
	['a letter', '\x1b[106;1:2;106u', '\x1b[0;1:2;106u', 'j'],
	['an uppercase letter', '\x1b[114:82;2:2;82u', '\x1b[0;1:2;82u', 'R'],
	['a letter with an accent', '\x1b[233;1:2;233u', '\x1b[0;1:2;233u', 'é'],
	['Enter', '\x1b[13;1:2u', '\x1b[13;1:2u', '\r'],
	['Tab', '\x1b[9;1:2u', '\x1b[9;1:2u', '\x1b[9;1u'],
	['Ctrl-C in a Cyrillic layout', '\x1b[1089::99;5:2u', '\x1b[99;5:2u', '\x1b[99;5u'],
	['an arrow', '\x1b[1;1:2B', '\x1b[1;1:2B', '\x1b[1;1B'],
])(
	'marks a repeat of %s only once the terminal has confirmed that it reports them',
	(_, bytes, marked, unmarked) => {
		const reader = createKittyReader();
		expect(reader.take(bytes).keys).toBe(unmarked);
		reader.markRepeats(true);
		expect(reader.take(bytes).keys).toBe(marked);
	},
);

test('joins a key that is split across reads after its first digit, and passes on both parts of others', () => {
	const bytes = 'a\x1b[114:82;2;82ub';
	for (let at = 0; at < bytes.length; at++) {
		const reader = createKittyReader();
		const isPossibleEsc = at === 2 || at === 3;
		expect(reader.take(bytes.slice(0, at)).keys + reader.take(bytes.slice(at)).keys).toBe(
			isPossibleEsc ? bytes : 'aRb',
		);
	}
});

test('takes the answer of the terminal out of the keys', () => {
	const reader = createKittyReader();
	expect(reader.take('a\x1b[?3')).toEqual({keys: 'a'});
	expect(reader.take('1ub')).toEqual({keys: 'b', flags: 31});
});

test.each([
	['\x1b[?62;c', 0],
	['\x1b[?31u\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;c', 31],
])('reads %j as flags %d', (bytes, flags) => {
	expect(createKittyReader().take(bytes)).toEqual({keys: bytes.replace('\x1b[?31u', ''), flags});
});

test('changes nothing within a paste, in however many reads it arrives', () => {
	const reader = createKittyReader();
	const paste = '\x1b[200~\x1b[13;1:3u\x1b[?31u\x1b[106;;106u\x1b[201~';
	expect(reader.take(paste.slice(0, 20)).keys + reader.take(paste.slice(20)).keys).toBe(paste);
	expect(reader.take('\x1b[106;;106u').keys).toBe('j');
});
