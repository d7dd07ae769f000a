import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui, prompt} from './pty-tui.ts';

/** What a kitty terminal sends for a key that is pressed, repeats twice and is released, with all flags in effect. */
const held = {
	Enter: '\x1b[13u\x1b[13;1:2u\x1b[13;1:2u\x1b[13;1:3u',
	Space: '\x1b[32;;32u\x1b[32;1:2;32u\x1b[32;1:2;32u\x1b[32;1:3u',
	j: '\x1b[106;;106u\x1b[106;1:2;106u\x1b[106;1:2;106u\x1b[106;1:3u',
	y: '\x1b[121;;121u\x1b[121;1:2;121u\x1b[121;1:2;121u\x1b[121;1:3u',
	R: '\x1b[57441u\x1b[114:82;2;82u\x1b[114:82;2:2;82u\x1b[57441;2:3u\x1b[114;1:3u',
	é: '\x1b[233;;233u\x1b[233;1:2;233u\x1b[233;1:3u',
	'Ctrl-C': '\x1b[57442u\x1b[99;5u\x1b[99;5:2u\x1b[99;5:2u\x1b[57442;5:3u\x1b[99;1:3u',
	Tab: '\x1b[9u\x1b[9;1:2u\x1b[9;1:3u',
	Up: '\x1b[A\x1b[1;1:2A\x1b[1;1:3A',
	Down: '\x1b[B\x1b[1;1:2B\x1b[1;1:3B',
	Esc: '\x1b[27u\x1b[27;1:2u\x1b[27;1:3u',
};
/** A key that is pressed and released. */
const tapped = (code: number, typed?: string) =>
	`\x1b[${code}${typed === undefined ? '' : `;;${typed.codePointAt(0)}`}u\x1b[${code};1:3u`;
const tapEnter = tapped(13);
const type = (text: string) => [...text].map(one => tapped(one.codePointAt(0) ?? 0, one)).join('');

/**
A terminal with a stack of keyboard flags, of which it supports some. `released`: the release that it sends shortly before
the program gives the keyboard back.
*/
function keyboardWith(supported: number, released = '') {
	let stack: number[] = [];
	const record: string[] = [];
	return {
		record,
		depth: () => stack.length,
		answers: (output: string): string => {
			let answer = '';
			for (const [control, pushed] of output.matchAll(/\x1b\[(?:>(\d+)u|<u|\?u)/g)) {
				record.push(control.slice(1));
				if (pushed !== undefined) stack.push(Number(pushed) & supported);
				else if (control === '\x1b[<u') {
					stack = stack.slice(0, -1);
					answer += released;
				} else if (control === '\x1b[?u') answer += `\x1b[?${stack.at(-1) ?? 0}u`;
			}
			return answer;
		},
	};
}

const selected = (name: string) => new RegExp(`^>.. *${name}`, 'm');

async function openInKitty(released?: string) {
	const keyboard = keyboardWith(31, released);
	const tui = await openPtyTui({atEnd: onTestFinished, answers: keyboard.answers});
	await tui.isLive();
	await tui.until('keyboard', () => keyboard.record.includes('[?u'));
	return {tui, keyboard};
}

test('held keys move and type in a terminal with the kitty keyboard protocol', async () => {
	const {tui} = await openInKitty();
	await tui.sees(selected('cs2-scrim'));
	tui.write(held.j);
	await tui.sees(selected('ark-isl-1'));
	tui.write(held.Up);
	await tui.sees(selected('ark-center'));
	tui.write(held.Down);
	await tui.sees(selected('ark-isl-1'));
	tui.write(type('i'));
	await tui.sees(/rcon> *$/m);
	tui.write(held.y + held.é + held.Space + held.R + held.j);
	await tui.sees(/rcon> yyyéé   RRjjj/);
	tui.write(held['Ctrl-C']);
	await tui.sees(/rcon> *$/m);
	tui.write(held.Esc);
	await tui.sees('Enter Console');
	tui.write(held.Tab);
	tui.write(type('1'));
	await tui.sees(selected('ark-isl-1'));
});

test('a held Enter sends one line and confirms none, however slowly it repeats', async () => {
	const {tui} = await openInKitty();
	tui.write(held.j);
	await tui.sees(selected('ark-isl-1'));
	tui.write(type('i'));
	await tui.sees(/rcon> *$/m);
	tui.write(type('ListPlayers'));
	await tui.sees('rcon> ListPlayers');
	tui.write('\x1b[13;1:2u\x1b[13;1:2u');
	tui.write(type('!'));
	await tui.sees('rcon> ListPlayers!');
	tui.write(tapped(127));
	await tui.sees(/rcon> ListPlayers *$/m);
	tui.write(tapEnter);
	await tui.sees(/me +> ListPlayers +\d+ms/);
});

test('gives the keyboard back for Ctrl-Z and at the end, and no release of a key reaches the shell', async () => {
	const {tui, keyboard} = await openInKitty('\x1b[122;5:3u\x1b[113;1:3u');
	expect(keyboard.depth()).toBe(1);
	tui.write('\x1b[122;5u');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(keyboard.depth()).toBe(0);
	tui.write('fg\r');
	await tui.until('tui', () => tui.emulator.isAlternate() && keyboard.depth() === 1);
	await tui.isLive();
	tui.write(held.j);
	await tui.sees(selected('ark-isl-1'));
	tui.write('\x1b[113;;113u');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(keyboard.depth()).toBe(0);
	tui.write('echo "<$?>"\r');
	await tui.sees('<0>');
	expect(tui.screen()).not.toMatch(/1[12][23];/);
});

test.each([
	['SIGTERM', 'SIGTERM'],
	['a bug', 'SIGUSR2'],
] as const)('gives the keyboard back after %s', async (_, signal) => {
	const {tui, keyboard} = await openInKitty();
	process.kill(tui.pid(), signal);
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(keyboard.depth()).toBe(0);
});

test('gives the keyboard to another program, and takes it back', async () => {
	const keyboard = keyboardWith(31);
	const tui = await openPtyTui({
		atEnd: onTestFinished,
		answers: keyboard.answers,
		env: {EDITOR: 'sh -c \'printf "editing\\n"; read line; printf "%s" "$line" > "$0"\''},
	});
	await tui.isLive();
	tui.write(type('i'));
	await tui.sees(/rcon> *$/m);
	tui.write('\x1b[120;5u\x1b[120;5:3u');
	await tui.sees('editing');
	expect(keyboard.depth()).toBe(0);
	tui.write('edited\r');
	await tui.sees('rcon> edited');
	await tui.until('keyboard', () => keyboard.depth() === 1);
	tui.write(held.y);
	await tui.sees('rcon> editedyyy');
});

test.each([
	['without event types', 1],
	['without the text of keys', 15],
	['without any flag', 0],
])('uses the usual keys in a terminal %s', async (_, supported) => {
	const keyboard = keyboardWith(supported);
	const tui = await openPtyTui({atEnd: onTestFinished, answers: keyboard.answers});
	await tui.isLive();
	await tui.until('usual keyboard', () => keyboard.record.join(' ') === '[>31u [?u [<u');
	expect(keyboard.depth()).toBe(0);
	tui.write('jjj');
	await tui.sees(selected('ark-isl-1'));
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(keyboard.depth()).toBe(0);
});

test.each([
	['the usual bytes', 'jjj', 'iRé!', '\r'],
	['the bytes of the protocol', held.j, type('iRé!'), tapEnter],
])('reads %s in a terminal that does not answer', async (_, down, text, enter) => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write(down);
	await tui.sees(selected('ark-isl-1'));
	tui.write(text);
	await tui.sees('rcon> Ré!');
	tui.write(enter);
	await tui.sees(/me +> Ré!/);
});

test('reads keys before and after a late answer', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished});
	await tui.isLive();
	tui.write(tapped(106, 'j'));
	await tui.sees(selected('ark-center'));
	tui.write(`${tapped(106, 'j')}\x1b[?3`);
	await tui.sees(selected('ark-events'));
	tui.write(`1u${held.j}`);
	await tui.sees(selected('ark-scorched'));
});

test.each(['linux', 'vt220'])('sends nothing of the protocol to a terminal of type %s', async term => {
	const keyboard = keyboardWith(31);
	const tui = await openPtyTui({atEnd: onTestFinished, env: {TERM: term}, answers: keyboard.answers});
	await tui.isLive();
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
	expect(keyboard.record).toEqual([]);
});
