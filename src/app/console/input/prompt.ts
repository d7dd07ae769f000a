import {countText} from '../../servers/shown-fleet.ts';
import type {State} from '../../state.ts';
import {emptyField, type TextField} from '../../kernel/text/text-field.ts';
import type {Aliases} from '../../../actions/aliases.ts';
import {findInHistory, searchOpen} from './history.ts';
import {openLine} from './open-line.ts';
import {findReferencedPlayers, partsOf, slotAt, slotsOf} from './references.ts';
import {lineKey, selectionLine, targetWords, type TargetWords, wordsOfLine} from '../send/target.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import {type Keymap, renderWithKeys} from '../../kernel/keys/keymap.ts';
import type {Rect} from '../../kernel/screens/layout.ts';
import {nameOf} from '../../../actions/names.ts';
import type {Settings} from '../../kernel/state/settings.ts';
import {cut, widthOf, wrap} from '../../../lib/text/width.ts';
import {type Span, type Tone, widthOfSpans} from '../../kernel/text/spans.ts';
import type {Message} from '../../../messages/text.ts';
import {inputLineMessages} from '../../../messages/screens.ts';

export type CandidateRow = {label: string; detail: string; chosen: boolean};

/** The usage of the typed command: its arguments, with the current one marked, and its description. */
export type Usage = {
	name: string;
	slots: readonly {text: string; current: boolean}[];
	help: string;
	danger: boolean;
	/** Names of the players whose ids are among the arguments. */
	players: readonly string[];
};

/** The content of the command input besides its prompt. Present only while it has the focus. */
export type InputView = {
	/** The content: the typed text, or the match of the search. */
	field: TextField;
	/** `place` says which match of how many is shown, and where it was sent. */
	search: {query: TextField; place: string; matches: boolean} | undefined;
	candidates: readonly CandidateRow[];
	usage: Usage | undefined;
	/** Why a command that waits for its second Enter looks destructive. */
	armed: string | undefined;
};

export function inputView(state: State, {aliases}: {aliases: Aliases}): InputView | undefined {
	const line = openLine(state);
	if (!line) return undefined;
	const {serverId, field} = line;
	const {completion, armed} = state.input;
	const candidates =
		completion?.serverId === serverId
			? completion.candidates.map(({label, detail}, index) => ({
					label,
					detail,
					chosen: index === completion.chosen,
				}))
			: [];
	const shared = {candidates, armed: armed?.serverId === serverId ? armed.reason : undefined};
	if (!searchOpen(state))
		return {...shared, field, search: undefined, usage: usageOf(state, serverId, field, aliases)};
	const match = findInHistory(state);
	const query = state.input.search?.query ?? field;
	const place = match
		? consoleInputMessages.historySearch.place(match.number, match.count, match.own)
		: consoleInputMessages.historySearch.noMatch;
	return {
		...shared,
		field: match ? {text: match.text, cursor: match.at} : field,
		search: {query, place, matches: match !== undefined},
		usage: undefined,
	};
}

function usageOf(state: State, serverId: string, field: TextField, aliases: Aliases): Usage | undefined {
	const {word, inWord, rest} = partsOf(field);
	if (Object.hasOwn(aliases, word)) {
		return {
			name: word,
			slots: [],
			help: consoleInputMessages.candidates.alias(aliases[word] ?? ''),
			danger: false,
			players: [],
		};
	}
	const words = wordsOfLine(state, serverId);
	const wanted = word.toLowerCase();
	const command = words?.commands.find(({name}) => name.toLowerCase() === wanted);
	if (command) {
		const slots = slotsOf(command.arguments);
		const at = inWord ? undefined : slotAt(slots, rest).index;
		return {
			name: command.name,
			slots: slots.map(({written}, index) => ({text: written, current: index === at})),
			help: command.help,
			danger: command.danger === true,
			players: findReferencedPlayers(state, serverId, field.text),
		};
	}
	const setting = words?.settings.find(({name}) => name.toLowerCase() === wanted);
	return (
		setting && {
			name: setting.name,
			slots: [{text: '[value]', current: !inWord}],
			help: setting.help,
			danger: false,
			players: [],
		}
	);
}

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
	const target = many ? inputLineMessages.selected(many.count) : serverTarget(state, key, width);
	const text = `[${target}] ${search ? 'search' : 'rcon'}> `;
	const room = Math.max(1, width - widthOf(text));
	const isOpen = state.view.input;
	const isIdle = !isOpen && key !== undefined;
	const draft = state.view.drafts.get(key ?? '') ?? emptyField;
	const shared = {
		text,
		tone: isOpen ? (many ? 'warning' : 'promptFocused') : 'prompt',
		placeholder: isIdle ? idleText(draft.text, readOnly) : '',
		view,
		many,
	} as const;
	if (search) {
		const short = Math.min(room, Math.max(8, Math.floor(room / 3)));
		const found = search.matches ? (view.field.text ?? '') : '';
		return {...shared, field: search.query, width: short, found};
	}
	return {...shared, field: isIdle ? emptyField : draft, width: room, found: undefined};
}

/** What was typed and left must not look as if it were being typed. */
function idleText(draft: string, readOnly: boolean): Message {
	if (draft !== '') return inputLineMessages.draft(draft);
	return readOnly ? inputLineMessages.readOnly : inputLineMessages.typesCommand;
}

function serverTarget({fleet}: State, key: string | undefined, width: number): string {
	const server = fleet.servers.get(key ?? '');
	if (!server) return inputLineMessages.noServer;
	const count = countText(server);
	const players = count === '-' ? '' : ` ${count}p`;
	return cut(nameOf(server), Math.max(8, Math.floor(width / 3)), 'middle') + players;
}

/**
Returns the help for the input, in one row of `width` columns: a warning, the targets if there are several, the match
number of the search, or the usage of the command.
*/
export function helpSpans({view, many}: Prompt, keymap: Keymap, width: number): Span[] {
	if (view?.armed !== undefined) return armedSpans(view.armed, many, keymap, width);
	const all = searchOrUsage(view);
	if (!view) return all;
	// What a dangerous command does is above the input then.
	const rest = isTooLong(view, all, width) ? all.slice(0, -1) : all;
	if (!many) return rest;
	const space = Math.max(
		20,
		width - (rest.length > 0 ? Math.min(widthOfSpans(rest), Math.floor(width / 2)) : 0),
	);
	return [...targetSpans(many, space), ...rest];
}

/** The reason is left out if there is no room for it: it is above the input then. */
function armedSpans(reason: string, many: TargetWords | undefined, keymap: Keymap, width: number): Span[] {
	const [whole, short] = [reason, ''].map(shown =>
		renderWithKeys(inputLineMessages.againSends(many?.count, shown), keymap),
	);
	return [{text: (widthOf(whole ?? '') <= width ? whole : short) ?? '', tone: 'warning'}];
}

/** Returns what a dangerous command does, for rows above the input, if the help for the input has no room for it. */
export function dangerRows(prompt: Prompt, keymap: Keymap, width: number): readonly Span[] {
	const {view, many} = prompt;
	if (!view || view.candidates.length > 0 || view.search) return [];
	const room = width - 3;
	if (view.armed !== undefined) {
		const whole = renderWithKeys(inputLineMessages.againSends(many?.count, view.armed), keymap);
		return widthOf(whole) <= room ? [] : rowsOf(view.armed, width);
	}
	const help = searchOrUsage(view);
	return isTooLong(view, help, room) ? rowsOf(help.map(({text}) => text).join(''), width) : [];
}

const isTooLong = ({usage}: InputView, help: readonly Span[], room: number): boolean =>
	usage?.danger === true && widthOfSpans(help) > room;

const rowsOf = (text: string, width: number): Span[] =>
	wrap(text, width - 2).map(row => ({text: ` ${row}`, tone: 'warning'}));

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
