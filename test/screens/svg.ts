import type {IBufferCell, Terminal} from '@xterm/headless';
import {paletteColour} from './palette.ts';

const [cellWidth, cellHeight, baseline, margin] = [8.4, 18, 13.5, 14];
const [ground, ink] = ['#11151c', '#c9d1d9'];

type Style = {fill: string; back: string | undefined; bold: boolean; underline: boolean};
/** Neighbouring cells of one style; `x` and `width` count columns. */
type Run = {x: number; width: number; text: string; style: Style};

/** The screen of an emulator as a picture: text that can be searched, in the emulator's colours, on a dark ground. */
export function svgOf(terminal: Terminal, title: string): string {
	const width = terminal.cols * cellWidth + 2 * margin;
	const height = terminal.rows * cellHeight + 2 * margin;
	const rows = Array.from({length: terminal.rows}, (_, y) => runsOf(terminal, y));
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${height}" width="${short(width)}" height="${height}" role="img" aria-label="${escaped(title)}">`,
		`<title>${escaped(title)}</title>`,
		`<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
		`<g transform="translate(${margin} ${margin})" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
		...rows.flatMap((runs, y) => runs.flatMap(run => painted(run, y))),
		...cursor(terminal),
		'</g>',
		'</svg>',
		'',
	].join('\n');
}

function runsOf(terminal: Terminal, y: number): Run[] {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y);
	const runs: Run[] = [];
	for (let x = 0; x < terminal.cols; x++) {
		const cell = line?.getCell(x);
		if (!cell || cell.getWidth() === 0) continue;
		const style = styleOf(cell);
		const text = cell.getChars() || ' ';
		const last = runs.at(-1);
		if (last && sameStyle(last.style, style)) {
			last.text += text;
			last.width += cell.getWidth();
		} else runs.push({x, width: cell.getWidth(), text, style});
	}
	return runs;
}

function styleOf(cell: IBufferCell): Style {
	const fore = paletteColour(cell.getFgColorMode(), cell.getFgColor()) ?? ink;
	const back = paletteColour(cell.getBgColorMode(), cell.getBgColor());
	const [fill, behind] = cell.isInverse() ? [back ?? ground, fore] : [fore, back];
	return {
		fill: cell.isDim() ? `${fill}99` : fill,
		back: behind,
		bold: cell.isBold() !== 0,
		underline: cell.isUnderline() !== 0,
	};
}

function sameStyle(a: Style, b: Style): boolean {
	return a.fill === b.fill && a.back === b.back && a.bold === b.bold && a.underline === b.underline;
}

function painted({x, width, text, style}: Run, y: number): string[] {
	const [left, top, wide] = [short(x * cellWidth), y * cellHeight, short(width * cellWidth)];
	const back = style.back
		? [`<rect x="${left}" y="${top}" width="${wide}" height="${cellHeight}" fill="${style.back}"/>`]
		: [];
	if (text.trim() === '' && !style.underline) return back;
	const marks = [style.bold && ' font-weight="700"', style.underline && ' text-decoration="underline"'];
	return [
		...back,
		// Its length is said, so that another font keeps the columns.
		`<text x="${left}" y="${top + baseline}" fill="${style.fill}" textLength="${wide}" lengthAdjust="spacingAndGlyphs"${marks.filter(Boolean).join('')}>${escaped(text)}</text>`,
	];
}

function cursor({buffer: {active}, ...terminal}: Terminal): string[] {
	const {_core: core} = terminal as unknown as {_core?: {coreService: {isCursorHidden: boolean}}};
	if (core?.coreService.isCursorHidden !== false) return [];
	const [left, top] = [short(active.cursorX * cellWidth), active.cursorY * cellHeight];
	return [
		`<rect x="${left}" y="${top}" width="${cellWidth}" height="${cellHeight}" fill="${ink}" opacity="0.6"/>`,
	];
}

const short = (length: number) => Number(length.toFixed(2));

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
