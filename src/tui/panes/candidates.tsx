import {Box} from 'ink';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {dangerRows, promptOf} from '../../app/console/input/prompt.ts';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {windowTop} from '../../app/kernel/screens/window-top.ts';
import {titleMessages} from '../../messages/screens.ts';

const maxRows = 8;

/** The candidates for Tab, in a box above the command input. */
export function Candidates({input}: {input: Rect}) {
	const {services, throttled, theme} = useTui();
	useSelect(state => state.input);
	useSelect(state => state.view);
	const prompt = promptOf(throttled.getState(), services.settings, input);
	const candidates = prompt.view?.candidates ?? [];
	const danger = dangerRows(prompt, services.keymap, input.width);
	if (danger.length > 0)
		return (
			<Box
				position="absolute"
				marginLeft={input.x}
				marginTop={input.y - danger.length}
				flexDirection="column"
			>
				{Array.from({length: danger.length}, (_, row) => (
					<Line key={`danger:${row}`} spans={fitSpans(danger.slice(row, row + 1), input.width)} />
				))}
			</Box>
		);
	const room = Math.min(maxRows, candidates.length, input.y);
	if (room <= 0) return null;
	const chosen = candidates.findIndex(candidate => candidate.chosen);
	const top = windowTop(0, chosen, room, candidates.length);
	const {width} = input;
	const labelWidth = Math.min(
		36,
		Math.floor(width / 2),
		largest(candidates.map(({label}) => widthOf(label))),
	);
	const {length} = candidates;
	const place = chosen === -1 ? String(length) : titleMessages.partOf(chosen + 1, length);
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
					spans={rowSpans(
						[
							{
								text: `${chosen ? theme.glyphs.cursor : ' '}${fit(label, labelWidth)}  `,
								tone: chosen ? 'current' : 'command',
							},
							{text: detail, tone: chosen ? 'current' : 'faint'},
						],
						width,
						index === 0 && length > room ? ` ${place} ` : '',
					)}
				/>
			))}
		</Box>
	);
}

/** Each row covers everything behind it; the first one ends with the count. */
function rowSpans([label, detail]: readonly [Span, Span], width: number, end: string): Span[] {
	const {tone} = detail;
	const filler: Span = {text: ' ', tone: tone === 'current' ? tone : 'plain'};
	return [...fitSpans([label, detail], width - widthOf(end), filler), {text: end, tone: 'faint'}];
}
