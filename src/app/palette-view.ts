import {wrap} from '../lib/text/width.ts';
import {keyOf, renderWithKeys} from './kernel/keys/keymap.ts';
import type {Rect} from './kernel/screens/layout.ts';
import {paletteMessages} from '../messages/dialogs.ts';
import type {Keyed} from './hints.ts';
import type {State} from './state.ts';
import type {TextField} from './kernel/text/text-field.ts';
import type {PaletteItem} from './palette-item.ts';
import {paletteItems} from './palette-items.ts';

export type PaletteView = {
	rect: Rect;
	field: TextField;
	items: readonly PaletteItem[];
	/** Indices of the current item and of the first visible one. */
	at: number;
	top: number;
	/** Rows for items. */
	room: number;
	/** Rows below the items: the description of the current one, or why it cannot run. */
	about: readonly string[];
	/** Text in the frame: the position of the current item, and the keys. */
	note: string;
};

const widest = 100;
const maxRows = 26;
/** Rows for the description of the current item, below a blank row. */
const aboutRows = 2;
/** Minimum screen height for the description. */
const minRowsWithAbout = 16;

/** Returns the open palette with its current items. */
export function paletteView(state: State, keyed: Keyed): PaletteView | undefined {
	const {dialog, view} = state;
	if (dialog?.kind !== 'palette') return undefined;
	const {columns, rows} = view.size;
	const width = Math.min(columns, widest);
	const belowItems = rows < minRowsWithAbout ? 0 : aboutRows + 1;
	const room = Math.max(1, Math.min(maxRows, rows - 4 - belowItems));
	const items = paletteItems(state, keyed, dialog, room);
	const found = dialog.id === undefined ? -1 : items.findIndex(({id}) => id === dialog.id);
	const at = found === -1 ? Math.max(0, Math.min(dialog.at, items.length - 1)) : found;
	const {help = '', blocked = help} = items[at] ?? {};
	const about = belowItems === 0 ? [] : ['', ...wrap(blocked, width - 4), '', ''].slice(0, belowItems);
	const rect = {
		x: Math.floor((columns - width) / 2),
		// The last row shows notices.
		y: Math.max(0, Math.min(1, rows - room - belowItems - 4)),
		width,
		height: room + belowItems + 3,
	};
	const keys = (['palette.run', 'palette.complete', 'palette.leave'] as const).map(id =>
		keyOf(id, keyed.keymap),
	);
	const note =
		items.length === 0
			? renderWithKeys(paletteMessages.nothingFits, keyed.keymap)
			: `${at + 1}/${items.length}  ${keys.join(', ')}`;
	return {rect, field: dialog.field, items, at, top: Math.max(0, at - room + 1), room, about, note};
}
