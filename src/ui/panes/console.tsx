import {Box} from 'ink';
import {consoleView, type ConsoleView} from '../../core/console/view.ts';
import {nameOf} from '../../core/list/order.ts';
import type {Rect} from '../../core/layout.ts';
import type {State} from '../../core/state/index.ts';
import {cut, wrap} from '../../lib/width.ts';
import {useDeck, useSelect, useShown} from '../hooks.ts';
import {ConsoleRows} from '../parts/console-rows.tsx';
import {Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';
import type {Span} from '../theme/tokens.ts';

/** The selected server's commands, own and others', with their answers, in the order in which they happened. */
export function Console({rect: {width, height}}: {rect: Rect}) {
	const {paced} = useDeck();
	const view = useSelect(state => state.view);
	const server = useSelect(({fleet, view: {selectedId}}) => fleet.servers[selectedId ?? '']);
	useSelect(state => state.console[state.view.selectedId ?? '']);
	useSelect(state => state.feed.gaps);
	const now = useShown(second => (view.time === 'relative' ? second : 0));
	const shown = consoleView(paced.getState(), now);
	const name = server ? cut(nameOf(server), Math.max(12, Math.floor(width / 3)), 'middle') : '';
	const isFocused = view.pane === 'console' && !view.input;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={[
					{text: 'CONSOLE ', tone: 'title'},
					{text: name, tone: 'plain'},
				]}
				right={server ? placeOf(shown, width) : []}
			/>
			{shown.total === 0 ? (
				<EmptyConsole width={width} room={height - 1} hasServer={server !== undefined} />
			) : (
				<ConsoleRows rows={shown.rows} />
			)}
		</Box>
	);
}

/** Whether new lines come into view, and how much there is besides. */
function placeOf({following, below, gaps, lines}: ConsoleView, width: number): Span[] {
	const place: Span = following
		? {text: 'following', tone: 'done'}
		: {text: `${below} below, G follows`, tone: 'warning'};
	if (width < 60) return [place];
	const count = `  ${lines} ${lines === 1 ? 'line' : 'lines'}`;
	const holes: Span[] = gaps > 0 ? [{text: `  ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`, tone: 'gap'}] : [];
	return [place, ...holes, {text: count, tone: 'faint'}];
}

function EmptyConsole({width, room, hasServer}: {width: number; room: number; hasServer: boolean}) {
	const hasList = useSelect((state: State) => state.fleet.at !== undefined);
	const text = hasServer
		? 'Nothing has been sent or heard here yet. i opens the RCON input.'
		: hasList
			? 'No server is selected.'
			: '';
	return wrap(text, Math.max(8, width - 2))
		.slice(0, room)
		.map(row => <Line key={row} spans={[{text: ` ${row}`, tone: 'faint'}]} />);
}
