import {blank, copyOf, copyRow, createGrid, move, type Pen} from './cells.ts';
import {encode} from './encode.ts';
import {cleared, enterAlternate, leaveAlternate, type Modes, switchModes, untouched} from './modes.ts';
import type {Screen} from './parse-frame.ts';
import type {Styles} from './styles.ts';

/** Smaller frames arrive in one piece anyway, bytes: no synchronization, and the cursor stays visible. */
const smallFrame = 256;
/** Above this size, unused styles are dropped from the table. */
const manyStyles = 4096;

/**
The desired terminal: its modes, the alternate screen, and bytes to send unchanged: `aside`, and `queries`, which ask
about the new modes.
*/
export type Goal = {modes: Modes; screen: Screen; aside: string; queries: string};

/**
Tracks what the terminal shows, and computes the bytes that bring it to a goal; all of them must reach the
terminal.
*/
export function createDisplay(options: {styles: Styles; synchronized: boolean; scroll: boolean}) {
	const {styles} = options;
	let shown = createGrid(1, 1);
	let pen: Pen = {x: -1, y: -1, style: -1};
	let modes = untouched;
	let isUnknown = true;

	/** Clears before any synchronized block starts (tmux#5340). */
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
		// A cleared screen has no rows to move.
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
		// After an unexpected stop, the alternate screen still has the pushed keyboard.
		const popped = modes.keyboard === undefined ? '' : '\x1b[<u';
		modes = {...modes, alternate: true, keyboard: undefined};
		return enterAlternate + popped;
	};
	const leave = (): string => {
		const bytes = switchModes(modes, untouched) + leaveAlternate;
		modes = {...untouched, cursor: modes.cursor};
		return bytes;
	};

	return {
		/** Returns the bytes that bring the terminal to the goal; '' if it is there. */
		bring(goal: Goal): string {
			let bytes = modes.alternate && !goal.modes.alternate ? leave() : '';
			bytes += goal.aside;
			if (goal.aside !== '') pen = {x: -1, y: -1, style: -1};
			if (goal.modes.alternate && !modes.alternate) bytes += enter();
			bytes += switchModes(modes, goal.modes) + goal.queries;
			modes = {...goal.modes, cursor: modes.cursor};
			if (modes.alternate) return bytes + paint(goal.screen);
			if (modes.cursor !== goal.modes.cursor) bytes += goal.modes.cursor ? '\x1b[?25h' : '\x1b[?25l';
			modes = goal.modes;
			return bytes;
		},
		/** Starts the next frame from a clear screen. */
		forget: () => void (isUnknown = true),
		/** Also sets the modes again, after another program had the terminal. */
		forgetModes: () => void ([isUnknown, modes] = [true, {...untouched, keyboard: modes.keyboard}]),
	};
}
