import {useState} from 'react';
import {fitSpans, type Span, type Tone} from '../../app/kernel/text/spans.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import {unreadableBelow, unreadableName, unreadableReason} from '../../app/kernel/state/failure.ts';
import {cut} from '../../lib/text/width.ts';
import {fitCell, fitColumns, type FittedColumn, headerCell} from '../../lib/text/table-layout.ts';
import {type Keymap, renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import type {ScreenColumn, ScreenRow} from '../../app/kernel/screens/list-screen.ts';
import type {ScreenView} from '../../app/kernel/screens/screen-view.ts';
import {useTui} from '../hooks.ts';
import {windowTop} from '../../app/kernel/screens/window-top.ts';
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

const signWidth = 2;

/** The column headers, and the rows that fit around the cursor; only those are created. */
export function Table({view, width, height, focused, now}: Props) {
	const {theme, services, painted} = useTui();
	const {glyphs} = theme;
	const {screen, shown, cursor, unreadable, viewState} = view;
	const columns = fitColumns(screen.columns, width - signWidth);
	const broken = unreadableBelow(unreadable, viewState.filter.field.text);
	const room = Math.max(0, height - 1);
	const [before, moveTo] = useState(0);
	const top = windowTop(before, cursor, room, shown.length + broken.length);
	if (top !== before) moveTo(top);
	const seen = shown.slice(top, top + room);
	painted.note(
		'list',
		seen.map(({id}) => id),
	);
	const bad = broken.slice(Math.max(0, top - shown.length)).slice(0, room - seen.length);
	return (
		<>
			<Line spans={headerSpans(columns, width)} />
			{seen.map((row, index) => (
				<Line
					key={row.id}
					spans={rowSpans(row, columns, {
						width,
						now,
						glyphs,
						keymap: services.keymap,
						focused,
						current: top + index === cursor,
					})}
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
	return fitSpans([{text: ' '.repeat(signWidth) + headers, tone: 'heading'}], width);
}

type Look = {
	width: number;
	now: number;
	glyphs: Glyphs;
	keymap: Keymap;
	focused: boolean;
	current: boolean;
};

function rowSpans(row: ScreenRow, columns: readonly FittedColumn<ScreenColumn>[], look: Look): Span[] {
	const {width, now, glyphs, keymap, focused, current} = look;
	const base: Tone = current ? (focused ? 'current' : 'currentElsewhere') : 'plain';
	const spans = columns.flatMap((fitted, index): Span[] => {
		const {text: message, tone} = row.cell(fitted.column.id, now);
		const text = fitCell(renderWithKeys(message, keymap), fitted);
		// Colors of cells are not readable under the cursor.
		const isOwn = tone !== 'plain' && !(current && focused);
		const span: Span = {text, tone: isOwn ? tone : base};
		return index === 0 ? [span] : [{text: ' ', tone: base}, span];
	});
	return fitSpans([{text: `${current ? glyphs.cursor : ' '} `, tone: 'titleFocused'}, ...spans], width);
}
