import {fitSpans} from '../../app/kernel/text/spans.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {openMenuOf} from '../../app/kernel/dialogs/open-menu.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {cut, fit, widthOf, wrap} from '../../lib/text/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';
import {menuMessages} from '../../messages/dialogs.ts';

const widest = 96;

/** A short list to choose from. */
export function MenuDialog() {
	const {throttled, theme, services} = useTui();
	useSelect(state => state);
	const open = openMenuOf(throttled.getState(), services);
	if (!open) return null;
	const {at, menu, dialog} = open;
	const items = open.items.map(({id, key, label, blocked}) => ({
		id,
		key,
		label: renderWithKeys(label, services.keymap),
		blocked: blocked && renderWithKeys(blocked, services.keymap),
	}));
	const {columns, rows} = throttled.getState().view.size;
	const title = menu.title(throttled.getState(), dialog.targets);
	// Reasons are in a column of their own.
	const labels = largest(items.map(({label}) => widthOf(label)));
	const reasons = largest(items.map(({blocked}) => (blocked === undefined ? 0 : widthOf(blocked) + 3)));
	const longest = Math.max(widthOf(title) + 26, labels + reasons);
	const width = Math.min(columns, widest, longest + 10);
	const whole = items.map(({blocked = ''}) => (blocked === '' ? [] : wrap(blocked, width - 10)));
	const isCut = labels + reasons > width - 8;
	// Reasons that do not fit beside their items are below them. Without room for all, only that of the current item is complete,
	// below the items, which do not move while it changes.
	const all = whole.reduce((sum, {length}) => sum + length, items.length);
	const isWrapped = isCut && all <= rows - 4;
	const below = isCut && !isWrapped ? 1 + largest(whole.map(({length}) => length)) : 0;
	const room = Math.max(1, rows - 4 - below);
	const top = Math.max(0, Math.min(at - room + 1, items.length - room));
	const shown = items.slice(top, top + room);
	const height = (isWrapped ? all : shown.length) + below + 2;
	const rect = {
		x: Math.floor((columns - width) / 2),
		y: Math.max(0, Math.floor((rows - height) / 2)),
		width,
		height,
	};
	return (
		<Frame rect={rect} title={title} note={renderWithKeys(menuMessages.keys, services.keymap)}>
			{shown.map(({id, key, label, blocked}, place) => {
				const isAt = top + place === at;
				const wrapped = isWrapped ? (whole[top + place] ?? []) : [];
				const beside = blocked === undefined || isWrapped ? label : `${fit(label, labels)}   ${blocked}`;
				const spans = fitSpans(
					[
						{text: isAt ? `${theme.glyphs.cursor} ` : '  ', tone: 'titleFocused'},
						{text: `${key ?? ' '} `, tone: 'hintKey'},
						{
							text: cut(beside, width - 8),
							tone: isAt ? 'current' : blocked === undefined ? 'plain' : 'faint',
						},
					],
					width - 4,
				);
				return (
					<Framed key={id} width={width} height={1 + wrapped.length}>
						<Line spans={spans} />
						{Array.from({length: wrapped.length}, (_, row) => (
							<Line
								key={`reason:${row}`}
								spans={fitSpans(
									[{text: `      ${wrapped[row] ?? ''}`, tone: isAt ? 'warning' : 'faint'}],
									width - 4,
								)}
							/>
						))}
					</Framed>
				);
			})}
			{below > 0 && (
				<Framed width={width} height={below}>
					{Array.from({length: below}, (_, row) => {
						const text = whole[at]?.[row - 1] ?? '';
						return <Line key={`reason:${row}`} spans={fitSpans([{text, tone: 'warning'}], width - 4)} />;
					})}
				</Framed>
			)}
		</Frame>
	);
}
