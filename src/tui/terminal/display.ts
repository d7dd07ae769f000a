import {blank, copyOf, copyRow, createGrid} from './cells.ts';
import {encode} from './encode.ts';
import {cleared, enterAlternate, leaveAlternate, switchModes, untouched, type Modes} from './modes.ts';
import {move, type Pen} from './moves.ts';
import type {Screen} from './parse-frame.ts';
import type {Styles} from './styles.ts';

/** Frames smaller than this, in bytes, arrive in one piece anyway: no marks, and the cursor stays shown. */
const smallFrame = 256;
/** The style table is cleaned when it holds more than this. */
const manyStyles = 4096;

/** What the terminal is to be: its modes, the screen when it is the alternate one, and `aside` to be sent as it is. */
export type Goal = {modes: Modes; screen: Screen; aside: string};

/** Knows what the terminal shows, and says which bytes bring it to a goal; every answer must reach the terminal. */
export function createDisplay(options: {styles: Styles; synchronized: boolean; scroll: boolean}) {
	const {styles} = options;
	let shown = createGrid(1, 1);
	let pen: Pen = {x: -1, y: -1, style: -1};
	let modes = untouched;
	let isUnknown = true;

	/** Clears before any synchronized block begins (tmux#5340). */
	const startOver = ({columns, rows}: {columns: number; rows: number}): string => {
		if (shown.columns === columns && shown.rows === rows) blank(shown, 0, columns * rows);
		else shown = createGrid(columns, rows);
		pen = {x: 0, y: 0, style: 0};
		isUnknown = false;
		return cleared;
	};
	const cursorTo = ({x, y, visible}: ReturnType<Screen['cursor']>): string => {
		if (!visible) return '';
		const bytes = move(pen, x, y) + (modes.cursor ? '' : '\x1b[?25h');
		pen = {...pen, x, y};
		modes = {...modes, cursor: true};
		return bytes;
	};
	const paint = (screen: Screen): string => {
		// What has been cleared has no rows to move.
		const scroll = options.scroll && !isUnknown;
		let before = isUnknown ? startOver(screen.grid()) : '';
		const painted = encode({shown, wanted: screen.grid(), pen, styles}, {scroll});
		const isSmall = painted.bytes.length < smallFrame;
		const cursor = screen.cursor();
		if (modes.cursor && (!cursor.visible || !isSmall)) {
			before += '\x1b[?25l';
			modes = {...modes, cursor: false};
		}
		pen = painted.pen;
		if (painted.rows) for (const y of painted.rows) copyRow(shown, screen.grid(), y);
		else shown = copyOf(screen.grid());
		const bytes = painted.bytes + cursorTo(cursor);
		tidy(screen);
		return before + (options.synchronized && !isSmall ? `\x1b[?2026h${bytes}\x1b[?2026l` : bytes);
	};
	const tidy = (screen: Screen) => {
		if (styles.size() < manyStyles) return;
		const renumbered = styles.renumber();
		screen.restyle(renumbered);
		shown = copyOf(screen.grid());
		pen = {...pen, style: -1};
	};
	const enter = (): string => {
		isUnknown = true;
		modes = {...modes, alternate: true};
		return enterAlternate;
	};
	const leave = (): string => {
		const bytes = switchModes(modes, untouched) + leaveAlternate;
		modes = {...untouched, cursor: modes.cursor};
		return bytes;
	};

	return {
		/** The bytes that bring the terminal to the goal; '' when it is there. */
		bring(goal: Goal): string {
			let bytes = modes.alternate && !goal.modes.alternate ? leave() : '';
			bytes += goal.aside;
			if (goal.aside !== '') pen = {x: -1, y: -1, style: -1};
			if (goal.modes.alternate && !modes.alternate) bytes += enter();
			bytes += switchModes(modes, goal.modes);
			modes = {...goal.modes, cursor: modes.cursor};
			if (modes.alternate) return bytes + paint(goal.screen);
			if (modes.cursor !== goal.modes.cursor) bytes += goal.modes.cursor ? '\x1b[?25h' : '\x1b[?25l';
			modes = goal.modes;
			return bytes;
		},
		/** The next frame is painted from a clear screen. */
		forget: () => void (isUnknown = true),
		/** Somebody else had the terminal: its modes are set again, too. */
		forgetModes: () => void ([isUnknown, modes] = [true, untouched]),
	};
}
