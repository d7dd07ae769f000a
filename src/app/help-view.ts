import {widthOf, wrap} from '../lib/width.ts';
import {helpFrameMessages} from '../messages/tui-dialogs.ts';
import {helpMessages} from '../messages/help.ts';
import {helpRows, type HelpRow} from './help-rows.ts';
import type {Keyed} from './hints.ts';
import {renderWithKeys} from './kernel/keymap/keymap.ts';
import type {Rect} from './kernel/layout.ts';
import {feedDoubt} from './kernel/feed-state.ts';
import type {State} from './state.ts';

/** One row of the help; `keys` has at most `indent` columns, unless `text` is empty. */
export type HelpLine = {kind: 'heading' | 'works' | 'blocked'; keys: string; text: string};

/** The part of the help that is on screen, and the box it is in. */
export type HelpView = {
	rect: Rect;
	/** Columns of the keys, left of what they do. */
	indent: number;
	lines: readonly HelpLine[];
	top: number;
	/** Lines that fit into the box. */
	height: number;
	/** Lines below the visible ones. */
	below: number;
	/** In the frame: what is hidden, and what closes it. */
	note: string;
};

const widest = 100;

/** Every key of the program, with the reason beside those that cannot work now; made from the commands themselves. */
export function helpView(state: State, keyed: Keyed): HelpView {
	const {columns, rows} = state.view.size;
	const width = Math.min(columns, widest);
	const rect = {x: Math.floor((columns - width) / 2), y: 1, width, height: Math.max(3, rows - 2)};
	const inner = width - 4;
	const indent = Math.min(22, Math.floor(inner / 3));
	const doubt = feedDoubt(state.feed);
	const all = [
		...(doubt === undefined
			? []
			: wrap(doubt, inner).map(text => ({kind: 'heading', keys: '', text}) as const)),
		...helpRows(state, keyed).flatMap(row => linesOf(row, inner, indent)),
	];
	const height = rect.height - 2;
	const last = Math.max(0, all.length - height);
	const top = state.dialog?.kind === 'help' ? Math.min(state.dialog.top, last) : 0;
	const below = last - top;
	const note = renderWithKeys(helpFrameMessages.note(below, width < 56), keyed.keymap);
	return {rect, indent, lines: all.slice(top, top + height), top, height, below, note};
}

function linesOf(row: HelpRow, inner: number, indent: number): HelpLine[] {
	if (row.kind === 'heading') {
		return ['', row.text].map((text): HelpLine => ({kind: 'heading', keys: '', text}));
	}
	const {keys, help, blocked} = row;
	const kind = blocked === undefined ? 'works' : 'blocked';
	const isLong = widthOf(keys) > indent - 1;
	const text = blocked === undefined ? help : helpMessages.helpAndBlocked(help, blocked);
	const lines = wrap(text, Math.max(8, inner - indent)).map((line, index): HelpLine => ({
		kind,
		keys: index === 0 && !isLong ? keys : '',
		text: line,
	}));
	return isLong ? [{kind, keys, text: ''}, ...lines] : lines;
}
