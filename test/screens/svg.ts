import type {IBufferCell, Terminal} from '@xterm/headless';
import {paletteColor} from './palette.ts';

const [cellWidth, cellHeight, baseline, margin] = [8.4, 18, 13.5, 14];
const [background, ink, border] = ['#11151c', '#c9d1d9', '#30363d'];
const font = `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14"`;

type Style = {fill: string; back: string | undefined; bold: boolean; underline: boolean};
/** `x` and `width` are columns. */
type Cell = {x: number; width: number; text: string};
/** Adjacent cells of one style. */
type Run = {x: number; width: number; cells: Cell[]; style: Style};

/** A terminal screen: the markup of each row. */
export type Snapshot = {columns: number; rows: string[]};
/** A frame of an animation: its duration, and the caption below the screen. */
export type Frame = {snapshot: Snapshot; durationMs: number; caption: string};

export function snapshotOf(terminal: Terminal): Snapshot {
	const rows = Array.from({length: terminal.rows}, (_, y) =>
		runsOf(terminal, y)
			.flatMap(run => painted(run, y))
			.join('\n'),
	);
	const {cursorY} = terminal.buffer.active;
	const block = cursorBlock(terminal);
	if (block) rows[cursorY] += `\n${block}`;
	return {columns: terminal.cols, rows};
}

/** Draws the screen of an emulator: searchable text, in the emulator's colors, on a dark background. */
export function svgOf(terminal: Terminal, title: string): string {
	const {columns, rows} = snapshotOf(terminal);
	return picture(
		columns,
		rows.length,
		title,
		rows.filter(row => row !== ''),
	);
}

/**
Plays the frames in an endless loop. A row that stays the same over several frames is drawn once. With reduced motion, and
where nothing is animated, only the last frame is shown.
*/
export function animationOf(frames: readonly Frame[], title: string): string {
	const starts = frames.map((_, index) => totalMs(frames.slice(0, index)));
	const allMs = totalMs(frames);
	const height = frames[0]?.snapshot.rows.length ?? 0;
	const columns = frames[0]?.snapshot.columns ?? 0;
	const rows = Array.from({length: height}, (_, y) => frames.map(({snapshot}) => snapshot.rows[y] ?? ''));
	const captions = frames.map(({caption}) => captionOf(caption, columns, height));
	const keyframes = new Map<string, string>();
	const shown = [...rows, captions].flatMap(texts =>
		stretchesOf(texts).map(({text, from, to}) => {
			if (text === '' || (from === 0 && to === frames.length)) return text;
			const name = `f${from}-${to}`;
			const [begin = 0, end = allMs] = [starts[from], starts[to]];
			keyframes.set(name, visibleBetween(name, (100 * begin) / allMs, (100 * end) / allMs));
			const last = to === frames.length ? ' last' : '';
			return `<g class="f${last}" style="animation-name:${name}">\n${text}\n</g>`;
		}),
	);
	const style = [
		`.f{visibility:hidden;animation:${short(allMs / 1000)}s step-end infinite}`,
		'.last{visibility:visible}',
		...keyframes.values(),
		'@media (prefers-reduced-motion:reduce){.f{animation:none}}',
	];
	const rest = shown.filter(text => text !== '');
	return picture(columns, height + 2, title, [`<style>${style.join('\n')}</style>`, ...rest]);
}

const totalMs = (frames: readonly Frame[]) => frames.reduce((sum, {durationMs}) => sum + durationMs, 0);

/** `step-end` keeps each value until the next one. */
function visibleBetween(name: string, from: number, to: number): string {
	const steps = [
		`0%{visibility:${from === 0 ? 'visible' : 'hidden'}}`,
		...(from === 0 ? [] : [`${short(from)}%{visibility:visible}`]),
		`${short(to)}%{visibility:hidden}`,
	];
	return `@keyframes ${name}{${steps.join('')}}`;
}

/** Runs of equal texts, `to` exclusive. */
function stretchesOf(texts: readonly string[]): {text: string; from: number; to: number}[] {
	const stretches: {text: string; from: number; to: number}[] = [];
	for (const [index, text] of texts.entries()) {
		const last = stretches.at(-1);
		if (last?.text === text) last.to = index + 1;
		else stretches.push({text, from: index, to: index + 1});
	}
	return stretches;
}

function captionOf(caption: string, columns: number, rows: number): string {
	const y = (rows + 1) * cellHeight + baseline;
	return `<text x="${short((columns * cellWidth) / 2)}" y="${y}" fill="#f0f3f6" text-anchor="middle" font-weight="700">${escaped(caption)}</text>`;
}

function picture(columns: number, rows: number, title: string, body: readonly string[]): string {
	const width = short(columns * cellWidth + 2 * margin);
	const height = rows * cellHeight + 2 * margin;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
		`<title>${escaped(title)}</title>`,
		`<rect x="0.5" y="0.5" width="${short(width - 1)}" height="${height - 1}" rx="8" fill="${background}" stroke="${border}"/>`,
		`<g transform="translate(${margin} ${margin})" ${font}>`,
		...body,
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
		const width = cell.getWidth();
		const one = {x, width, text: cell.getChars() || ' '};
		const last = runs.at(-1);
		if (last && sameStyle(last.style, style)) {
			last.cells.push(one);
			last.width += width;
		} else runs.push({x, width, cells: [one], style});
	}
	return runs;
}

function styleOf(cell: IBufferCell): Style {
	const fore = paletteColor(cell.getFgColorMode(), cell.getFgColor()) ?? ink;
	const back = paletteColor(cell.getBgColorMode(), cell.getBgColor());
	const [fill, behind] = cell.isInverse() ? [back ?? background, fore] : [fore, back];
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

function painted({x, width, cells, style}: Run, y: number): string[] {
	const top = y * cellHeight;
	const back = style.back
		? [
				`<rect x="${short(x * cellWidth)}" y="${top}" width="${short(width * cellWidth)}" height="${cellHeight}" fill="${style.back}"/>`,
			]
		: [];
	const marks = [style.bold && ' font-weight="700"', style.underline && ' text-decoration="underline"'];
	const attributes = `y="${top + baseline}" fill="${style.fill}"${marks.filter(Boolean).join('')}`;
	// Fixes the length, so that other fonts keep the columns.
	const texts = wordsOf(cells).map(
		word =>
			`<text x="${short(word.x * cellWidth)}" ${attributes} textLength="${short(word.width * cellWidth)}" lengthAdjust="spacingAndGlyphs">${escaped(word.text)}</text>`,
	);
	return [...back, ...texts];
}

/** Joins cells to words separated by two or more blanks: browsers collapse those, whatever `xml:space` says. */
function wordsOf(cells: readonly Cell[]): {x: number; width: number; text: string}[] {
	const words: {x: number; width: number; text: string}[] = [];
	for (const {x, width, text} of cells) {
		if (text === ' ') continue;
		const last = words.at(-1);
		const gap = last ? x - last.x - last.width : 2;
		if (last && gap < 2) {
			last.text += ' '.repeat(gap) + text;
			last.width = x + width - last.x;
		} else words.push({x, width, text});
	}
	return words;
}

/** undefined while the cursor is hidden. */
function cursorBlock({buffer: {active}, ...terminal}: Terminal): string | undefined {
	const {_core: core} = terminal as unknown as {_core?: {coreService: {isCursorHidden: boolean}}};
	if (core?.coreService.isCursorHidden !== false) return undefined;
	const [left, top] = [short(active.cursorX * cellWidth), active.cursorY * cellHeight];
	return `<rect x="${left}" y="${top}" width="${cellWidth}" height="${cellHeight}" fill="${ink}" opacity="0.6"/>`;
}

const short = (length: number) => Number(length.toFixed(2));

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
