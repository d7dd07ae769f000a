import {expect, test} from 'vitest';
import {createScreen, terminalSize} from '../../../../src/service/console/terminal-screen.ts';

const escape = '\u001b';
const at = (row: number, column: number) => `${escape}[${row};${column}H`;

/** What is new after each piece of output. */
function read(...pieces: string[]): string[][] {
	const screen = createScreen();
	return pieces.map(piece => {
		screen.draw(piece);
		return screen.newLines();
	});
}

test('plain lines are read once, also equal ones, and as soon as they are complete', () => {
	expect(read('one\r\ntwo\r\nth', 'ree\r\nthree\r\n', '')).toEqual([['one', 'two'], ['three', 'three'], []]);
	const many = Array.from({length: 200}, () => 'tick\r\n').join('');
	expect(read(many, many).map(({length}) => length)).toEqual([200, 200]);
});

test('a redrawn game screen yields only new lines, without the input and a clock', () => {
	const draw = (clock: string, lines: string[], input: string) =>
		[
			`${escape}[2J${at(1, 1)}Time ${clock}`,
			...lines.map((line, index) => `${at(2 + index, 1)}${escape}[1m${line}${escape}[m${escape}[K`),
			`${at(terminalSize.rows, 1)}${input}`,
		].join('');
	expect(
		read(
			draw('12:00', ['# Server: ready'], '> '),
			draw('12:01', ['# Server: ready', 'Ann: hi'], '> /sta'),
			draw('12:02', ['Ann: hi', '# Server: version=5'], '> '),
			draw('12:03', ['Ann: hi', '# Server: version=5'], '> '),
		),
	).toEqual([['Time 12:00', '# Server: ready'], ['Ann: hi'], ['# Server: version=5'], []]);
});

test('sequences are drawn however they are cut, and invalid ones do no harm', () => {
	const text = `${at(3, 5)}deep${escape}(B${escape}]0;title\u0007${escape}[?25l${at(1, 1)}A日本${escape}[1;1H${escape}[1C*${at(5, 1)}`;
	const whole = read(text)[0];
	expect(whole).toEqual(['A*本', '    deep']);
	const screen = createScreen();
	for (const character of text) screen.draw(character);
	expect(screen.newLines()).toEqual(whole);
	for (const wild of [
		`${escape}[`,
		`${escape}[9999;9999H`,
		`${escape}[99A`,
		`${escape}[0;0r`,
		'\b\b\b',
		`${escape}]${'x'.repeat(5000)}`,
	])
		expect(() => read(wild + 'x'.repeat(2000), '\n'.repeat(100))).not.toThrow();
});

test('lines above a fixed last row scroll', () => {
	const region = `${escape}[1;3r${at(3, 1)}`;
	expect(read(`${region}a\r\nb\r\nc\r\nd\r\n`, `e\r\n${at(50, 1)}`)).toEqual([['a', 'b', 'c', 'd'], ['e']]);
});
