import {alternative, key, message, type Message} from './text.ts';

/** Titles and help of the keys that work everywhere. */
export const appCommandMessages = {
	help: {
		title: 'Show keys',
		short: 'Help',
		help: 'Show the keys of this pane and the signs of the screen; press again to search all keys',
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
		help: 'Clear the input, undo a pending action, cancel a queued command, stop waiting, or quit (press twice). Never sent to a server.',
	},
	redraw: {title: 'Redraw screen', help: 'Redraw the screen'},
	suspend: {title: 'Suspend to shell', help: 'Suspend rcondeck and return to the shell; fg resumes it'},
};

/** What the keys that work everywhere say. */
export const appMessages = {
	takenBack: 'Taken back before its turn came: it was never sent.',
	stoppedWaiting: 'Stopped waiting. The command may still run; its answer is shown if it comes.',
	jobsAndQuit: (jobs: Message) => message`${jobs} Press ${key('app.interrupt')} again to quit.`,
	pressAgainToQuit: message`Press ${key('app.interrupt')} again to quit.`,
	readingAnew: 'Refreshing.',
	readOnly: 'This session is read-only: nothing is sent to a server.',
	forServers: (key: string, title: string, serversKey: string) =>
		`${key} (${title}) is for the servers: ${serversKey} goes to them.`,
	doesNothing: (key: string, helpKey: string) => `${key} does nothing here; ${helpKey} shows every key.`,
	pasteNeedsField: (inputKey: string) =>
		`Pasted text goes into a text field; ${inputKey} opens the RCON input.`,
	pastedLinesJoined: (count: number) => `${count} pasted lines were joined into one; nothing is sent yet.`,
};

/** What would be lost at the end. */
export const quitMessages = {
	exporting: 'An export is being written.',
	again: alternative(message`Press ${key('app.quit')} again`, ':quit once more'),
	quitAllTheSame: (lost: Message, again: Message) => message`${lost} ${again} to quit all the same.`,
	more: (count: number) => ` and ${count} more`,
	theyAreNotSent: 'They are not sent',
	itIsNotSent: 'It is not sent',
	held: (action: string, others: string, seconds: number, left: string) =>
		`${action}${others}: sent in ${seconds}s. ${left} if you quit now.`,
	jobs: (steps: number) => `Jobs have ${steps} servers to do, and stop with this deck.`,
};

/** Titles and help of the keys of what is shown. */
export const viewCommandMessages = {
	filter: {
		title: 'Filter servers',
		short: 'Filter',
		help: 'Filter the list: words, /pattern/, !inverse, state:down, game:cs2, node:eu-1, players>0',
	},
	nextTrouble: {
		title: 'Next alert',
		help: 'Go to the next server that is not up; acknowledged servers come last',
	},
	nextUnread: {
		title: 'Next unread console',
		help: 'Go to the next server with unread console entries',
	},
	acknowledge: {
		title: 'Acknowledge alert',
		help: 'Acknowledge the current or selected servers until their state changes, in all your sessions; press again to undo',
	},
	bookmark: {
		title: 'Add bookmark',
		help: 'Add a bookmark with a note to every console, the timeline and the journal',
	},
	undo: {
		title: 'Undo last action',
		help: 'Undo a pending action, cancel a queued command, or open the dialog to cancel a scheduled stop or restart if the service supports it',
	},
	time: {title: 'Switch time format', help: 'Show times as local time, UTC or age'},
	zoom: {title: 'Zoom pane', help: 'Zoom this pane to the whole screen'},
	unzoom: {title: 'Show all panes', help: 'Show all panes again'},
};

/** What the keys of what is shown say. */
export const viewMessages = {
	acknowledgeAtServers: message`Trouble is acknowledged where it is seen: ${key('app.servers')} goes to the servers.`,
	nothingToAcknowledge: (count: number) =>
		`Nothing to acknowledge: ${count === 1 ? 'the server is' : `all ${count} servers are`} up.`,
	times: (mode: string) => `Times: ${mode}.`,
	servers: (count: number) => `${count} servers`,
	acknowledged: (name: string) => `Acknowledged: ${name} will speak up at the next change.`,
	loudAgain: (name: string) => `${name} will be loud again.`,
	nothingToUndo: 'Nothing is held back, and nothing is known to be scheduled for this server.',
	tasksNotOffered:
		'Once sent, it cannot be cancelled here: the service does not offer the tasks of its nodes.',
	nodeForbids: 'Its node no longer lets it be cancelled.',
};
