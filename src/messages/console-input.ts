import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** The line in which commands are typed: candidates, history, pasted lines. */
export const consoleInputMessages = {
	historySearchCommands: {
		begin: {
			title: 'search',
			help: 'Search the history of this server and of others with its game. It fills the prompt and never sends.',
		},
		older: {
			title: 'older',
			help: 'Goes to the next older line that is found.',
		},
		newer: {
			title: 'newer',
			help: 'Goes back to a newer line that is found.',
		},
		accept: {
			title: 'take',
			help: 'Takes the line that is found into the input; nothing is sent.',
		},
		leave: {
			title: 'cancel',
			help: 'Ends the search; the line is as it was before.',
		},
	},
	commands: {
		send: {
			title: 'send',
			help: 'Send the command and wait for its answer; with "& " in front, do not wait. The prompt shows the recipients.',
		},
		previous: {
			title: 'history',
			help: 'Recall the previous command of this server, then those of other servers with its game.',
		},
		next: {
			title: 'newer',
			help: 'Fills in the next newer line.',
		},
		complete: {
			title: 'complete',
			help: 'Completes commands, maps, players and lines sent before; again for the next candidate.',
		},
		completeBack: {
			title: 'complete back',
			help: 'Goes back to the candidate before.',
		},
		edit: {
			title: 'editor',
			help: 'Edit the command in your editor ($VISUAL or $EDITOR). The saved text comes back and is not sent.',
		},
		leave: {
			title: 'leave',
			help: 'Closes the candidates, else leaves the input; the text stays.',
		},
		end: {
			title: 'leave',
			help: 'Leaves the input when the line is empty.',
		},
	},
	pasteCommands: {
		down: {
			title: 'down',
			help: 'Goes to the next pasted line.',
		},
		up: {
			title: 'up',
			help: 'Goes to the pasted line before.',
		},
		next: {
			title: 'button',
			help: 'Goes to the next button: do nothing, send this line, drop it.',
		},
		previous: {
			title: 'button back',
			help: 'Goes to the button before.',
		},
		press: {
			title: 'press',
			help: 'Presses the button for this line; one that looks destructive is sent at the second time.',
		},
		leave: {
			title: 'leave',
			help: 'Leaves the review; lines that were not sent are forgotten.',
		},
	},
	candidates: {
		playersUnknown: (probe: string) => `Players are known from their last list: send ${probe} first.`,
		nothingInCommon: 'All the games of these servers know nothing in common that would complete this.',
		nothingKnown: 'Nothing is known that would complete this.',
		alias: (body: string) => `alias: ${body}`,
		playerSeen: (where: string, time: string) => `on${where} at ${time}`,
		sentBefore: 'sent before',
		sentElsewhere: 'sent to another server',
	},
	historySearch: {
		nothingOlder: 'Nothing older is found.',
		isNewest: 'This is the newest.',
		nothingFound: 'Nothing is found; the line is as it was.',
		place: (number: number, count: number, isOwn: boolean) =>
			`${number} of ${count}${isOwn ? '' : ', sent to another server'}`,
		noMatch: 'nothing found',
	},
	isNewest: 'This is the newest line.',
	nothingOlder: 'Nothing older is known.',
	notEmpty: message`The line is not empty: ${key('field.toStart')} clears it, ${key('input.leave')} leaves it.`,
	nothingSent: 'Nothing was sent.',
	paste: {
		title: (count: number, target: string) => `${count} pasted lines for ${target}`,
		doNothing: 'Do nothing',
		send: 'Send this line',
		sendTo: (target: string) => `Send this line to ${target}`,
		drop: 'Drop it',
		keys: message`${key('paste.up', 'up')} ${key('paste.down', 'down')} choose a line   ${key('paste.next')} or ${key('paste.next', 'right')} moves on   ${key('paste.press')} presses   ${key('paste.leave')} leaves`,
		nothingSent: 'Nothing is sent by itself.',
		againSends: message` ${key('paste.press')} again sends it.`,
		destructive: (danger: string, again: Message) => message`This looks destructive: ${danger}${again}`,
		tooMany: (count: number, most: number) =>
			`At most ${most} lines can be reviewed; ${count} were pasted, and nothing was taken.`,
		ended: (sent: number, rest: number) => `${sent} of the pasted lines sent, ${rest} not.`,
	},
	/** `servers`: how many it goes to, where it goes to the marked ones. */
	destructive: (danger: string, seconds: number, servers: number | undefined) => {
		const to = servers === undefined ? '' : ` to ${plural(servers, 'server')}`;
		return message`This looks destructive: ${key('input.send')} again within ${seconds} s sends it${to}. ${danger}`;
	},
	nothingToSend: 'Nothing to send: type a command, for example ListPlayers or status.',
	markedGone: 'None of the marked servers is in the list any more: nothing was sent.',
	target: {
		notOnline: (count: number) => `${count} not online`,
		hidden: (count: number) => `${count} hidden by the filter`,
	},
	keptOut: 'This line is kept out of the history: it looks like it has a secret in it.',
};
