import {useState} from 'react';
import {fitSpans, type Span, toneAtCursor, type Tone} from '../../app/kernel/text/spans.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import {unreadableBelow, unreadableName, unreadableReason} from '../../app/kernel/state/failure.ts';
import {cut} from '../../lib/text/width.ts';
import {fitCell, type FittedColumn, headerCell} from '../../lib/text/table-layout.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import type {ScreenColumn, ScreenRow} from '../../app/kernel/screens/list-screen.ts';
import {cursorWidth, fitScreenColumns, wrapCells} from '../../app/kernel/screens/screen-columns.ts';
import type {ScreenView} from '../../app/kernel/screens/screen-view.ts';
import {useTui} from '../hooks.ts';
import {windowTop} from '../../app/kernel/screens/window-top.ts';
import type {Message} from '../../messages/text.ts';
import type {Glyphs} from '../theme/tokens.ts';
import {Line} from './line.tsx';

/** Returns the row of an unreadable record, with the reason; it is shown below the list. */
export function unreadableRow(record: Unreadable, width: number): Span[] {
	return fitSpans(
		[
			{text: ' ! ', tone: 'failure'},
			{text: `${cut(unreadableName(record), 24, 'middle')}  `, tone: 'plain'},
			{text: unreadableReason(record), tone: 'failure'},
		],
		width,
	);
}

type Props = {view: ScreenView; width: number; height: number; focused: boolean; now: number};

/** The column headers, and the rows that fit around the cursor; only those are created. */
export function Table({view, width, height, focused, now}: Props) {
	const {theme, services, painted} = useTui();
	const {glyphs} = theme;
	const {screen, rows, shown, cursor, unreadable, viewState} = view;
	const columns = fitScreenColumns(screen, rows, width);
	const broken = unreadableBelow(unreadable, viewState.filter.field.text);
	const room = Math.max(0, height - 1);
	const [before, moveTo] = useState(0);
	const render = (text: Message) => renderWithKeys(text, services.keymap);
	const lines = linesOf(shown, columns, {now, render});
	const first = lines.places?.findIndex(({at}) => at === cursor) ?? cursor;
	const last = lines.places?.findLastIndex(({at}) => at === cursor) ?? cursor;
	const total = lines.count + broken.length;
	const top = windowTop(windowTop(before, last, room, total), first, room, total);
	if (top !== before) moveTo(top);
	const seen = lines.between(top, top + room);
	painted.note(
		'list',
		seen.map(({row}) => row.id),
	);
	const bad = broken.slice(Math.max(0, top - lines.count)).slice(0, room - seen.length);
	return (
		<>
			<Line spans={headerSpans(columns, width)} />
			{seen.map(({row, at, texts, line}) => (
				<Line
					key={`${row.id}\n${line}`}
					spans={lineSpans(row, texts, columns, {width, now, glyphs, focused, current: at === cursor, line})}
				/>
			))}
			{bad.map(record => (
				<Line key={`unreadable:${record.index}`} spans={unreadableRow(record, width)} />
			))}
		</>
	);
}

function headerSpans(columns: readonly FittedColumn<ScreenColumn>[], width: number): Span[] {
	const headers = columns.map(headerCell).join(' ');
	return fitSpans([{text: ' '.repeat(cursorWidth) + headers, tone: 'heading'}], width);
}

/** A row of the screen, which belongs to the item at this index. */
type TableLine = {row: ScreenRow; at: number; line: number; texts: readonly string[]};

/** The rows of all items. `places`: undefined if each has one. */
type TableLines = {
	count: number;
	places: readonly TableLine[] | undefined;
	between: (from: number, to: number) => readonly TableLine[];
};

/** Only short lists wrap their texts; of others, only the cells on screen are made. */
function linesOf(
	shown: readonly ScreenRow[],
	columns: readonly FittedColumn<ScreenColumn>[],
	how: Parameters<typeof wrapCells>[2],
): TableLines {
	const make = (row: ScreenRow, at: number): TableLine[] =>
		wrapCells(row, columns, how).map((texts, line) => ({row, at, line, texts}));
	if (!columns.some(({column}) => column.wraps))
		return {
			count: shown.length,
			places: undefined,
			between: (from, to) => shown.slice(from, to).flatMap((row, index) => make(row, from + index)),
		};
	const places = shown.flatMap(make);
	return {count: places.length, places, between: (from, to) => places.slice(from, to)};
}

type Look = {width: number; now: number; glyphs: Glyphs; focused: boolean; current: boolean; line: number};

function lineSpans(
	row: ScreenRow,
	texts: readonly string[],
	columns: readonly FittedColumn<ScreenColumn>[],
	{width, now, glyphs, focused, current, line}: Look,
): Span[] {
	const sign = current && line === 0 ? glyphs.cursor : ' ';
	const base: Tone = current ? (focused ? 'current' : 'currentElsewhere') : 'plain';
	const cells = columns.flatMap((fitted, index): Span[] => {
		const {tone} = row.cell(fitted.column.id, now);
		const text = fitCell(texts[index] ?? '', fitted);
		const span: Span = {text, tone: base === 'current' ? toneAtCursor(tone) : tone === 'plain' ? base : tone};
		return index === 0 ? [span] : [{text: ' ', tone: base}, span];
	});
	const remark: Span[] = [{text: texts.join(' '), tone: current ? base : 'faint'}];
	return fitSpans([{text: `${sign} `, tone: 'titleFocused'}, ...(row.remark ? remark : cells)], width);
}
