import {Box} from 'ink';
import {inKeys} from '../../core/commands/index.ts';
import {nameOf} from '../../core/list/order.ts';
import type {Rect} from '../../core/layout.ts';
import {cut} from '../../lib/width.ts';
import {useDeck, useSelect, useShown} from '../hooks.ts';
import {fitSpans, Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';
import type {Span} from '../theme/tokens.ts';
import {factsOf} from './details-facts.ts';

/** What is known of the selected server besides its row in the list. */
export function ServerDetails({rect: {width, height}}: {rect: Rect}) {
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const console = useSelect(state => state.console[state.view.selectedId ?? '']);
	const pending = useSelect(state => state.pending);
	const nodes = useSelect(state => state.nodes);
	const access = useSelect(state => state.access);
	const server = fleet.servers[view.selectedId ?? ''];
	const now = useShown(second => (server ? second : 0));
	const facts = server ? factsOf(server, {fleet, view, pending, nodes, access, console}, now) : [];
	const label = 10;
	const {settings} = useDeck().services;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={view.pane === 'details' && !view.input}
				left={[
					{text: 'DETAILS ', tone: 'title'},
					{text: server ? cut(nameOf(server), Math.max(8, width - 14), 'middle') : '', tone: 'plain'},
				]}
			/>
			{!server && <Line spans={[{text: ' No server is selected.', tone: 'faint'}]} />}
			{facts.slice(0, height - 1).map(([name, text]) => {
				const spans: Span[] = [
					{text: ` ${name.padEnd(label)}`, tone: 'label'},
					{text: inKeys(text, settings), tone: 'plain'},
				];
				return <Line key={`${name} ${text}`} spans={fitSpans(spans, width)} />;
			})}
		</Box>
	);
}
