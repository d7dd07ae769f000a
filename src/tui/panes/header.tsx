import {Box} from 'ink';
import {headerRows} from '../../app/header-row.ts';
import type {Rect} from '../../app/kernel/layout.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';

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
