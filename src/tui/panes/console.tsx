import {Box} from 'ink';
import type {Span} from '../../app/kernel/text/spans.ts';
import type {Row} from '../../app/console/read/rows.ts';
import {type Keymap, renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Line, Paragraphs, Title} from '../parts/line.tsx';
import {searchStatus} from '../../app/console/read/find.ts';
import {highlightMatches, patternIn} from '../../app/console/read/search.ts';
import {consoleView} from '../../app/console/read/view.ts';
import {hiddenServer} from '../../app/servers/current-server.ts';
import {nameOf} from '../../actions/names.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {unreachableSince} from '../../app/kernel/state/connectivity.ts';
import {cut} from '../../lib/text/width.ts';
import {consoleStatus, emptyConsole} from '../../app/console/read/console-status.ts';
import {searchRow} from './search-row.ts';

/**
The only component for console rows, so that the rendering can change behind it. Rows are keyed by position,
so a console that scrolls by one row changes texts instead of rebuilding all rows.
*/
function ConsoleRows({rows}: {rows: readonly Row[]}) {
	const {keymap} = useTui().services;
	return rows.map(({segments}, place) => (
		<Line key={places[place] ?? String(place)} spans={spansOf(segments, keymap)} />
	));
}

/** Only rcondeck's own text in a console names keys. */
const spansOf = (segments: Row['segments'], keymap: Keymap): readonly Span[] =>
	segments.every(isSpan)
		? segments
		: segments.map(({text, ...rest}) => ({...rest, text: renderWithKeys(text, keymap)}));

const isSpan = (segment: Row['segments'][number]): segment is Span & Row['segments'][number] =>
	typeof segment.text === 'string';

const places = Array.from({length: 200}, (_, place) => `row:${place}`);

/** The commands to the selected server, our own and others', with their answers, in order of time. */
export function Console({rect: {width, height}}: {rect: Rect}) {
	const {throttled, services} = useTui();
	const view = useSelect(state => state.view);
	const server = useSelect(({fleet, view: {currentId}}) => fleet.servers.get(currentId ?? ''));
	useSelect(state => state.console.get(state.view.currentId ?? ''));
	useSelect(state => state.feed.gaps);
	useSelect(state => state.fleet.at);
	useSelect(unreachableSince);
	useSelect(state => state.bookmarks);
	const reading = useSelect(state => state.reading);
	const now = useShown(second => (view.time === 'relative' ? second : 0));
	const state = throttled.getState();
	const shown = consoleView(state, now);
	const name = server ? cut(nameOf(server), Math.max(12, Math.floor(width / 3)), 'middle') : '';
	const isHidden = useSelect(hiddenServer) !== undefined;
	const isFocused = view.pane === 'console' && !view.input;
	const pattern = reading.search && patternIn(reading.search.field);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={[
					{text: 'CONSOLE ', tone: 'title'},
					{text: name, tone: 'plain'},
				]}
				right={
					server
						? consoleStatus(shown, {...reading, isHidden, isTyping: view.input}, services.keymap, width)
						: []
				}
			/>
			{shown.rows.length === 0 ? (
				<Paragraphs
					paragraphs={[{text: emptyConsole(state), tone: 'faint'}]}
					width={width}
					height={shown.height}
				/>
			) : (
				<ConsoleRows
					rows={highlightMatches(shown.rows, pattern, isFocused ? shown.cursor?.key : undefined)}
				/>
			)}
			{reading.search && (
				<Box position="absolute" marginTop={height - 1} width={width} height={1}>
					<Line spans={searchRow(reading.search, searchStatus(state), width).spans} />
				</Box>
			)}
		</Box>
	);
}
