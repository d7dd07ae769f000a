/** The intended screen of a test: rows of cells, each a grapheme with its width and its SGR parameters. */
export type MeantCell = {text: string; width: 1 | 2; sgr: string};
export type MeantFrame = {rows: MeantCell[][]; cursor?: {x: number; y: number} | undefined};

/**
 * Writes frames the way Ink's log-update does with a cursor from useCursor: back to the bottom, erase line
 * by line going up, the text, then up to the cursor. Separate from Ink so that thousands of frames take no
 * time.
 */
export function createInkLike(write: (chunk: string) => void) {
	let lineCount = 0;
	let cursor: {x: number; y: number} | undefined;
	return {
		enter() {
			write('\x1b[?1049h');
			write('\x1b[?25l');
		},
		paint(frame: MeantFrame) {
			const lines = frame.rows.map(lineOf);
			let bytes = '';
			if (cursor)
				bytes += `\x1b[?25l${cursor.y < lineCount - 1 ? `\x1b[${lineCount - 1 - cursor.y}B` : ''}\x1b[1G`;
			bytes += Array.from({length: lineCount}, () => '\x1b[2K').join('\x1b[1A') + (lineCount ? '\x1b[G' : '');
			bytes += lines.join('\n');
			({cursor} = frame);
			if (cursor) {
				const up = lines.length - 1 - cursor.y;
				bytes += `${up > 0 ? `\x1b[${up}A` : ''}\x1b[${cursor.x + 1}G\x1b[?25h`;
			}
			lineCount = lines.length;
			write('\x1b[?2026h');
			write(bytes);
			write('\x1b[?2026l');
		},
		/** After a resize: Ink erases everything it knows of and starts at the top. */
		clear() {
			write('\x1b[H\x1b[J');
			lineCount = 0;
			cursor = undefined;
		},
	};
}

/** One row as text with SGR, without trailing spaces. */
export function lineOf(cells: MeantCell[]): string {
	let line = '';
	let sgr = '';
	for (const cell of cells) {
		if (cell.sgr !== sgr) line += `\x1b[0m${cell.sgr && `\x1b[${cell.sgr}m`}`;
		({sgr} = cell);
		line += cell.text;
	}
	return (sgr ? `${line}\x1b[0m` : line).trimEnd();
}
