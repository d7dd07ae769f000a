import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Rect} from '../../app/kernel/layout.ts';
import {emptyScreenOf} from '../../app/kernel/empty-screen.ts';
import {factRows} from '../../app/kernel/facts.ts';
import {screenPlaces} from '../../app/kernel/places.ts';
import {openScreen, type ScreenView} from '../../app/kernel/screen-view.ts';
import type {State} from '../../app/state.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {Facts} from '../parts/facts.tsx';
import {Line} from '../parts/line.tsx';
import {Paragraphs} from '../parts/paragraphs.tsx';
import {Picture} from '../parts/picture.tsx';
import {Table} from '../parts/table.tsx';
import {Title} from '../parts/title.tsx';
import {ageSpans, placeText, screenTitle} from '../../app/kernel/screen-title.ts';

/** Any full-screen list, with the details of the selected row beside or below it. */
export function ListScreen({rect}: {rect: Rect}) {
	const state = useSelect(given => given);
	const now = useShown(second => second);
	const {services, theme} = useTui();
	const {glyphs} = theme;
	const view = openScreen(state, services.screens);
	if (!view) return null;
	const {list, details, divider} = screenPlaces(state, services.screens);
	return (
		<Box width={rect.width} height={rect.height}>
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

function Rows({view, state, rect: {width, height}, now}: Shown) {
	const {keymap} = useTui().services;
	const focused = !view.viewState.open;
	const text = placeText(view);
	const place = text === '' ? [] : [{text, tone: 'faint'} as const];
	const age = ageSpans(view, now);
	const right =
		age.length > 0 && place.length > 0 ? [...age, {text: '  ', tone: 'plain'} as const, ...place] : age;
	return (
		<>
			<Title
				width={width}
				focused={focused}
				left={screenTitle(view, state, keymap, width).spans}
				right={right}
			/>
			<Table view={view} width={width} height={height - 1} focused={focused} now={now} />
			<Paragraphs paragraphs={emptyScreenOf(view, state)} width={width} height={height - 2} />
		</>
	);
}

function Details({view, state, rect: {width, height}, now}: Shown) {
	const {services} = useTui();
	const rows = factRows(view, state, width, now, services);
	const pixels = view.current && view.screen.picture?.(state, view.current.id);
	const isRoom = pixels && rows.length + 3 + pixels.rows / 2 <= height && pixels.columns + 2 <= width;
	const picture = isRoom ? pixels : undefined;
	return (
		<>
			<Title width={width} focused={view.viewState.open} left={[{text: 'DETAILS', tone: 'title'}]} />
			<Facts rows={rows} top={view.viewState.top} width={width} height={height - 1} />
			{picture && <Picture pixels={picture} x={1} y={rows.length + 2} />}
		</>
	);
}
