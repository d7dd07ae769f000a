import {Box} from 'ink';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {nameOf} from '../../actions/names.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {cut} from '../../lib/text/width.ts';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Line, Paragraphs, Title} from '../parts/line.tsx';
import {detailsLabelWidth, serverDetails} from '../../app/server-details.ts';
import {paneMessages, titleMessages} from '../../messages/screens.ts';

/** The details of the selected server beyond its row in the list. */
export function ServerDetails({rect: {width, height}}: {rect: Rect}) {
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	useSelect(state => state.console.get(state.view.currentId ?? ''));
	useSelect(state => state.scheduled);
	useSelect(state => state.jobs);
	useSelect(state => state.automations.list);
	useSelect(state => state.nodes);
	useSelect(state => state.trends.get(state.view.currentId ?? ''));
	useSelect(state => state.access);
	const server = fleet.servers.get(view.currentId ?? '');
	const now = useShown(second => (server ? second : 0));
	const isAtRest = useShown((_now, _tick, isResting) => isResting);
	const {throttled, services} = useTui();
	const {lines, top, total, room} = serverDetails(throttled.getState(), services, {now, isAtRest});
	const isFocused = view.pane === 'details' && !view.input;
	const hidden = total - lines.length;
	// Rows above and below are named only where keys can reach them.
	const place = isFocused
		? titleMessages.rows(top + 1, top + lines.length, total)
		: titleMessages.more(hidden);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={[
					{text: 'DETAILS ', tone: 'title'},
					{text: server ? cut(nameOf(server), Math.max(8, width - 14), 'middle') : '', tone: 'plain'},
				]}
				right={hidden > 0 ? [{text: place, tone: 'faint'}] : []}
			/>
			{!server && (
				<Paragraphs
					paragraphs={[{text: paneMessages.noServerSelected, tone: 'faint'}]}
					width={width}
					height={room}
				/>
			)}
			{lines.map(({key, label: name, text}) => {
				const spans: Span[] = [
					{text: ` ${name.padEnd(detailsLabelWidth)}`, tone: 'label'},
					{text, tone: 'plain'},
				];
				return <Line key={key} spans={fitSpans(spans, width)} />;
			})}
		</Box>
	);
}
