import type {State} from '../state.ts';
import type {TextField} from '../kernel/text-field.ts';
import type {Aliases} from '../../actions/aliases.ts';
import {findInHistory, searchOpen} from './history.ts';
import {openLine} from './open-line.ts';
import {partsOf, slotAt, slotsOf} from './line-parts.ts';
import {findReferencedPlayers} from './referenced-players.ts';
import {wordsOfLine} from './target.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

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

/** What the command input shows besides its prompt. Present only while it has the focus. */
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
