import {Box} from 'ink';
import type {ReactNode} from 'react';
import {noticeSpans} from '../../app/last-row.ts';
import {fitSpans, widthOfSpans} from '../../app/kernel/text/spans.ts';
import {
	emptyScreenOf,
	type FactRow,
	factRows,
	openScreen,
	type ScreenView,
} from '../../app/kernel/screens/screen-view.ts';
import {Line, Paragraphs, Title} from '../parts/line.tsx';
import {paneMessages} from '../../messages/screens.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {screenPlaces} from '../../app/kernel/screens/places.ts';
import type {State} from '../../app/state.ts';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Table} from '../parts/table.tsx';
import {ageSpans, placeText, screenTitle} from '../../app/kernel/screens/screen-title.ts';

type Props = {rows: readonly FactRow[]; top: number; width: number; height: number};

/** Labels and values, as far as they fit; the last row says how many are below. */
function Facts({rows, top, width, height}: Props) {
	const from = Math.max(0, Math.min(top, rows.length - height));
	const below = rows.length - from - height;
	const seen = rows.slice(from, from + height - (below > 0 ? 1 : 0));
	return (
		<>
			{seen.map(({label, text, tone}, index) => (
				<Line
					// Rows have no identity but their position.
					key={`fact:${from + index}`}
					spans={fitSpans(
						[
							{text: ` ${label}`, tone: 'label'},
							{text, tone},
						],
						width,
					)}
				/>
			))}
			{below > 0 && (
				<Line
					key="below"
					spans={fitSpans([{text: ` ${paneMessages.rowsBelow(below + 1)}`, tone: 'faint'}], width)}
				/>
			)}
		</>
	);
}

/** Any full-screen list, with the details of the selected row beside or below it. */
export function ListScreen({rect}: {rect: Rect}) {
	const state = useSelect(given => given);
	const now = useShown(second => second);
	const {services, theme} = useTui();
	const {glyphs} = theme;
	const view = openScreen(state, services.screens);
	if (!view) return null;
	const {head, list: whole, details, divider} = screenPlaces(state, services.screens);
	// A notice in the last row does not cover the current or the newest row of the list.
	const isShorter =
		whole !== undefined &&
		whole.y + whole.height === rect.y + rect.height &&
		noticeSpans(state, services, rect.width).length > 0;
	const list = isShorter ? {...whole, height: whole.height - 1} : whole;
	return (
		<Box width={rect.width} height={rect.height}>
			{head && (
				<Part rect={head} within={rect}>
					<Head view={view} state={state} rect={head} now={now} />
				</Part>
			)}
			{list && (
				<Part rect={list} within={rect}>
					<Rows view={view} state={state} rect={list} now={now} />
				</Part>
			)}
			{divider && (
				<Part rect={divider} within={rect}>
					{Array.from({length: divider.height}, (_, row) => (
						<Line key={`divider:${row}`} spans={[{text: glyphs.vertical, tone: 'rule'}]} />
					))}
				</Part>
			)}
			{details && (
				<Part rect={details} within={rect}>
					<Details view={view} state={state} rect={details} now={now} />
				</Part>
			)}
		</Box>
	);
}

function Part({rect, within, children}: {rect: Rect; within: Rect; children: ReactNode}) {
	return (
		<Box
			position="absolute"
			marginLeft={rect.x - within.x}
			marginTop={rect.y - within.y}
			width={rect.width}
			height={rect.height}
			flexDirection="column"
			overflow="hidden"
		>
			{children}
		</Box>
	);
}

type Shown = {view: ScreenView; state: State; rect: Rect; now: number};

function Head({view, state, rect, now}: Shown) {
	const rows = view.screen.head?.(state, rect, now) ?? [];
	// Rows have no identity but their position.
	return Array.from({length: rows.length}, (_, row) => (
		<Line key={`head:${row}`} spans={fitSpans(rows[row] ?? [], rect.width)} />
	));
}

/** Columns of a title that stay free between its ends. */
const titleSpare = 8;

function Rows({view, state, rect: {width, height}, now}: Shown) {
	const {keymap} = useTui().services;
	const focused = !view.viewState.open;
	const text = placeText(view);
	const place = text === '' ? [] : [{text, tone: 'faint'} as const];
	const left = screenTitle(view, state, keymap, width).spans;
	const age = ageSpans(view, now, width - widthOfSpans([...left, ...place]) - titleSpare);
	const right =
		age.length > 0 && place.length > 0
			? [...age, {text: '  ', tone: 'plain'} as const, ...place]
			: [...age, ...place];
	return (
		<>
			<Title width={width} focused={focused} left={left} right={right} />
			<Table view={view} width={width} height={height - 1} focused={focused} now={now} />
			<Paragraphs paragraphs={emptyScreenOf(view, state)} width={width} height={height - 2} />
		</>
	);
}

function Details({view, state, rect: {width, height}, now}: Shown) {
	const {services} = useTui();
	const rows = factRows(view, state, width, now, services);
	return (
		<>
			<Title width={width} focused={view.viewState.open} left={[{text: 'DETAILS', tone: 'title'}]} />
			<Facts rows={rows} top={view.viewState.top} width={width} height={height - 1} />
		</>
	);
}
