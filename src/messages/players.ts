import {plural} from '../lib/text/plural.ts';
import {example, type AcceptedAction, type ActionWords} from './action-words.ts';
import {duration, key, message, type Message} from './text.ts';

const who = (name: string | undefined, id: string | undefined) => `${name ?? 'a player'} (${id ?? ''})`;
/** Renders the type of a game. */
export const gameName = (gameType: string | undefined) => gameType ?? 'an unnamed game';

/** Why a list of players is not known, or incomplete. */
export const listGapMessages = {
	noAnswer: 'the game sent no answer.',
	changing: (state: string) => `the server is ${state}.`,
	blank: 'the answer is empty, and an empty server answers something else.',
	unreadable: (start: string) => `the answer is not a list of players: ${start}`,
	part: 'a part of the answer could not be read; players may be missing.',
	count: (count: number, read: number) =>
		`the game counts ${plural(count, 'player')}, but the list has ${read}.`,
};

const playerOf = ({input: {name, playerId}}: AcceptedAction) => `${String(name)} (${String(playerId)})`;

const sent = (noun: string) => (action: AcceptedAction) => {
	const {server, input} = action;
	const {reason} = input;
	const to = server === undefined ? '' : ` to ${server}`;
	return `${playerOf(action)}: ${noun} sent${to}${typeof reason === 'string' ? ` (${reason})` : ''}.`;
};

export const playerActionWords = {
	'message-player': {
		verb: 'Send',
		name: 'message to a player',
		accepted: action => `Message sent to ${playerOf(action)}.`,
		line: {takes: 'NAME or NUMBER', help: 'Send a message to one player'},
	},
	'kick-player': {
		verb: 'Kick',
		name: 'kick a player',
		accepted: sent('kick'),
		line: {takes: 'NAME or NUMBER', help: 'Kick a player; asks for a reason'},
	},
	'ban-player': {
		verb: 'Ban',
		name: 'ban a player',
		accepted: sent('ban'),
		line: {takes: 'NAME or NUMBER', help: 'Ban a player; asks for a reason'},
	},
} satisfies Record<string, ActionWords>;

/** Messages to one player, kicks and bans. */
export const playerActionMessages = {
	target: (name: string | undefined, id: string | undefined, server: string) =>
		`${who(name, id)} on ${server}`,
	gameUnknown: (gameType: string | undefined): Message =>
		message`No player commands are known for ${gameName(gameType)}.`,
	noCommand: {
		message: (game: string) => `${game} has no command for a message to one player.`,
		kick: (game: string) => `${game} has no command to kick a player.`,
		ban: (game: string) => `${game} has no command to ban a player.`,
	},
	noId: 'The list has no ID for this player.',
	slotNote: (slot: string | undefined) =>
		`The game identifies the player by number ${slot ?? '?'}. If the player leaves first, the next player may have it.`,
	unsafeId: 'This player ID could change the command. It is not sent.',
	reason: {
		label: 'Reason',
		none: 'none',
		hint: 'for the journal, and for the player if the game shows it',
		shown: 'The player sees the reason.',
		recorded: 'The game does not show the reason; it is recorded in the journal.',
	},
	message: {
		title: (name: string | undefined) => `Message to ${name ?? 'a player'}`,
		label: 'Text',
		hint: 'shown to this player only',
		effect: 'Only this player sees it.',
		summary: (name: string, id: string, server: string) => `Send a message to ${who(name, id)} on ${server}`,
	},
	kick: {
		title: (name: string | undefined) => `Kick ${name ?? 'a player'}`,
		effect: 'The player is disconnected and can join again.',
		summary: (name: string, id: string, server: string) => `Kick ${who(name, id)} from ${server}`,
	},
	ban: {
		title: (name: string | undefined) => `Ban ${name ?? 'a player'}`,
		effect: (server: string) => `The player is disconnected and cannot join ${server} again.`,
		summary: (name: string, id: string, server: string) => `Ban ${who(name, id)} from ${server}`,
	},
};

/** The list of players on all servers. */
export const playersScreenMessages = {
	exactly: (ms: number): Message => duration(ms),
	/** There from the first list on: since when is not known. */
	atLeast: (ms: number): Message => message`>=${duration(ms)}`,
	unknownGame: (gameType: string | undefined) => `no list known (${gameName(gameType)})`,
	failed: (problem: string) => `not known: ${problem}`,
	busy: 'console in use',
	waiting: 'list not read yet',
	/** `cut`: servers whose list could not be read completely. */
	note: (listed: number, all: number, cut: number): string => {
		const incomplete = cut === 0 ? '' : `, ${cut} incomplete`;
		return `on ${listed === all ? plural(all, 'server') : `${listed} of ${plural(all, 'server')}`}${incomplete}`;
	},
	nobody: 'Nobody is playing.',
	nobodyWhere: (servers: number): Message =>
		message`${plural(servers, 'server')} up, all empty. ${key('app.refresh')} reads the lists again.`,
	userId: 'user ID',
	since: (ms: number, clock: string): Message => message`for ${duration(ms)}, since ${clock}`,
	sinceAtLeast: (ms: number, clock: string): Message =>
		message`for ${duration(ms)} or longer, since ${clock} or earlier`,
	incomplete: (reason: string) => `Incomplete: ${reason}`,
	notReadAgain: (reason: string) => `Not read since: ${reason}`,
	/** `first` has the day. */
	sighting: (first: string, last: string, server: string, name: string) =>
		`${first}-${last}  ${server}, as ${name}`,
	notInJournal: 'not seen before',
	olderSightings: (count: number) => `and ${count} older`,
	menu: {
		title: (name: string, server: string) => `${name} on ${server}`,
		gone: 'The player left',
		message: (name: string) => `Send a message to ${name}`,
		kick: (name: string) => `Kick ${name}`,
		ban: (name: string) => `Ban ${name}`,
		copyId: (id: string) => `Copy the ID ${id}`,
		idOf: (name: string) => `the ID of ${name}`,
	},
};

/** `rcondeck players` */
export const playersCommandMessages = {
	description: 'List the players on all servers',
	examples: [
		example('List the players on all servers', 'rcondeck players'),
		example('Find a player', 'rcondeck players mar'),
	],
	textHelp: 'Part of a name, an ID or the name of a server',
	/** `others`: the number of servers that are known to be empty, if others are not. */
	nobody: (others: number | undefined) =>
		others === undefined
			? 'Nobody is playing.'
			: others === 0
				? undefined
				: `Nobody is playing on ${others === 1 ? 'the other server' : `the other ${others} servers`}.`,
	noneMatches: (text: string, all: number) => `None of ${plural(all, 'player')} matches "${text}".`,
	unknownGame: (game: string) => `the list command of ${game} is not known.`,
	notKnown: (server: string, reason: string) => `Players not known for ${server}: ${reason}`,
	incomplete: (server: string, reason: string) => `${server}: the list is incomplete: ${reason}`,
};
