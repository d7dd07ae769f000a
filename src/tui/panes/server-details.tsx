import {Box} from 'ink';
import {fitSpans, type Span} from '../../app/kernel/spans.ts';
import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {nameOf} from '../../actions/names.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import {cut} from '../../lib/width.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {Paragraphs} from '../parts/paragraphs.tsx';
import {Title} from '../parts/title.tsx';
import {commandsOfOthers} from '../../app/console/commands-of-others.ts';
import {factsOf} from '../../app/servers/server-facts.ts';
import {factLines} from '../../app/servers/fact-lines.ts';
import {paneMessages, titleMessages} from '../../messages/tui-panes.ts';

/** The details of the selected server beyond its row in the list. */
export function ServerDetails({rect: {width, height}}: {rect: Rect}) {
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const console = useSelect(state => state.console.get(state.view.currentId ?? ''));
	const pending = useSelect(state => state.scheduled);
	const nodes = useSelect(state => state.nodes);
	const access = useSelect(state => state.access);
	const server = fleet.servers.get(view.currentId ?? '');
	const now = useShown(second => (server ? second : 0));
	const others = commandsOfOthers(console, {access, view}, now);
	const facts = server
		? factsOf(server, {fleet, scheduled: pending, nodes, access, console, others}, now)
		: [];
	const label = 10;
	const {keymap} = useTui().services;
	const plainFacts = facts.map(fact => ({
		label: renderWithKeys(fact.label, keymap),
		text: renderWithKeys(fact.text, keymap),
	}));
	const room = Math.max(0, height - 1);
	const lines = factLines(plainFacts, {width: width - label - 2, room});
	const hidden = lines.length - room;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={view.pane === 'details' && !view.input}
				left={[
					{text: 'DETAILS ', tone: 'title'},
					{text: server ? cut(nameOf(server), Math.max(8, width - 14), 'middle') : '', tone: 'plain'},
				]}
				right={hidden > 0 ? [{text: titleMessages.more(hidden), tone: 'faint'}] : []}
			/>
			{!server && (
				<Paragraphs
					paragraphs={[{text: paneMessages.noServerSelected, tone: 'faint'}]}
					width={width}
					height={room}
				/>
			)}
			{lines.slice(0, room).map(({key, label: name, text}) => {
				const spans: Span[] = [
					{text: ` ${name.padEnd(label)}`, tone: 'label'},
					{text, tone: 'plain'},
				];
				return <Line key={key} spans={fitSpans(spans, width)} />;
			})}
		</Box>
	);
}
