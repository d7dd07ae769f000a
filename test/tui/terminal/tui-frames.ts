import type {MeantCell, MeantFrame} from './ink-like.ts';

/** Frames like those of the TUI: servers beside the console (above it below 120 columns), an input line, a bar. */
export type Action = 'key' | 'line' | 'poll' | 'pane';

const words = [
	'player',
	'joined',
	'saved',
	'the',
	'world',
	'map',
	'kicked',
	'ping',
	'timeout',
	'wild',
	'dino',
];

type Tui = {
	columns: number;
	rows: number;
	typed: string;
	lines: number;
	polls: number;
	pane: number;
	key: number;
};

export function createTui(columns: number, rows: number) {
	const tui: Tui = {columns, rows, typed: '', lines: 500, polls: 0, pane: 0, key: 0};
	return {
		/** The frame after an action. */
		after(action: Action): MeantFrame {
			if (action === 'key') {
				tui.key++;
				tui.typed = tui.typed.length > 20 ? 'l' : tui.typed + 'listplayers'.charAt(tui.key % 11);
			}
			if (action === 'line') tui.lines++;
			if (action === 'poll') tui.polls++;
			if (action === 'pane') tui.pane = 1 - tui.pane;
			return frameOf(tui);
		},
		frame: () => frameOf(tui),
		/** The rows of the console. */
		region: () => {
			const {top, height} = consoleArea(tui);
			return {top, bottom: top + height - 1};
		},
	};
}

function consoleArea({columns, rows}: Tui): {top: number; height: number; left: number} {
	if (columns >= 120) return {top: 2, height: rows - 5, left: Math.floor(columns * 0.4) + 1};
	const top = 3 + Math.floor(rows * 0.35);
	return {top, height: rows - 3 - top, left: 0};
}

function frameOf(tui: Tui): MeantFrame {
	const {columns, rows, typed, polls, pane} = tui;
	const isWide = columns >= 120;
	const area = consoleArea(tui);
	const listWidth = isWide ? area.left - 1 : columns;
	const listHeight = isWide ? rows - 5 : area.top - 3;
	const screen: MeantCell[][] = [];
	const header = [
		...styled(' Dev Guild ', '7;1'),
		...styled(` 37 up  2 DOWN  list ${3 + (polls % 2)}s  feed LIVE`, '36'),
	];
	screen.push(fit(header, columns));
	const titles = [` SERVERS 40 `, ` CONSOLE ark-isl-1 `].map((title, at) =>
		styled(title, pane === at ? '1;33' : '2'),
	);
	const list = Array.from({length: listHeight}, (_, row) => fit(serverRow(row, polls), listWidth));
	const log = Array.from({length: area.height}, (_, row) => logRow(tui.lines - area.height + row));
	if (isWide) {
		screen.push([
			...fit(titles[0] ?? [], listWidth, '─'),
			...styled('┬', '2'),
			...fit(titles[1] ?? [], columns - listWidth - 1, '─'),
		]);
		for (const [at, left] of list.entries()) {
			screen.push([...left, ...styled('│', '2'), ...fit(log[at] ?? [], columns - listWidth - 1)]);
		}
	} else {
		screen.push(fit(titles[0] ?? [], columns, '─'), ...list, fit(titles[1] ?? [], columns, '─'));
		screen.push(...log.map(line => fit(line, columns)));
	}
	screen.push(fit([], columns, '─'));
	const prompt = '[ark-isl-1 41p] rcon> ';
	screen.push(fit([...styled(prompt, '32'), ...styled(typed, '')], columns));
	screen.push(
		fit(styled(' ?help  /filter  space select  i input  S start X stop R restart  q quit', '2'), columns),
	);
	return {rows: screen.slice(0, rows), cursor: {x: prompt.length + typed.length, y: rows - 2}};
}

function serverRow(row: number, polls: number): MeantCell[] {
	const isDown = row % 9 === 4;
	const players = (row * 7 + (row === 3 ? polls : 0)) % 70;
	return [
		...styled(row === 2 ? '>' : ' ', '1'),
		...styled(isDown ? 'x ' : '* ', isDown ? '31' : '32'),
		...styled(`ark-isl-${row}`.padEnd(16), row === 2 ? '7' : ''),
		...styled(isDown ? 'STOPPED ' : 'RUNNING ', isDown ? '1;31' : '32'),
		...styled(`${players}/70`.padStart(6), players > 50 ? '33' : ''),
	];
}

function logRow(line: number): MeantCell[] {
	const hour = String(Math.floor(line / 60) % 60).padStart(2, '0');
	const clock = `03:${hour}:${String(line % 60).padStart(2, '0')}`;
	const text = Array.from(
		{length: 3 + ((line * 7) % 11)},
		(_, n) => words[(line * 13 + n * 5) % words.length],
	);
	const look = line % 7 === 0 ? '33' : line % 5 === 0 ? '31' : '';
	return [
		...styled(clock, '2'),
		...styled(` ark-isl-${line % 6} `, '36'),
		...styled(text.join(' '), look),
		...(line % 13 === 0 ? styled(' 漢字', '35') : []),
	];
}

function styled(text: string, sgr: string): MeantCell[] {
	return Array.from(text, character => ({
		text: character,
		width: /[\u3400-\u9fff]/.test(character) ? 2 : 1,
		sgr,
	}));
}

function fit(cells: MeantCell[], width: number, filler = ' '): MeantCell[] {
	const fitted: MeantCell[] = [];
	let used = 0;
	for (const cell of cells) {
		if (used + cell.width > width) break;
		fitted.push(cell);
		used += cell.width;
	}
	return [...fitted, ...styled(filler.repeat(width - used), filler === ' ' ? '' : '2')];
}
