import {message, type Message} from './text.ts';

const who = (name: string | undefined, id: string | undefined) => `${name ?? 'a player'} (${id ?? ''})`;
/** Renders the type of a game. */
export const gameName = (gameType: string | undefined) => gameType ?? 'an unnamed game';

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
		verb: 'Send',
		title: (name: string | undefined) => `Message to ${name ?? 'a player'}`,
		label: 'Text',
		hint: 'shown to this player only',
		effect: 'Only this player sees it.',
		summary: (name: string, id: string, server: string) => `Send a message to ${who(name, id)} on ${server}`,
	},
	kick: {
		verb: 'Kick',
		title: (name: string | undefined) => `Kick ${name ?? 'a player'}`,
		effect: 'The player is disconnected and can join again.',
		summary: (name: string, id: string, server: string) => `Kick ${who(name, id)} from ${server}`,
	},
	ban: {
		verb: 'Ban',
		title: (name: string | undefined) => `Ban ${name ?? 'a player'}`,
		effect: (server: string) => `The player is disconnected and cannot join ${server} again.`,
		summary: (name: string, id: string, server: string) => `Ban ${who(name, id)} from ${server}`,
	},
};
