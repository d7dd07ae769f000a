import {renderWithKeys, type Keymap} from '../kernel/keymap/keymap.ts';
import {inputView, type InputView} from './input-view.ts';
import {lineKey, selectionLine} from './target.ts';
import {targetWords, type TargetWords} from './target-labels.ts';
import type {Rect} from '../kernel/layout.ts';
import {nameOf} from '../../actions/names.ts';
import type {Settings} from '../kernel/settings.ts';
import type {State} from '../state.ts';
import {emptyField, type TextField} from '../kernel/text-field.ts';
import {cut, widthOf} from '../../lib/width.ts';
import {widthOfSpans, type Span, type Tone} from '../kernel/spans.ts';
import type {Message} from '../../messages/text.ts';
import {inputLineMessages} from '../../messages/tui-panes.ts';

export type Prompt = {
	text: string;
	field: TextField;
	/** The width available to the field. */
	width: number;
	/** The match of a search, shown after its query. */
	found: string | undefined;
	view: InputView | undefined;
	/** The text of the empty input while it does not have the focus. */
	placeholder: Message;
	/** Input for several servers must not look like input for a single one. */
	tone: Tone;
	/** The targets, if the input is for the selected servers. */
	many: TargetWords | undefined;
};

/**
Returns the command input. It always names its target, `[ark-isl-1 41p] rcon> ` or `[5 selected] rcon> `, before the
typed text. During a history search it is `[ark-isl-1 41p] search> ` with the query and the match after it.
*/
export function promptOf(
	state: State,
	{aliases, readOnly}: Pick<Settings, 'aliases' | 'readOnly'>,
	{width}: Pick<Rect, 'width'>,
): Prompt {
	const key = lineKey(state);
	const many = key === selectionLine ? targetWords(state) : undefined;
	const view = inputView(state, {aliases});
	const search = view?.search;
	const target = many ? inputLineMessages.selected(many.count) : serverTarget(state, width);
	const text = `[${target}] ${search ? 'search' : 'rcon'}> `;
	const room = Math.max(1, width - widthOf(text));
	const isOpen = state.view.input;
	const isIdle = !isOpen && key !== undefined;
	const shared = {
		text,
		tone: isOpen ? (many ? 'warning' : 'promptFocused') : 'prompt',
		placeholder: isIdle ? (readOnly ? inputLineMessages.readOnly : inputLineMessages.typesCommand) : '',
		view,
		many,
	} as const;
	if (search) {
		const short = Math.min(room, Math.max(8, Math.floor(room / 3)));
		const found = search.matches ? (view.field.text ?? '') : '';
		return {...shared, field: search.query, width: short, found};
	}
	const field = state.view.drafts.get(key ?? '') ?? emptyField;
	return {...shared, field, width: room, found: undefined};
}

function serverTarget({fleet, view}: State, width: number): string {
	const server = fleet.servers.get(view.currentId ?? '');
	if (!server) return inputLineMessages.noServer;
	const players = server.onlinePlayers === undefined ? '' : ` ${Math.max(0, server.onlinePlayers)}p`;
	return cut(nameOf(server), Math.max(8, Math.floor(width / 3)), 'middle') + players;
}

/**
Returns the help for the input, in one row of `width` columns: a warning, the targets if there are several, the match
number of the search, or the usage of the command.
*/
export function helpSpans({view, many}: Prompt, keymap: Keymap, width: number): Span[] {
	if (view?.armed !== undefined) {
		const text = renderWithKeys(inputLineMessages.againSends(many?.count, view.armed), keymap);
		return [{text, tone: 'warning'}];
	}
	const rest = searchOrUsage(view);
	if (!view || !many) return rest;
	const space = Math.max(
		20,
		width - (rest.length > 0 ? Math.min(widthOfSpans(rest), Math.floor(width / 2)) : 0),
	);
	return [...targetSpans(many, space), ...rest];
}

/** Renders `to ark-isl-1, ark-isl-2 +3 (3 ARK, 2 CS2)  ` with as many names as fit. */
function targetSpans({names, facts}: TargetWords, room: number): Span[] {
	let shown = names.length;
	const written = () => inputLineMessages.targets(names.slice(0, shown), names.length - shown, facts);
	while (shown > 1 && widthOf(written()) + 2 > room) shown--;
	return [
		{text: written(), tone: 'warning'},
		{text: '  ', tone: 'plain'},
	];
}

function searchOrUsage(view: InputView | undefined): Span[] {
	if (view?.search) return [{text: view.search.place, tone: view.search.matches ? 'info' : 'warning'}];
	const usage = view?.usage;
	if (!usage) return [];
	return [
		{text: usage.name, tone: usage.danger ? 'danger' : 'command'},
		...usage.slots.map(({text, current}): Span => ({
			text: ` ${text}`,
			tone: current ? 'promptFocused' : 'faint',
		})),
		...usage.players.map((name): Span => ({text: `  ${name}`, tone: 'info'})),
		{text: `  ${usage.help}`, tone: 'faint'},
	];
}
