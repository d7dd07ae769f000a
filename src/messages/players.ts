import {plural} from '../lib/text/plural.ts';
import {type AcceptedAction, type ActionWords, example, given, type JournalWords} from './action-words.ts';
import {duration, key, message, type Message} from './text.ts';

/** Games that know players by name have no other id. */
const who = (name: string | undefined, id: string | undefined) =>
	name === id && name !== undefined ? name : `${name ?? 'a player'} (${id ?? ''})`;
/** Renders the type of a game. */
export const gameName = (gameType: string | undefined) => gameType ?? 'an unnamed game';

/** Why a list of players is not known, or incomplete. */
export const listGapMessages = {
	noAnswer: 'the game sent no answer.',
	changing: (state: string) => `the server is ${state}.`,
	blank: 'the answer is empty, but an empty server would answer something else.',
	unreadable: (start: string) => `the answer is not a list of players: ${start}`,
	part: 'a part of the answer could not be read; players may be missing.',
	count: (count: number, read: number) =>
		`the game counts ${plural(count, 'player')}, but the list has ${read}.`,
};

const playerOf = ({input: {name, playerId}}: AcceptedAction) => who(String(name), String(playerId));

/** `past`: what it did, once a list of the players shows that they left. */
const sent = (noun: string, past?: string) => (action: AcceptedAction) => {
	const {server, targetCount} = action;
	const [reason, time] = [given(action, 'reason'), given(action, 'duration')];
	const gone = given(action, 'gone');
	const where = targetCount > 1 ? plural(targetCount, 'server') : server;
	const to = where === undefined ? '' : ` to ${where}`;
	const length = time === undefined ? '' : ` for ${time}`;
	const why = reason === undefined ? '' : ` (${reason})`;
	if (gone !== undefined && past !== undefined) {
		const from = where === undefined ? '' : ` from ${where}`;
		return `${playerOf(action)}: ${past}${length}${from}, gone from the list after ${gone}${why}.`;
	}
	return `${playerOf(action)}: ${noun}${length} sent${to}${why}.`;
};

export const playerActionWords = {
	'message-player': {
		verb: 'Send',
		name: 'message to a player',
		accepted: action => `Message sent to ${playerOf(action)}.`,
		line: {takes: 'NAME or NUMBER', help: 'Send a message to one player'},
		command: {
			words: ['player', 'message'],
			description: 'Send a message to one player',
			examples: [
				example('Send a message to one player', 'rcondeck player message Ann -- "Please use the other gate"'),
			],
		},
	},
	'kick-player': {
		verb: 'Kick',
		name: 'kick a player',
		accepted: sent('kick', 'kicked'),
		line: {takes: 'NAME or NUMBER', help: 'Kick a player; asks for a reason'},
		command: {
			words: ['player', 'kick'],
			description: 'Disconnect a player, who can join again',
			examples: [example('Kick a player', "rcondeck player kick Ann --reason 'AFK for an hour'")],
		},
	},
	'ban-player': {
		verb: 'Ban',
		name: 'ban a player',
		accepted: sent('ban', 'banned'),
		line: {takes: 'NAME or NUMBER', help: 'Ban a player; asks for a reason and a duration'},
		command: {
			words: ['player', 'ban'],
			description: 'Disconnect a player and keep them out, temporarily or permanently',
			examples: [
				example('Ban a player for a week', 'rcondeck player ban Ann --duration 7d --reason griefing'),
				example(
					'Ban a Steam ID from all servers of a game',
					'rcondeck player ban 76561198000000001 --game RUST --yes',
				),
			],
		},
	},
	'unban-player': {
		verb: 'Unban',
		name: 'unban a player',
		accepted: sent('unban'),
		line: {takes: 'NAME or NUMBER', help: 'Unban a player listed by :bans'},
		command: {
			words: ['player', 'unban'],
			description: 'Unban a player',
			examples: [example('Unban a player', 'rcondeck player unban 76561198000000001 --server rust-1')],
		},
	},
} satisfies Record<string, ActionWords>;

/** A note about a player, in the journal only. */
export const playerNoteWords = {
	'note-player': {
		name: 'note about a player',
		accepted: action => {
			const flag = given(action, 'flag');
			const mark = flag === 'yes' ? ' flagged' : flag === 'no' ? ' unflagged' : '';
			const text = given(action, 'text');
			return `${playerOf(action)}${mark}${text === undefined ? '.' : `: ${text}`}`;
		},
	},
} satisfies Record<string, JournalWords>;

export const banEverywhereLine = {
	takes: 'NAME or NUMBER',
	help: 'Ban a player from all servers of the game; asks for a reason and a duration',
};

/** The dialog and the command for it. */
export const playerNoteMessages = {
	title: (name: string | undefined) => `Note about ${name ?? 'a player'}`,
	verb: 'Note',
	target: 'kept in the journal of this machine',
	text: {label: 'Note', hint: 'shown with the player and in the journal', none: 'none'},
	flag: {label: 'Flag', hint: 'marks the player', keep: 'unchanged', on: 'flagged', off: 'not flagged'},
	missing: 'Enter a note, or set the flag.',
	noted: (name: string) => `${name}: note saved in the journal.`,
	menu: (name: string) => `Note about ${name}`,
	line: {
		takes: 'NAME or NUMBER',
		help: 'Save a note about a player in the journal, or flag them; asks for both',
	},
	command: {
		description: 'Add a note about a player to the journal, or print the notes',
		examples: [
			example('Add a note', 'rcondeck player note Ann -- "Asked to stop spawn camping"'),
			example('Flag a player', 'rcondeck player note Ann --flag'),
			example('Print the notes', 'rcondeck player note Ann'),
		],
	},
	flagHelp: 'Flag the player',
	noFlagHelp: 'Remove the flag',
	textName: 'text',
	show: {
		description: 'Show a player: ID, server, notes and earlier actions',
		examples: [example('Show a player', 'rcondeck player show Ann')],
	},
	nothing: 'The journal has nothing about this player.',
	notKept: 'Notes are kept in the journal, which the demo and read-only sessions do not have.',
};

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
		unban: (game: string) => `${game} has no command to unban a player.`,
	},
	/** `reached`: those of them that are online. */
	servers: (count: number, reached = count) =>
		reached < count ? `${reached} of ${plural(count, 'server')}` : plural(count, 'server'),
	noId: 'The list has no ID for this player.',
	cutId: 'The list was cut here, so this may be the beginning of another ID. Refresh the list.',
	slotNote: (slot: string | undefined) =>
		`The game identifies the player by number ${slot ?? '?'}. If the player leaves first, the next player may have it.`,
	unsafeId: 'This player ID could change the command. It is not sent.',
	reason: {
		label: 'Reason',
		none: 'none',
		hint: 'for the journal, and for the player if the game shows it',
		help: 'Reason, for the journal, and for the player if the game shows it',
		unbanHint: 'for the journal',
		unbanHelp: 'Reason, for the journal',
		shown: 'The player sees the reason.',
		recorded: 'The game does not show the reason; it is recorded in the journal.',
	},
	message: {
		title: (name: string | undefined) => `Message to ${name ?? 'a player'}`,
		label: 'Text',
		hint: 'shown to this player only',
		help: 'message',
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
		titleForSeveral: (name: string | undefined, count: number) =>
			`Ban ${name ?? 'a player'} from ${plural(count, 'server')}`,
		effect: (server: string) => `The player is disconnected and cannot rejoin ${server}.`,
		liftedByGame: (time: string) => `The game lifts the ban after ${time}.`,
		liftedByService: (time: string) =>
			`The local service lifts the ban after ${time}, or when it next runs. Until then, it is listed as a task of the node.`,
		wholeUnits: (game: string, unit: string) => `${game} bans for whole ${unit}. Change the duration.`,
		neverLifted: (game: string) =>
			`${game} has no command for temporary bans or for unbanning. Ban without a duration.`,
		liftedByNobody: (game: string) =>
			`${game} does not lift bans by itself, and this service does not schedule commands. Ban without a duration, and unban the player yourself.`,
		endsAtRestart: (command: string) => `The ban ends when the server restarts, unless ${command} saves it.`,
		onlyHere: 'The game identifies the player by a number that is valid on one server only.',
		summary: (name: string, id: string, server: string) => `Ban ${who(name, id)} from ${server}`,
	},
	duration: {
		label: 'Duration',
		hint: 'e.g. 2h, 7d',
		help: 'Length of the ban, such as 2h or 7d (default: permanent)',
		permanent: 'permanent',
		atRestart: 'at restart',
	},
	unban: {
		title: (name: string | undefined) => `Unban ${name ?? 'a player'}`,
		titleForSeveral: (name: string | undefined, count: number) =>
			`Unban ${name ?? 'a player'} on ${plural(count, 'server')}`,
		effect: (server: string) => `The player can join ${server} again.`,
		summary: (name: string, id: string, server: string) => `Unban ${who(name, id)} on ${server}`,
		notBanned: (id: string) => `The list has no ban of ${id}.`,
		noNumber:
			'The ban list could not be read completely, so the number of the ban is uncertain. Nothing was sent.',
	},
};

/** The list of players on all servers. */
const maxNames = 5;

function someNames(names: readonly string[]): string {
	const more = names.length - maxNames;
	return names.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const playersScreenMessages = {
	flagged: 'yes',
	/** In the same column. */
	flag: 'flag',
	sorts: {name: 'name', server: 'server', online: 'time online, newest first'},
	exactly: (ms: number): Message => duration(ms),
	/** There from the first list on: since when is not known. */
	atLeast: (ms: number): Message => message`>=${duration(ms)}`,
	unknownGame: 'no player list command',
	failed: (problem: string) => `unknown: ${problem}`,
	busy: 'console in use',
	waiting: 'list not read yet',
	/** `cut`: servers whose list could not be read completely; `players`: those that are listed. */
	note: (listed: number, all: number, cut: number, players: number): string => {
		const incomplete = cut === 0 ? '' : `, ${cut} incomplete: at least ${plural(players, 'player')}`;
		return `on ${listed === all ? plural(all, 'server') : `${listed} of ${plural(all, 'server')}`}${incomplete}`;
	},
	nobody: 'Nobody is playing.',
	nobodyWhere: (servers: number): Message =>
		message`${plural(servers, 'server')} up, all empty. ${key('app.refresh')} reloads the lists.`,
	userId: 'user ID',
	steamId: 'Steam ID',
	since: (ms: number, clock: string): Message => message`for ${duration(ms)}, since ${clock}`,
	sinceAtLeast: (ms: number, clock: string): Message =>
		message`for ${duration(ms)} or longer, since ${clock} or earlier`,
	incomplete: (reason: string) => `Incomplete: ${reason}`,
	notReadAgain: (reason: string) => `Not read since: ${reason}`,
	/** `first` has the day. */
	sighting: (first: string, last: string, server: string, name: string) =>
		`${first}-${last}  ${server}, as ${name}`,
	notInJournal: 'not seen before',
	/** What a list shows this long after a kick or ban was sent. */
	gone: (name: string, isBan: boolean, server: string, ms: number): Message =>
		message`${name}: ${isBan ? 'banned' : 'kicked'} from ${server}, gone from the list after ${duration(ms)}`,
	stayed: (name: string, verb: string, server: string, ms: number): Message =>
		message`${name} is still in the list of ${server}, ${duration(ms)} after the ${verb}`,
	sentAt: (clock: string): Message => message`sent at ${clock}, no list read since`,
	sentAndListed: (clock: string, listed: string): Message =>
		message`sent at ${clock}, still in the list of ${listed}`,
	olderSightings: (count: number) => `and ${count} older`,
	menu: {
		title: (name: string, server: string) => `${name} on ${server}`,
		gone: 'The player left',
		message: (name: string) => `Send a message to ${name}`,
		kick: (name: string) => `Kick ${name}`,
		ban: (name: string) => `Ban ${name}`,
		/** `reached`: the servers that are online. */
		banEverywhere: (name: string, {all, reached}: {all: number; reached: number}, game: string) =>
			`Ban ${name} from ${reached < all ? `${reached} of ` : 'all '}${all} servers of ${game}`,
		copyId: (id: string) => `Copy the ID ${id}`,
		idOf: (name: string) => `the ID of ${name}`,
	},
};

/** `rcondeck players` */
export const playersCommandMessages = {
	description: 'List, message, kick, ban and unban players',
	examples: [
		example('List the players on all servers', 'rcondeck players'),
		example('Ban a player for a week', 'rcondeck player ban Ann --duration 7d --reason griefing'),
	],
	list: {
		description: 'List the players on all servers',
		examples: [
			example('List the players on all servers', 'rcondeck players'),
			example('Find a player', 'rcondeck players mar'),
		],
	},
	textHelp: 'Part of a name, an ID or the name of a server',
	/** `others`: the number of servers that are known to be empty, if others are not. */
	nobody: (others: number | undefined) =>
		others === undefined
			? 'Nobody is playing.'
			: others === 0
				? undefined
				: `Nobody is playing on ${others === 1 ? 'the other server' : `the other ${others} servers`}.`,
	noneMatches: (text: string, all: number) => `None of ${plural(all, 'player')} matches "${text}".`,
	unknownGame: (game: string) => `no list command is known for ${game}.`,
	notKnown: (servers: readonly string[], reason: string) =>
		`Players unknown on ${someNames(servers)}: ${reason}`,
	incomplete: (server: string, reason: string, players: number) =>
		`${server}: at least ${plural(players, 'player')}; the list is incomplete: ${reason}`,
};

/** `rcondeck player kick` and the other actions on a player */
export const playerCommandMessages = {
	playerHelp: 'Player ID, name or a unique part of the name',
	serverHelp: 'Server of the player; may be repeated for a ban from several servers',
	wherePlayersAre: 'Run `rcondeck players` for names and IDs, and `rcondeck bans` for banned players.',
	noteUsage: '[options] PLAYER [-- TEXT]',
	unlisted: (word: string) =>
		`No list contains the player "${word}". Specify the complete ID, and its server with --server NAME.`,
	whichServer: (names: readonly string[]) =>
		`Choose one server with --server: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
};

/** `rcondeck ban list`, and the bans in the TUI */
export const banListMessages = {
	description: 'List bans',
	examples: [example('List the bans on all servers', 'rcondeck bans')],
	list: {
		description: 'List the bans on all or some servers, as the games report them',
		examples: [
			example('List the bans on all servers', 'rcondeck bans'),
			example('List the bans of one server', 'rcondeck ban list rust-1'),
		],
	},
	none: 'Nobody is banned.',
	noListCommand: (game: string) => `${game} cannot list its bans`,
	notOnline: (state: string | undefined) => `not read while ${state ?? 'in an unknown state'}`,
	notRead: 'list not read yet',
	/** `read`: the servers whose bans are all known. */
	note: (read: number, all: number) =>
		read === all ? `on ${plural(all, 'server')}` : `read on ${read} of ${plural(all, 'server')}`,
	unknown: (why: Message, servers: readonly string[]): Message => message`${why}: ${someNames(servers)}`,
	from: {list: 'list', sent: 'sent'},
	/** `by`: another admin, named or not; undefined: this user. `isOpen`: it may have run. */
	sent: (when: string, by: string | undefined, isOpen = false) => {
		const who = by === undefined ? 'by you' : by === '' ? 'by another admin' : `by ${by}`;
		return `${when} ${who}${isOpen ? ', without an answer: it may have run' : ''}`;
	},
	known: {
		list: 'in the ban list of the game',
		sent: 'a ban that was sent, not the ban list of the game',
	},
	gone: 'The ban is no longer in the list',
	unban: (name: string) => `Unban ${name}`,
	oddId: 'This ID is not in the format of the game.',
	unknownGame: (game: string) => `no ban list command is known for ${game}.`,
	notKnown: (servers: readonly string[], reason: string) =>
		`Bans unknown on ${someNames(servers)}: ${reason}`,
	count: (count: number, read: number) =>
		`the game counts ${plural(count, 'ban')}, but ${read} could be read.`,
	part: 'a part of the answer could not be read; bans may be missing.',
	unreadable: (start: string) => `the answer is not a ban list: ${start}`,
};
