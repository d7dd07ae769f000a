import {Box} from 'ink';
import {fitSpans} from '../../app/kernel/spans.ts';
import {fleetCounts} from '../../app/servers/shown-fleet.ts';
import {useSelect} from '../hooks.ts';
import {wrap} from '../../lib/width.ts';
import {Line} from '../parts/line.tsx';
import {paneMessages} from '../../messages/tui-panes.ts';

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
