import {Box} from 'ink';
import {Component, type ReactNode} from 'react';
import {headerRows} from '../../app/header-row.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {TuiContext, useSelect, useShown, useTui} from '../hooks.ts';
import {Line, Title} from '../parts/line.tsx';
import {focusedField} from '../../app/focus.ts';
import {fitSpans} from '../../app/kernel/text/spans.ts';
import {lastRow, noticeSpans, secondsLeft} from '../../app/last-row.ts';
import {unlikeShown} from '../theme/ascii.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {wrap} from '../../lib/text/width.ts';
import {paneMessages} from '../../messages/screens.ts';
import {fleetCounts} from '../../app/servers/shown-fleet.ts';
import {welcomeMessages} from '../../messages/help.ts';

/** The first rows of the screen. */
export function Header({rect: {width, height}}: {rect: Rect}) {
	const {services} = useTui();
	const fleet = useSelect(state => state.fleet);
	const feed = useSelect(state => state.feed);
	const access = useSelect(state => state.access);
	const nodes = useSelect(state => state.nodes);
	const view = useSelect(state => state.view);
	const transcript = useSelect(state => state.transcript);
	const watches = useSelect(state => state.watches);
	const alerts = useSelect(state => state.alerts);
	const jobs = useSelect(state => state.jobs);
	const now = useShown(second => second);
	const tick = useShown((_now, second) => second);
	const isAtRest = useShown((_now, _tick, isResting) => isResting);
	const rows = headerRows(
		{fleet, feed, access, nodes, view, transcript, watches, alerts, jobs},
		services,
		{now, tick, isAtRest},
		{width, height},
	);
	return (
		<Box flexDirection="column" width={width} height={height}>
			{rows.map((spans, row) => (
				<Line key={places[row]} spans={spans} />
			))}
		</Box>
	);
}

const places = ['first', 'second'];

/** The last row of the screen. */
export function HintBar({rect: {width}}: {rect: Rect}) {
	const {services, throttled, theme} = useTui();
	useSelect(state => state.notices);
	useSelect(state => state.dialog);
	useSelect(state => state.fleet.servers);
	useSelect(state => state.input);
	// The focus depends on searches and filters.
	useSelect(state => state.reading.search);
	useSelect(state => state.results.viewState);
	useSelect(state => state.timeline.filter);
	// The available commands of a full-screen list depend on its data.
	useSelect(state => state.screens);
	useSelect(state => state.automations);
	useSelect(state => state.nodes);
	useSelect(state => state.access);
	useSelect(state => state.view);
	useSelect(state => state.exporting);
	const undoWindow = useSelect(state => state.undoWindow);
	const seconds = useShown(now => (undoWindow.length > 0 ? secondsLeft({undoWindow}, now) : 0));
	const state = throttled.getState();
	// Text that the terminal cannot show must still be known to the user.
	const unlike = theme.ascii ? unlikeShown(focusedField(state)?.text ?? '') : undefined;
	return <Line spans={fitSpans(lastRow(state, services, {width, seconds, unlike}), width)} />;
}

/** A notice over the last row of a screen, which leaves the keys in place. */
export function NoticeRow({rect: {width}}: {rect: Rect}) {
	const {services, throttled} = useTui();
	useSelect(state => state.notices);
	useSelect(state => state.view);
	useSelect(state => state.dialog);
	const spans = noticeSpans(throttled.getState(), services, width);
	return spans.length === 0 ? null : <Line spans={fitSpans(spans, width)} />;
}

type Props = {name: string; width: number; height: number; children: ReactNode};
type Caught = {report: string | undefined} | undefined;

/**
React supports error boundaries only as classes. A pane that fails shows that in its place; the others
continue.
*/
export class PaneBoundary extends Component<Props, {caught: Caught}> {
	static override contextType = TuiContext;
	declare context: React.ContextType<typeof TuiContext>;
	override state: {caught: Caught} = {caught: undefined};

	static getDerivedStateFromError(): {caught: Caught} {
		return {caught: {report: undefined}};
	}

	override componentDidCatch(error: unknown): void {
		this.setState({caught: {report: this.context?.report(error)}});
	}

	override render(): ReactNode {
		const {caught} = this.state;
		const {name, width, height, children} = this.props;
		if (!caught) return children;
		const keymap = this.context?.services.keymap;
		const again = keymap ? ` ${renderWithKeys(paneMessages.triesAgain, keymap)}` : '';
		const text = paneMessages.notPainted(name, caught.report) + again;
		return (
			<Box flexDirection="column">
				{wrap(text, width)
					.slice(0, height)
					.map(row => (
						<Line key={row} spans={[{text: row, tone: 'danger'}]} />
					))}
			</Box>
		);
	}
}

/**
Shown on a screen too small for anything else: the required size and the most important number. Typed text is
kept; no key opens or sends anything.
*/
export function Tiny() {
	const {columns, rows} = useSelect(state => state.view.size);
	const fleet = useSelect(state => state.fleet);
	const {down} = fleetCounts({fleet});
	const lines = wrap(paneMessages.tooSmall(down, columns, rows), columns)
		.slice(0, rows)
		.map((line, row) => ({line, row}));
	return (
		<Box flexDirection="column">
			{lines.map(({line, row}) => (
				<Line key={row} spans={fitSpans([{text: line, tone: 'plain'}], columns)} />
			))}
		</Box>
	);
}

/** The introduction for new users. */
export function Welcome({rect: {width}}: {rect: Rect}) {
	const {keymap} = useTui().services;
	const {title, hide, whatThisIs, firstKeys, howToConnect} = welcomeMessages;
	return (
		<Box flexDirection="column" width={width}>
			<Title
				width={width}
				focused={false}
				left={[{text: title, tone: 'title'}]}
				right={[{text: renderWithKeys(hide, keymap), tone: 'faint'}]}
			/>
			{[whatThisIs, firstKeys, howToConnect]
				.map(text => renderWithKeys(text, keymap))
				.map(text => (
					<Line key={text} spans={fitSpans([{text: ` ${text}`, tone: 'plain'}], width)} />
				))}
		</Box>
	);
}
