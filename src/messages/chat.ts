import {plural} from '../lib/text/plural.ts';
import {example} from './action-words.ts';
import {key, message, type Message} from './text.ts';

/** The chat of all servers. */
export const chatMessages = {
	join: 'joined',
	leave: 'left',
	/** Said by the server or an admin. */
	server: '(server)',
	/** This user, and what they sent to all players of a server or to one. */
	you: '(you)',
	sent: (text: string) => `sent: ${text}`,
	sentToOne: (text: string) => `sent to one player: ${text}`,
	covers: 'chat of',
	/** `covered`: the servers whose chat is shown. */
	note: (isFollowing: boolean, unread: number, covered: number, servers: number): Message => {
		const where = `${covered} of ${plural(servers, 'server')}`;
		if (isFollowing) return `${where}, following`;
		return unread === 0
			? message`${where}, ${key('rows.last')} follows`
			: message`${where}, ${unread} unread, ${key('rows.last')} follows`;
	},
	noPlayer: 'The server or an admin said this, not a player.',
	nothingYet: 'No chat yet.',
	whereFrom: (isLive: boolean): Message =>
		isLive
			? 'Chat appears here when a console reports it. The Games page lists the consoles that do.'
			: message`Chat arrives with the feed, which is not live. ${key('app.refresh')} reconnects it.`,
};

/** `rcondeck chat` */
export const chatCommandMessages = {
	description: 'Follow the chat of all or some servers, with joins and leaves',
	examples: [
		example('Follow the chat of all servers', 'rcondeck chat'),
		example('Print the chat of one server as JSON', 'rcondeck chat ark-isl-1 --json'),
	],
	serversHelp: 'Only chat of these servers',
	jsonHelp: 'Print one JSON value per line',
	line: (server: string, player: string, text: string, isChat: boolean) =>
		`${server}  ${isChat ? `${player}: ${text}` : `* ${player} ${text}`}`,
	notListed: (server: string, reason: string) => `${server}: chat could not be read: ${reason}`,
};
