import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

/** Titles and help of global keys. */
export const appCommandMessages = {
	help: {
		title: 'Show keys',
		short: 'Help',
		help: 'Show the keys of this pane and the symbols on the screen; press again to search all keys',
	},
	input: {
		title: 'Type RCON command',
		short: 'RCON',
		help: 'Open the RCON input for the current server, or in the list for all selected servers',
	},
	refresh: {
		title: 'Refresh now',
		help: 'Refresh the list and this screen, reconnect the feed, and retry a waiting rolling action now',
	},
	back: {title: 'Back one level', help: 'Go back one level; never quits'},
	quit: {title: 'Back or quit', short: 'Quit', help: 'Go back one level, or quit at the top level'},
	interrupt: {
		title: 'Cancel or quit',
		help: 'Clear the input, undo a pending action, cancel queued commands, stop waiting, or quit (press twice); never sent to a server',
	},
	redraw: {title: 'Redraw screen', help: 'Redraw the screen'},
	suspend: {title: 'Suspend to shell', help: 'Suspend rcondeck and return to the shell; fg resumes it'},
};

/** Notices of global keys. */
export const appMessages = {
	cannotSuspend: 'Windows cannot suspend a program. Use another tab of the terminal.',
	canceled: (count: number) =>
		count === 1 ? 'Canceled before it was sent.' : `Canceled ${count} commands before they were sent.`,
	stoppedWaiting: (count: number) =>
		count === 1
			? 'Stopped waiting. The command may still run; its answer is shown if it arrives.'
			: `Stopped waiting for ${count} commands. They may still run; answers are shown if they arrive.`,
	jobsAndQuit: (jobs: Message) => message`${jobs} Press ${key('app.interrupt')} again to quit.`,
	pressAgainToQuit: message`Press ${key('app.interrupt')} again to quit.`,
	refreshing: 'Refreshing.',
	readOnly: 'This session is read-only: commands and actions are disabled.',
	forServers: (key: string, title: string, serversKey: string) =>
		`${key} (${title}) works on servers. Press ${serversKey} to go there.`,
	doesNothing: (key: string, helpKey: string) => `${key} does nothing here. Press ${helpKey} for help.`,
	pasteNeedsField: (inputKey: string) =>
		`No text field to paste into. Press ${inputKey} to open the RCON input.`,
	pastedLinesJoined: (count: number) => `Joined ${count} pasted lines into one. Nothing is sent yet.`,
};

/** Work that would be lost on quit. */
export const quitMessages = {
	exporting: 'An export is in progress.',
	again: alternative(message`Press ${key('app.quit')} again`, ':quit again'),
	quitAllTheSame: (lost: Message, again: Message) => message`${lost} ${again} to quit anyway.`,
	more: (count: number) => ` and ${count} more`,
	theyAreNotSent: 'They will not be sent',
	itIsNotSent: 'It will not be sent',
	pendingAction: (action: string, others: string, seconds: number, left: string) =>
		`${action}${others}: sent in ${seconds}s. ${left} if you quit now.`,
	unanswered: (count: number) =>
		`${plural(count, 'command')} ${count === 1 ? 'has' : 'have'} no answer yet and may still run.`,
	queued: (count: number) => `${plural(count, 'queued command')} will not be sent.`,
	jobs: (steps: number) => `Running jobs have ${plural(steps, 'server')} left and stop when you quit.`,
};

/** Titles and help of the keys that change the view. */
export const viewCommandMessages = {
	filter: {
		title: 'Filter servers',
		short: 'Filter',
		help: 'Filter the list: words, /pattern/, !inverse, state:down, game:cs2, node:eu-1, players>0',
	},
	nextAlert: {
		title: 'Next alert',
		help: 'Go to the next node, then server that is not up; acknowledged ones come last',
	},
	nextUnread: {
		title: 'Next unread console',
		help: 'Go to the next server with unread console entries',
	},
	acknowledge: {
		title: 'Acknowledge alert',
		help: 'Acknowledge the current or selected servers until their state changes, in all your sessions and, if the service has a team journal, for the team; press again to undo',
	},
	bookmark: {
		title: 'Add bookmark',
		help: 'Add a bookmark with a note to every console, the timeline and the journal, and share it with the team',
	},
	undo: {
		title: 'Undo last action',
		help: 'Undo a pending action, cancel a queued command, or open the dialog to cancel a scheduled stop or restart if the service supports it',
	},
	time: {title: 'Switch time format', help: 'Show times as local time, UTC or age'},
	zoom: {title: 'Zoom pane', help: 'Zoom this pane to the whole screen'},
	unzoom: {title: 'Show all panes', help: 'Show all panes again'},
};

/** Notices of the keys that change the view. */
export const viewMessages = {
	acknowledgeAtServers: message`Servers can be acknowledged only in the server list: ${key('app.servers')} goes there.`,
	nothingToAcknowledge: (count: number) =>
		`Nothing to acknowledge: ${count === 1 ? 'the server is' : `all ${count} servers are`} up.`,
	times: (mode: string) => `Times: ${mode}.`,
	servers: (count: number) => `${count} servers`,
	acknowledged: (name: string) => `Acknowledged ${name} until the next state change.`,
	unmuted: (name: string) => `${name}: no longer acknowledged.`,
	nothingToUndo: 'Nothing to undo: nothing is pending or scheduled for this server.',
	tasksNotOffered: 'It cannot be canceled from here: this service does not offer node tasks.',
	nodeForbids: 'Its node no longer allows canceling it.',
};
