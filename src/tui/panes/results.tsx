import {Box} from 'ink';
import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import type {ResultTone} from '../../app/multi-command/result-row.ts';
import {resultsView} from '../../app/multi-command/results-view.ts';
import {useTui, useSelect} from '../hooks.ts';
import {fitSpans, Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';
import type {Span, Token} from '../theme/tokens.ts';
import {consolePaneMessages, titleMessages} from '../../messages/tui-panes.ts';

/** What several servers said to one command, equal answers together; before it is sent, who will get it. */
export function Results({rect: {width, height}}: {rect: Rect}) {
	const {throttled, theme, services} = useTui();
	const {ofSeveralServers, ofMarkedServers} = consolePaneMessages;
	useSelect(state => state.console);
	useSelect(state => state.fleet.servers);
	const many = useSelect(state => state.many);
	const view = useSelect(state => state.view);
	const {rows, place, below, isRun} = resultsView(throttled.getState(), theme.glyphs.cursor);
	const right: Span[] = [
		...(many.look.raw ? [{text: 'raw', tone: 'warning'} as const] : []),
		...(many.look.compare ? [{text: ' compared', tone: 'info'} as const] : []),
		...(below > 0 ? [{text: ` ${titleMessages.below(below)}`, tone: 'warning'} as const] : []),
		...(place === '' ? [] : [{text: ` ${place}`, tone: 'faint'} as const]),
	];
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={view.pane === 'results' && !view.input}
				left={[
					{text: 'ANSWERS ', tone: 'title'},
					{text: isRun ? ofSeveralServers : ofMarkedServers, tone: 'plain'},
				]}
				right={right}
			/>
			{rows.map(({key, segments}) => (
				<Line
					key={key}
					spans={fitSpans(
						segments.map(({text, tone}): Span => ({
							text: renderWithKeys(text, services.keymap),
							tone: tokens[tone],
						})),
						width,
					)}
				/>
			))}
		</Box>
	);
}

const tokens: Record<ResultTone, Token> = {
	time: 'time',
	me: 'me',
	command: 'command',
	response: 'response',
	timeout: 'timeout',
	failure: 'failure',
	pending: 'pending',
	faint: 'faint',
	done: 'done',
	warning: 'warning',
	selected: 'titleFocused',
	title: 'title',
	changed: 'changed',
};
