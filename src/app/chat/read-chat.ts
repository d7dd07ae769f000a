import {nameOf, serverName} from '../../actions/names.ts';
import type {GameServer, ServerCommand} from '../../contract/models/server.ts';
import {knownMoment} from '../../contract/moments.ts';
import {isSameCommand} from '../../contract/rcon-text.ts';
import {type ChatLine, chatCommandOf, readChatLine, readListedChat} from '../../games/chat-lines.ts';
import {withoutSectionSigns} from '../../lib/text/section-signs.ts';
import {listedGameOf, sayCommandOf} from '../../games/games.ts';
import type {ConsoleEvent, PrintedEvent} from '../console/record/buffer.ts';
import type {FleetState} from '../servers/fleet.ts';
import {type ChatEntry, type ChatState, sentKinds, withEntries} from './chat-state.ts';

/** A longer text is cut; the console has all of it. */
const maxTextLength = 500;
/** Answers are recognized up to this many back. */
const maxAnswers = 500;
/** The most lines of one answer: a game keeps fewer. */
const maxListed = 200;
/** Of an answer to a message, characters. */
const maxSaidLength = 4000;

type Found = {
	entries: Omit<ChatEntry, 'place'>[];
	answers: string[];
};

/** Finds the chat in what the consoles receive. Lines that are chat are marked as such for the console. */
export function readChat(
	chat: ChatState,
	fleet: FleetState,
	events: readonly ConsoleEvent[],
): {chat: ChatState; events: readonly ConsoleEvent[]} {
	const found: Found = {entries: [], answers: []};
	const marked = events.map(event => {
		switch (event.type) {
			case 'console/printed':
				return readPrinted(found, fleet, event);
			case 'rcon/answered':
				readSent(found, fleet, event);
				readAnswer(found, {chat, fleet, serverId: event.serverId, at: event.at}, event.answer);
				return event;
			case 'rcon/received': {
				// Later reads repeat what was there before the session. It is recognized then, and is not news.
				const to = event.isPast === true ? {...found, entries: []} : found;
				for (const answer of event.commands)
					readAnswer(to, {chat, fleet, serverId: event.serverId, at: event.at}, answer);
				return event;
			}
			default:
				return event;
		}
	});
	if (found.entries.length === 0 && found.answers.length === 0) return {chat, events};
	const answers = [...chat.answers, ...found.answers].slice(-maxAnswers);
	return {chat: withEntries(chat, found.entries, answers), events: marked};
}

const entryOf = (
	{kind, player, text}: ChatLine,
	about: Pick<ChatEntry, 'id' | 'at' | 'serverId' | 'server'>,
): Found['entries'][number] => ({
	kind,
	player: player === undefined ? undefined : withoutSectionSigns(player),
	text: withoutSectionSigns(text).slice(0, maxTextLength),
	...about,
});

function readPrinted(found: Found, fleet: FleetState, event: PrintedEvent): PrintedEvent {
	const {serverId, lines, id, at, timestamp} = event;
	const gameType = fleet.servers.get(serverId)?.gameType;
	const read = lines.map(line => readChatLine(gameType, line));
	if (!read.some(Boolean)) return event;
	const about = {at: timestamp ?? at, serverId, server: serverName(fleet, serverId)};
	for (const [index, line] of read.entries())
		if (line) found.entries.push(entryOf(line, {id: `${id}:${index}`, ...about}));
	return {
		...event,
		lines: lines.map((line, index) => (read[index]?.kind === 'chat' ? {...line, kind: 'chat'} : line)),
	};
}

type Source = {chat: ChatState; fleet: FleetState; serverId: string; at: number};

/**
Reads an answer that lists chat, whoever asked: the game has forgotten what is in it. Some consoles answer a message to the
players with the line that they see.
*/
function readAnswer(
	found: Found,
	{chat, fleet, serverId, at}: Source,
	{command, response, commandId, timestamp}: ServerCommand,
): void {
	const server = fleet.servers.get(serverId);
	if (!server || response === undefined || response === '') return;
	const lines = isSame(command, chatCommandOf(server.gameType))
		? readListedChat(server.gameType, response)
		: isSame(firstWord(command), firstWord(sayCommandOf(server)))
			? linesSaid(server, response)
			: [];
	const key = `${serverId} ${commandId ?? timestamp ?? at}`;
	if (lines.length === 0 || chat.answers.includes(key) || found.answers.includes(key)) return;
	found.answers.push(key);
	const about = {at: knownMoment(timestamp) ?? at, serverId, server: serverName(fleet, serverId)};
	for (const [index, line] of lines.slice(-maxListed).entries())
		found.entries.push(entryOf(line, {id: `${key}:${index}`, ...about}));
}

/** Adds a message that this user sent with the command of the game, in whatever way. */
function readSent(
	{entries}: Found,
	fleet: FleetState,
	{serverId, localId, at, answer}: Extract<ConsoleEvent, {type: 'rcon/answered'}>,
): void {
	const server = fleet.servers.get(serverId);
	if (!server) return;
	const about = {id: `sent:${localId}`, at: knownMoment(answer.timestamp) ?? at, serverId};
	const templates = {sent: sayCommandOf(server), sentToOne: listedGameOf(server)?.players.message};
	for (const kind of sentKinds) {
		const text = textIn(answer.command, templates[kind]);
		if (text === undefined) continue;
		entries.push({
			kind,
			player: undefined,
			text: text.slice(0, maxTextLength),
			...about,
			server: nameOf(server),
		});
		return;
	}
}

/** Returns the text in a command that was made of a template; undefined if it was not. */
function textIn(command = '', template = ''): string | undefined {
	if (!template.includes('{text}')) return undefined;
	const pattern = RegExp.escape(template)
		.replace(RegExp.escape('{text}'), '(?<text>.+)')
		.replaceAll(/\\\{\w+\\\}/g, '\\S+');
	return new RegExp(`^${pattern}$`, 'i').exec(command.trim())?.groups?.['text'];
}

const firstWord = (command = '') => command.trim().split(/\s/, 1)[0] ?? '';

const isSame = (command: string, other = '') =>
	other !== '' && isSameCommand(command.toLowerCase(), other.toLowerCase());

const linesSaid = ({gameType}: GameServer, response: string): ChatLine[] =>
	response
		.slice(0, maxSaidLength)
		.split('\n')
		.flatMap(text => readChatLine(gameType, {kind: 'output', text: text.trimEnd()}) ?? []);
