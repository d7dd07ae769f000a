import {Box} from 'ink';
import {inputView} from '../../core/input/input-view.ts';
import type {Rect} from '../../core/layout.ts';
import {fit, widthOf} from '../../lib/width.ts';
import {useDeck, useSelect} from '../hooks.ts';
import {fitSpans, Line} from '../parts/line.tsx';
import {windowTop} from './window-top.ts';

const mostRows = 8;
const widest = 72;

/** What Tab offers, in a box above the RCON line. */
export function Candidates({input}: {input: Rect}) {
	const {services, paced} = useDeck();
	useSelect(state => state.input);
	useSelect(state => state.view);
	const candidates = inputView(paced.getState(), services.settings)?.candidates ?? [];
	const room = Math.min(mostRows, candidates.length, input.y);
	if (room <= 0) return null;
	const chosen = candidates.findIndex(candidate => candidate.chosen);
	const top = windowTop(0, chosen, room, candidates.length);
	const width = Math.min(input.width, widest);
	const labelWidth = Math.min(28, Math.max(...candidates.map(({label}) => widthOf(label))));
	return (
		<Box
			position="absolute"
			marginLeft={input.x}
			marginTop={input.y - room}
			width={width}
			height={room}
			flexDirection="column"
		>
			{candidates.slice(top, top + room).map(({label, detail, chosen}, index) => (
				<Line
					key={`${top + index} ${label}`}
					spans={fitSpans(
						[
							{text: ` ${fit(label, labelWidth)}  `, tone: chosen ? 'selected' : 'command'},
							{text: detail, tone: chosen ? 'selected' : 'faint'},
						],
						width,
						{text: ' ', tone: chosen ? 'selected' : 'plain'},
					)}
				/>
			))}
		</Box>
	);
}
