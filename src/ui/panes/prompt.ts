import {inputView, type InputView} from '../../core/input/input-view.ts';
import type {Rect} from '../../core/layout.ts';
import {nameOf} from '../../core/list/order.ts';
import type {Settings} from '../../core/services.ts';
import type {State} from '../../core/state/index.ts';
import {emptyField, type TextField} from '../../core/text-field.ts';
import {cut, widthOf} from '../../lib/width.ts';
import type {Span} from '../theme/tokens.ts';

export type Prompt = {
	text: string;
	field: TextField;
	/** The room for the field. */
	width: number;
	/** What a search has found, behind what is searched for. */
	found: string | undefined;
	view: InputView | undefined;
};

/**
The RCON line: it always names its target, `[ark-isl-1 41p] rcon> `, and what has been typed for it; while the history
is searched, `[ark-isl-1 41p] search> ` with what is searched for, and what was found behind it.
*/
export function promptOf(
	state: State,
	{aliases}: Pick<Settings, 'aliases'>,
	{width}: Pick<Rect, 'width'>,
): Prompt {
	const {fleet, view} = state;
	const server = fleet.servers[view.selectedId ?? ''];
	const players = server?.onlinePlayers === undefined ? '' : ` ${Math.max(0, server.onlinePlayers)}p`;
	const name = server ? cut(nameOf(server), Math.max(8, Math.floor(width / 3)), 'middle') : 'no server';
	const input = inputView(state, {aliases});
	const search = input?.search;
	const text = `[${name}${players}] ${search ? 'search' : 'rcon'}> `;
	const room = Math.max(1, width - widthOf(text));
	if (search) {
		const short = Math.min(room, Math.max(8, Math.floor(room / 3)));
		return {
			text,
			field: search.query,
			width: short,
			found: search.matches ? (input.field.text ?? '') : '',
			view: input,
		};
	}
	const field = view.drafts[view.selectedId ?? ''] ?? emptyField;
	return {text, field, width: room, found: undefined, view: input};
}

/** What helps with the line, in one row: a warning, the place of the search, or the words of the command. */
export function helpSpans({view}: Prompt): Span[] {
	if (view?.armed !== undefined) return [{text: `Enter again sends it: ${view.armed}`, tone: 'warning'}];
	if (view?.search) return [{text: view.search.place, tone: view.search.matches ? 'info' : 'warning'}];
	const usage = view?.usage;
	if (!usage) return [];
	return [
		{text: usage.name, tone: usage.danger ? 'danger' : 'command'},
		...usage.slots.map(({text, current}): Span => ({
			text: ` ${text}`,
			tone: current ? 'promptFocused' : 'faint',
		})),
		{text: `  ${usage.help}`, tone: 'faint'},
	];
}
