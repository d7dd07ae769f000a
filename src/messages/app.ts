import {alternative, key, message, type Message} from './text.ts';

/** Titles and help of the keys that work everywhere. */
export const appCommandMessages = {
	help: {title: 'help', help: 'Shows every key that works here, and why one cannot work now.'},
	input: {
		title: 'input',
		help: 'Opens the RCON input of the selected server, in the list that of all the marked ones.',
	},
	refresh: {
		title: 'refresh',
		help: 'Refresh the list and this screen now, and reconnect the feed if it is lost or refuses a destination. Also end the wait before a rolling action retries.',
	},
	back: {title: 'back', help: 'Goes one level back; never quits.'},
	quit: {title: 'quit', help: 'Goes one level back, and quits at the top.'},
	interrupt: {
		title: 'interrupt',
		help: 'Clear the input, else undo a pending action, else cancel a queued command, else stop waiting, else quit when pressed twice. It never reaches a server.',
	},
	redraw: {title: 'redraw', help: 'Repaint the whole screen.'},
	suspend: {title: 'suspend', help: 'Gives the terminal back to the shell; fg returns here.'},
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
		title: 'filter',
		help: 'Filters the list: words, /pattern/, !inverse, state:down, game:cs2, node:eu-1, players>0.',
	},
	nextTrouble: {
		title: 'next trouble',
		help: 'Goes to the next server that is not up; those acknowledged come last.',
	},
	nextUnread: {
		title: 'next unread',
		help: 'Goes to the next server whose console got lines since it was on screen last.',
	},
	acknowledge: {
		title: 'acknowledge',
		help: 'Acknowledges the trouble of the selected or marked servers until they change again, also for later sessions and your other decks; once more takes it back.',
	},
	mark: {
		title: 'mark',
		help: 'Marks this moment with a note, in every console, the timeline and the journal.',
	},
	undo: {
		title: 'undo',
		help: 'Undo a pending action, else cancel a queued command; else open the dialog that cancels a scheduled stop or restart, if the service supports it.',
	},
	time: {title: 'time', help: 'Shows times by the clock, in UTC, or as ages.'},
	zoom: {title: 'zoom', help: 'Gives the whole screen to this pane.'},
	unzoom: {title: 'unzoom', help: 'Shows all panes again.'},
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
