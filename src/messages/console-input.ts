import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** The command input: suggestions, history and pasted lines. */
export const consoleInputMessages = {
	historySearchCommands: {
		begin: {
			title: 'Search history',
			short: 'History',
			help: 'Search the history of this server and of other servers with the same game; fills the prompt, never sends',
		},
		older: {
			title: 'Older match',
			short: 'Older',
			help: 'Go to the next older match',
		},
		newer: {
			title: 'Newer match',
			help: 'Go to the next newer match',
		},
		accept: {
			title: 'Use this command',
			short: 'Use',
			help: 'Put the match into the input without sending it',
		},
		leave: {
			title: 'Cancel search',
			short: 'Cancel',
			help: 'Cancel the search and restore the input',
		},
	},
	commands: {
		send: {
			title: 'Send command',
			short: 'Send',
			help: 'Send the command to the servers in the prompt and wait for the answer; start with "& " to send without waiting',
		},
		previous: {
			title: 'Older command',
			short: 'Older',
			help: 'Recall the previous command of this server, then of other servers with the same game',
		},
		next: {
			title: 'Newer command',
			help: 'Recall the next command',
		},
		complete: {
			title: 'Complete word',
			short: 'Complete',
			help: 'Complete commands, maps, players and earlier commands; press again for the next suggestion',
		},
		completeBack: {
			title: 'Previous suggestion',
			help: 'Go to the previous suggestion',
		},
		edit: {
			title: 'Open in editor',
			help: 'Edit the command in your editor ($VISUAL or $EDITOR); the saved text is not sent',
		},
		leave: {
			title: 'Leave input',
			short: 'Leave',
			help: 'Close the suggestions, or leave the input; the text is kept',
		},
		end: {
			title: 'Leave empty input',
			help: 'Leave the input if it is empty',
		},
	},
	pasteCommands: {
		down: {
			title: 'Next line',
			help: 'Go to the next pasted line',
		},
		up: {
			title: 'Previous line',
			help: 'Go to the previous pasted line',
		},
		next: {
			title: 'Next button',
			help: 'Go to the next button: Do nothing, Send this line, Skip this line',
		},
		previous: {
			title: 'Previous button',
			help: 'Go to the previous button',
		},
		press: {
			title: 'Press button',
			short: 'Press',
			help: 'Press the button for this line; press twice to send a line that looks destructive',
		},
		leave: {
			title: 'Close review',
			short: 'Close',
			help: 'Close the review and discard the unsent lines',
		},
	},
	candidates: {
		playersUnknown: (probe: string) => `No player list yet. Send ${probe} first.`,
		nothingInCommon: 'No suggestion fits the games of all these servers.',
		nothingKnown: 'No suggestions.',
		alias: (body: string) => `alias: ${body}`,
		playerSeen: (where: string, time: string) => `on${where} at ${time}`,
		sentBefore: 'sent before',
		sentElsewhere: 'sent to another server',
	},
	historySearch: {
		nothingOlder: 'No older match.',
		isNewest: 'This is the newest match.',
		nothingFound: 'No match. The input is unchanged.',
		place: (number: number, count: number, isOwn: boolean) =>
			`${number} of ${count}${isOwn ? '' : ', sent to another server'}`,
		noMatch: 'no match',
	},
	isNewest: 'This is the newest command.',
	nothingOlder: 'There are no older commands.',
	notEmpty: message`The input is not empty: ${key('field.toStart')} clears it, ${key('input.leave')} leaves it.`,
	nothingSent: 'Nothing was sent.',
	paste: {
		title: (count: number, target: string) => `${count} pasted lines for ${target}`,
		doNothing: 'Do nothing',
		send: 'Send this line',
		sendTo: (target: string) => `Send this line to ${target}`,
		drop: 'Skip this line',
		keys: message`${key('paste.up', 'up')} ${key('paste.down', 'down')} select line   ${key('paste.next')} ${key('paste.next', 'right')} next button   ${key('paste.press')} press   ${key('paste.leave')} close`,
		nothingSent: 'Nothing is sent until you confirm it.',
		againSends: message` Press ${key('paste.press')} again to send it.`,
		destructive: (danger: string, again: Message) => message`This looks destructive: ${danger}${again}`,
		tooMany: (count: number, most: number) =>
			`${count} lines pasted, but at most ${most} can be reviewed. Nothing was sent.`,
		ended: (sent: number, rest: number) => `${sent} of the pasted lines sent, ${rest} not sent.`,
	},
	/** `several`: the number of servers if there are several, and a text such as `430 players`. */
	confirm: (
		seconds: number,
		several: {count: number; players: string} | undefined,
		danger: string | undefined,
	): Message => {
		const again = message`${key('input.send')} again`;
		const looks = danger === undefined ? '' : ` This looks destructive: ${danger}`;
		return several
			? message`${plural(several.count, 'server')}, ${several.players}: press ${again} to send it.${looks}`
			: message`This looks destructive: press ${again} within ${seconds}s to send it. ${danger ?? ''}`;
	},
	/** `danger` is a sentence such as `KickPlayer: Removes a player.` */
	dangerTo: (danger: string, names: string) => `${danger} Player: ${names}.`,
	joined: (pending: string) => `It continues "${pending}", which was not confirmed.`,
	confirmJoined: (joined: string): Message => message`${joined} Press ${key('input.send')} again to send it.`,
	nothingToSend: 'Nothing to send: type a command, for example ListPlayers or status.',
	selectionGone: 'None of the selected servers is still in the list. Nothing was sent.',
	serverGone: 'This server is not in the list at the moment. Nothing was sent, and the text is kept.',
	target: {
		notOnline: (count: number) => `${count} not online`,
		hidden: (count: number) => `${count} hidden by the filter`,
	},
	keptOut: 'Not saved to the history: the command looks like it contains a secret.',
};
