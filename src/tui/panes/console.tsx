import {Box} from 'ink';
import {searchStatus} from '../../app/console/find.ts';
import {highlightMatches} from '../../app/console/highlight.ts';
import {patternIn} from '../../app/console/search.ts';
import {consoleView} from '../../app/console/view.ts';
import {nameOf} from '../../actions/names.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import {unreachableSince} from '../../app/kernel/connectivity.ts';
import {cut} from '../../lib/width.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {ConsoleRows} from '../parts/console-rows.tsx';
import {Line} from '../parts/line.tsx';
import {Paragraphs} from '../parts/paragraphs.tsx';
import {Title} from '../parts/title.tsx';
import {consoleStatus, emptyConsole} from '../../app/console/console-place.ts';
import {searchRow} from './search-row.ts';

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
				right={server ? consoleStatus(shown, reading, services.keymap, width) : []}
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
