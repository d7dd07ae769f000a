import {Box} from 'ink';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {resultsView} from '../../app/multi-command/results-view.ts';
import {useSelect, useTui} from '../hooks.ts';
import {Line, Title} from '../parts/line.tsx';
import {searchRow} from './search-row.ts';

/** The answers of several servers to one command, grouped by equal answers; before it is sent, its recipients. */
export function Results({rect: {width, height}}: {rect: Rect}) {
	const {throttled, theme, services} = useTui();
	useSelect(state => state.console);
	useSelect(state => state.fleet.servers);
	const view = useSelect(state => state.view);
	const {rows, title, notes, searchStatus} = resultsView(throttled.getState(), theme.glyphs.cursor);
	const {search} = useSelect(state => state.results).viewState;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={view.pane === 'results' && !view.input}
				left={[
					{text: 'ANSWERS ', tone: 'title'},
					{text: title, tone: 'plain'},
				]}
				right={notes}
			/>
			{rows.map(({key, segments}) => (
				<Line
					key={key}
					spans={fitSpans(
						segments.map(({text, ...look}): Span => ({
							...look,
							text: renderWithKeys(text, services.keymap),
						})),
						width,
					)}
				/>
			))}
			{search && (
				<Box position="absolute" marginTop={height - 1} width={width} height={1}>
					<Line spans={searchRow(search, searchStatus, width).spans} />
				</Box>
			)}
		</Box>
	);
}
