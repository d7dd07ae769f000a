// Both are CommonJS, and outside of vitest Node finds no named exports in them.
import unicode11 from '@xterm/addon-unicode11';
import xterm, {type IBufferCell} from '@xterm/headless';

/** A cell as a person sees it; `look` describes colors and attributes in words. */
export type SeenCell = {text: string; width: number; look: string};

/** A real terminal emulator whose screen can be read, as the reference. */
export function openEmulator(columns: number, rows: number, {convertEol = true} = {}) {
	const terminal = new xterm.Terminal({
		cols: columns,
		rows,
		convertEol,
		allowProposedApi: true,
		logLevel: 'off',
	});
	terminal.loadAddon(new unicode11.Unicode11Addon());
	terminal.unicode.activeVersion = '11';
	// The public write() takes a timer tick; thousands of sequences need the synchronous one.
	const {_core: core} = terminal as unknown as {_core: {writeSync(data: string | Uint8Array): void}};
	return {
		terminal,
		write: (data: string | Uint8Array) => core.writeSync(data),
		resize: (nextColumns: number, nextRows: number) => terminal.resize(nextColumns, nextRows),
		cell: (x: number, y: number): SeenCell => {
			const {active} = terminal.buffer;
			const cell = active.getLine(active.baseY + y)?.getCell(x);
			return cell ? seen(cell) : {text: 'none', width: 1, look: ''};
		},
		rows: (): string[] => {
			const {active} = terminal.buffer;
			return Array.from(
				{length: terminal.rows},
				(_, y) =>
					active
						.getLine(active.baseY + y)
						?.translateToString(true, 0, terminal.cols)
						.trimEnd() ?? '',
			);
		},
		cursor: () => ({x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY}),
		isAlternate: () => terminal.buffer.active.type === 'alternate',
	};
}

/** All that is visible of a cell; for an empty one only background, lines and inverse. */
function seen(cell: IBufferCell): SeenCell {
	const text = cell.getChars() || (cell.getWidth() === 0 ? '' : ' ');
	const marks = [
		cell.isUnderline() ? 'underline' : '',
		cell.isInverse() ? 'inverse' : '',
		cell.isStrikethrough() ? 'struck' : '',
		cell.isOverline() ? 'overlined' : '',
	].filter(Boolean);
	const bg = colorName(cell.getBgColorMode(), cell.getBgColor());
	if (text === ' ' && marks.length === 0) return {text, width: cell.getWidth(), look: bg && `on ${bg}`};
	const letters = [
		cell.isBold() ? 'bold' : '',
		cell.isDim() ? 'dim' : '',
		cell.isItalic() ? 'italic' : '',
		colorName(cell.getFgColorMode(), cell.getFgColor()),
		bg && `on ${bg}`,
	].filter(Boolean);
	return {text, width: cell.getWidth(), look: [...marks, ...letters].join(' ')};
}

/**
 * Mode 0 is the terminal's default color, 1 one of 16, 2 one of 256, 3 true color (xterm's Attributes.CM_*,
 * shifted).
 */
function colorName(mode: number, value: number): string {
	return mode === 0 ? '' : `${mode >> 24}:${value}`;
}
