import {fitSpans} from '../../app/kernel/text/spans.ts';
import {renderWithKeys} from '../../app/kernel/keys/keymap.ts';
import {openMenuOf} from '../../app/kernel/dialogs/open-menu.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {cut, widthOf} from '../../lib/text/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';
import {menuMessages} from '../../messages/dialogs.ts';

const widest = 60;

/** A short list to choose from. */
export function MenuDialog() {
	const {throttled, theme, services} = useTui();
	useSelect(state => state);
	const open = openMenuOf(throttled.getState(), services);
	if (!open) return null;
	const {dialog, menu} = open;
	const items = open.items.map(({id, key, label, blocked}) => ({
		id,
		key,
		label: renderWithKeys(label, services.keymap),
		blocked: blocked && renderWithKeys(blocked, services.keymap),
	}));
	const {columns, rows} = throttled.getState().view.size;
	const title = menu.title(throttled.getState(), dialog.targets);
	const longest = largest([
		widthOf(title) + 26,
		...items.map(({label, blocked}) => widthOf(label) + (blocked === undefined ? 0 : widthOf(blocked) + 3)),
	]);
	const width = Math.min(columns, widest, longest + 10);
	const room = Math.max(1, rows - 4);
	const top = Math.max(0, Math.min(dialog.at - room + 1, items.length - room));
	const shown = items.slice(top, top + room);
	const height = shown.length + 2;
	const rect = {
		x: Math.floor((columns - width) / 2),
		y: Math.max(0, Math.floor((rows - height) / 2)),
		width,
		height,
	};
	return (
		<Frame rect={rect} title={title} note={renderWithKeys(menuMessages.keys, services.keymap)}>
			{shown.map(({id, key, label, blocked}, place) => {
				const isAt = top + place === dialog.at;
				const reason = blocked === undefined ? '' : `   ${blocked}`;
				const spans = fitSpans(
					[
						{text: isAt ? `${theme.glyphs.cursor} ` : '  ', tone: 'titleFocused'},
						{text: `${key ?? ' '} `, tone: 'hintKey'},
						{
							text: cut(label + reason, width - 8),
							tone: isAt ? 'current' : blocked === undefined ? 'plain' : 'faint',
						},
					],
					width - 4,
				);
				return (
					<Framed key={id} width={width}>
						<Line spans={spans} />
					</Framed>
				);
			})}
		</Frame>
	);
}
