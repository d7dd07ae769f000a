import {PassThrough, type Readable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import type {Clock} from '../../lib/time/clock.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import {widthOf} from '../../lib/text/width.ts';

/** The terminal of a game that draws its console. It is wide, so that few lines are broken. */
export const terminalSize = {rows: 50, columns: 400};
/** Few programs use more than this terminal has, and the sequences below are all of it. (terminfo: vt100) */
export const terminalType = 'vt100';

const escape = '\u001b';
/** A control sequence, or another sequence that begins with an escape. */
const sequence =
	/\u001b(?:\[([?>=!]?)([\d;]{0,64})[ -/]{0,4}([@-~])|[\]PX^_][^\u0007\u001b]{0,1024}(?:\u0007|\u001b\\)|[ #%()*+].|[^[\]PX^_ #%()*+])/suy;
/** A sequence that is longer than this is none. */
const maxSequence = 1100;
/** Of a character with combining ones. */
const maxCell = 16;
/** Lines that leave the screen between two readings; more are dropped. */
const maxGone = 5000;

type Screen = {
	cells: string[][];
	row: number;
	column: number;
	/** The first and last row that scroll. */
	top: number;
	bottom: number;
	saved: {row: number; column: number};
	/** Lines that have scrolled off since the last reading. */
	gone: string[];
};

const {rows, columns} = terminalSize;
const blank = (): string[] => Array.from({length: columns}, () => ' ');
const textOf = (line: readonly string[] = []) => line.join('').trimEnd();
const within = (value: number, most: number) => Math.max(0, Math.min(most, value));

function move(screen: Screen, row: number, column: number): void {
	screen.row = within(row, rows - 1);
	screen.column = within(column, columns - 1);
}

function lineFeed(screen: Screen): void {
	const {cells, row, top, bottom, gone} = screen;
	if (row !== bottom) return move(screen, row + 1, screen.column);
	const [line] = cells.splice(top, 1);
	if (gone.length < maxGone) gone.push(textOf(line));
	cells.splice(bottom, 0, blank());
}

function reverseFeed(screen: Screen): void {
	const {cells, row, top, bottom} = screen;
	if (row !== top) return move(screen, row - 1, screen.column);
	cells.splice(bottom, 1);
	cells.splice(top, 0, blank());
}

function erase({cells, row, column}: Screen, how: number, isDisplay: boolean): void {
	cells[row]?.fill(' ', how === 0 ? column : 0, how === 1 ? column + 1 : columns);
	if (!isDisplay) return;
	cells.forEach((line, at) => {
		if (how > 1 || (how === 0 ? at > row : at < row)) line.fill(' ');
	});
}

function write(screen: Screen, character: string): void {
	const width = widthOf(character);
	if (width > 0 && screen.column + width > columns) {
		screen.column = 0;
		lineFeed(screen);
	}
	const {column} = screen;
	const line = screen.cells[screen.row] ?? [];
	if (width === 0) {
		const last = line[column - 1];
		if (last !== undefined && last.length < maxCell) line[column - 1] = last + character;
		return;
	}
	line[column] = character;
	for (let beside = 1; beside < width; beside++) line[column + beside] = '';
	screen.column += width;
}

const controls: ByName<(screen: Screen) => void> = {
	'\n': lineFeed,
	'\r': screen => (screen.column = 0),
	'\b': screen => move(screen, screen.row, screen.column - 1),
	'\t': screen => move(screen, screen.row, screen.column + 8 - (screen.column % 8)),
	'\u001bD': lineFeed,
	'\u001bM': reverseFeed,
	'\u001bE': screen => {
		screen.column = 0;
		lineFeed(screen);
	},
	'\u001b7': screen => (screen.saved = {row: screen.row, column: screen.column}),
	'\u001b8': screen => Object.assign(screen, screen.saved),
};

/** By the last character of the sequence. A number that is missing is 0. */
const commands: ByName<(screen: Screen, first: number, second: number) => void> = {
	A: (screen, count) => move(screen, screen.row - (count || 1), screen.column),
	B: (screen, count) => move(screen, screen.row + (count || 1), screen.column),
	C: (screen, count) => move(screen, screen.row, screen.column + (count || 1)),
	D: (screen, count) => move(screen, screen.row, screen.column - (count || 1)),
	G: (screen, column) => move(screen, screen.row, column - 1),
	H: (screen, row, column) => move(screen, row - 1, column - 1),
	J: (screen, how) => erase(screen, how, true),
	K: (screen, how) => erase(screen, how, false),
	d: (screen, row) => move(screen, row - 1, screen.column),
	f: (screen, row, column) => move(screen, row - 1, column - 1),
	r: (screen, first, second) => {
		const [top, bottom] = [(first || 1) - 1, (second || rows) - 1];
		Object.assign(screen, top < bottom && bottom < rows ? {top, bottom} : {top: 0, bottom: rows - 1});
		move(screen, 0, 0);
	},
};

/** Draws the output of a program on a screen, and finds the lines that are new on it. */
export function createScreen() {
	const screen: Screen = {
		cells: Array.from({length: rows}, blank),
		row: 0,
		column: 0,
		top: 0,
		bottom: rows - 1,
		saved: {row: 0, column: 0},
		gone: [],
	};
	/** The start of a sequence whose rest has not arrived. */
	let pending = '';
	/** The rows at the last reading. */
	let before: string[] = [];

	return {
		draw: (text: string): void => {
			const input = pending + text;
			pending = '';
			for (let at = 0; at < input.length;) {
				const character = String.fromCodePoint(input.codePointAt(at) ?? 0);
				sequence.lastIndex = at;
				const found = character === escape ? sequence.exec(input) : undefined;
				if (found === null && input.length - at < maxSequence) {
					pending = input.slice(at);
					return;
				}
				at += found?.[0].length ?? character.length;
				if (found) run(screen, found);
				else if (character < ' ' || character === '\u007f') ownValue(controls, character)?.(screen);
				else write(screen, character);
			}
		},
		/**
		Returns the lines that have appeared since the last reading, without the one with the cursor: that is the input. A clock
		in the first or last row is no new line.
		*/
		newLines: (): string[] => {
			const now = screen.cells.map((line, at) => (at === screen.row ? '' : textOf(line)));
			const isClock = (text: string, at: number) =>
				(at === 0 || at === rows - 1) && withoutDigits(text) === withoutDigits(before[at] ?? '');
			const left = new Map<string, number>();
			for (const text of before) left.set(text, (left.get(text) ?? 0) + 1);
			const isNew = (text: string) => {
				const count = left.get(text) ?? 0;
				left.set(text, count - 1);
				return text !== '' && count < 1;
			};
			const shown = now.filter((text, at) => text === before[at] || !isClock(text, at));
			const found = [...screen.gone, ...shown].filter(isNew);
			[before, screen.gone] = [now, []];
			return found;
		},
	};
}

function run(screen: Screen, [all, mode, numbers = '', name]: RegExpExecArray): void {
	if (name === undefined) return void ownValue(controls, all)?.(screen);
	const [first = 0, second = 0] = numbers.split(';').map(Number);
	if (mode === '') ownValue(commands, name)?.(screen, first, second);
}

const withoutDigits = (text: string) => text.replaceAll(/\d+/g, '0');

/** Programs draw a screen in several pieces: it is read after this silence, and at the latest after this time, in ms. */
const [quietMs, longestMs] = [120, 500];
const maxKept = 500;

/** Reads the lines that appear on the screen of a program. `lines`: the last ones. */
export function readTerminal(input: Readable, clock: Clock) {
	const screen = createScreen();
	const decoder = new StringDecoder('utf8');
	const output = new PassThrough();
	let lines: string[] = [];
	let cancelQuiet = () => {};
	let cancelLongest: (() => void) | undefined;
	const stopTimers = () => {
		cancelQuiet();
		cancelLongest?.();
		cancelLongest = undefined;
	};
	const read = () => {
		stopTimers();
		const found = screen.newLines();
		if (found.length === 0) return;
		lines = [...lines, ...found].slice(-maxKept);
		if (!output.write(found.map(line => `${line}\n`).join(''))) input.pause();
	};
	output.on('drain', () => input.resume());
	input.on('data', (chunk: Buffer) => {
		screen.draw(decoder.write(chunk));
		cancelQuiet();
		cancelQuiet = clock.after(quietMs, read);
		cancelLongest ??= clock.after(longestMs, read);
	});
	input.on('end', () => {
		read();
		output.end();
	});
	return {output, lines: () => lines, release: stopTimers};
}
