import {betweenEnds, fitSpans, type Span, type Tone} from '../../app/kernel/text/spans.ts';
import {paletteView} from '../../app/palette-view.ts';
import type {PaletteItem} from '../../app/palette-item.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import {paletteMessages} from '../../messages/dialogs.ts';
import {useTui, useSelect} from '../hooks.ts';
import {LineInput} from '../parts/line-input.tsx';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';

/** Every command by name, with its key. */
export function Palette() {
	const {services, throttled, theme} = useTui();
	useSelect(state => state);
	const view = paletteView(throttled.getState(), services);
	if (!view) return null;
	const {rect, field, items, at, top, room, about, note} = view;
	const shown = items.slice(top, top + room);
	const inner = rect.width - 4;
	const headings = largest([0, ...items.map(({heading = ''}) => heading.length)]);
	return (
		<Frame rect={rect} title="Palette" note={note}>
			<Framed width={rect.width}>
				<LineInput field={field} width={inner} focused placeholder={paletteMessages.placeholder} />
			</Framed>
			<Framed width={rect.width} height={room}>
				{Array.from({length: room}, (_, row) => {
					const item = shown[row];
					const spans = item
						? itemSpans(item, inner, {isAt: top + row === at, cursor: theme.glyphs.cursor, headings})
						: [];
					return <Line key={item?.id ?? `row:${row}`} spans={fitSpans(spans, inner)} />;
				})}
			</Framed>
			<Framed width={rect.width} height={about.length}>
				{Array.from({length: about.length}, (_, row) => (
					<Line key={`about:${row}`} spans={fitSpans([{text: about[row] ?? '', tone: 'plain'}], inner)} />
				))}
			</Framed>
		</Frame>
	);
}

/** `headings`: columns for the names of sections. */
type Look = {isAt: boolean; cursor: string; headings: number};

/** Returns its section, name, its help or why it cannot run, and its key. */
function itemSpans(
	{name, help, keys, blocked, heading = ''}: PaletteItem,
	width: number,
	{isAt, cursor, headings}: Look,
): Span[] {
	const tone: Tone = isAt ? 'current' : blocked === undefined ? 'plain' : 'faint';
	const end: Span[] = keys === '' ? [] : [{text: ` ${keys}`, tone: isAt ? 'current' : 'hintKey'}];
	const room = Math.min(28, Math.max(12, Math.floor(width / 3)));
	const section = headings === 0 ? '' : `${fit(heading, headings)} `;
	const rest = width - 2 - section.length - room - 1 - (keys === '' ? 0 : widthOf(keys) + 1);
	return betweenEnds(
		[
			{text: isAt ? `${cursor} ` : '  ', tone: 'titleFocused'},
			{text: section, tone: 'heading'},
			{text: `${fit(name, room)} `, tone},
			{text: fit(blocked ?? help, Math.max(0, rest)), tone: isAt ? 'current' : 'faint'},
		],
		end,
		width,
		{text: ' ', tone: isAt ? 'current' : 'plain'},
	);
}
