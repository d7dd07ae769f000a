import {example} from './action-words.ts';
import {key, message, type Message} from './text.ts';

/** The chat of all servers. */
export const chatMessages = {
	join: 'joined',
	leave: 'left',
	/** Said by the server or an admin. */
	server: '(server)',
	note: (isFollowing: boolean, unread: number): Message => {
		if (isFollowing) return 'following';
		return unread === 0
			? message`${key('rows.last')} follows`
			: message`${unread} unread, ${key('rows.last')} follows`;
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
