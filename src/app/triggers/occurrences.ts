import type {GameServer} from '../../contract/models/server.ts';
import {readChatLine} from '../../games/chat-lines.ts';
import {chatText} from '../chat/chat-screen.ts';
import {diffChunks, type Line, noLines} from '../console/record/lines.ts';
import type {State} from '../state.ts';
import type {TriggerPlace} from '../../messages/setting-choices.ts';
import type {Trigger} from './compile.ts';

/** A text that triggers search, and who wrote it if that is known. */
export type Occurrence = {
	serverId: string;
	server: GameServer;
	where: TriggerPlace;
	text: string;
	player: string | undefined;
};

/** The most of an answer that is searched: characters, and lines. */
const [maxAnswerLength, maxAnswerLines] = [100_000, 2000];

type Places = ReadonlySet<TriggerPlace>;

/** Returns what was received between two states. Messages of the server itself are not chat of players. */
export function occurrencesIn(before: State, state: State, places: Places): Occurrence[] {
	return [
		...(places.has('chat') && state.chat !== before.chat ? chatSince(before, state) : []),
		...((places.has('output') || places.has('answers')) && state.console !== before.console
			? linesSince(before, state, places)
			: []),
	];
}

const chatSince = (before: State, {chat, fleet}: State): Occurrence[] =>
	chat.entries.flatMap(entry => {
		const server = fleet.servers.get(entry.serverId);
		if (entry.place <= before.chat.total || entry.player === undefined || !server) return [];
		const {serverId, player} = entry;
		return [{serverId, server, where: 'chat' as const, text: chatText(entry), player}];
	});

function linesSince(before: State, state: State, places: Places): Occurrence[] {
	return [...state.console].flatMap(([serverId, {lines}]) => {
		const old = before.console.get(serverId)?.lines ?? noLines;
		const server = state.fleet.servers.get(serverId);
		if (lines === old || !server) return [];
		return diffChunks(old, lines).added.flatMap(line => textsOf(line, server, places));
	});
}

/** Answers to rcondeck's own commands are not searched: a trigger would match its own. */
function textsOf(line: Line, server: GameServer, places: Places): Occurrence[] {
	const about = {serverId: server.id, server};
	if (line.kind === 'output') {
		if (!places.has('output') || line.printed.kind === 'omitted') return [];
		return [{...about, where: 'output', text: line.printed.text, player: undefined}];
	}
	const isNew = line.kind === 'command' && line.origin !== 'probe' && line.via !== 'poll';
	if (!isNew || !places.has('answers') || line.response === undefined) return [];
	return line.response
		.slice(0, maxAnswerLength)
		.split('\n', maxAnswerLines)
		.map((text): Occurrence => ({...about, where: 'answers', text, player: undefined}));
}

/** Returns who wrote a line of output, and what, where the game's file says how chat looks. */
export function valuesOf({where, text, player, server}: Occurrence) {
	if (where !== 'output') return {player, text};
	const line = readChatLine(server.gameType, {kind: 'output', text});
	return line ? {player: line.player, text: chatText(line)} : {player: undefined, text};
}

export const isFoundBy = ({where, server, text}: Occurrence, trigger: Trigger): boolean =>
	trigger.where === where && trigger.isFor(server) && trigger.has(text);
