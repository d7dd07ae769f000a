import {namesOf, screenIds} from './screen-words.ts';
import type {CommandId} from './key-words.ts';

/** The arguments of each command, and its description. */
export const lineCommandMessages = {
	timeline: (kinds: readonly string[]) => ({
		takes: `[${kinds.join(', ')}] [COUNT] [FILTER]`,
		help: 'Show the last events on all servers; filter as in the TUI, such as server:ark or by:probe',
	}),
	sort: (orders: readonly string[]) => ({
		takes: '[BY]',
		help: `Choose the order of :servers: ${orders.join(', ')}`,
	}),

	undo: {
		takes: '[SERVER]',
		help: 'Undo a pending action or cancel a queued command; otherwise ask whether to cancel a scheduled stop or restart',
	},
	edit: {takes: '[SERVER]', help: 'Rename, move, update, back up or delete a server; asks which'},
	log: {
		takes: '[SERVER] [unread, mine, others, states, chat, output or all] [COUNT] [WORDS]',
		help: 'Show the last console entries of a server, or the matching ones; unread: only new entries; all: include game output',
	},
	find: {
		takes: 'WORDS or /PATTERN/',
		help: 'Search the console of the current server, count the matches, and show the newest ones',
	},
	more: {takes: '', help: 'Show the next lines of a long output'},

	jobs: {
		takes: '[pause, go, abort, start, retry, back, skip, wait, undo or acknowledge] [NUMBER]',
		help: 'Show the progress of jobs and watches, or of one by number; pause, resume or abort the newest, start its servers that are down, retry or skip failed ones, decide about one at its gate (back, skip or wait longer), cancel its scheduled actions, or acknowledge its failed servers',
	},
	handover: {
		takes: '[markdown]',
		help: 'Print the handover: problems, pending actions, open outcomes and recent work; with markdown, for a chat',
	},
	away: {takes: '', help: 'Print what happened while you were away, before this session'},
	help: {
		takes: '[WORD or KEY]',
		help: 'List the commands, or explain a command or a key of the TUI',
	},
	select: {
		takes: '[SERVERS or FILTER or all]',
		help: 'Select servers by name or by a filter such as state:up game:ark; without arguments, list the selected servers',
	},
	deselect: {takes: '[SERVERS or FILTER]', help: 'Deselect servers; without arguments, clear the selection'},
	answers: {
		takes: '[NUMBER] [raw] [masked] [by WORDS]',
		help: 'Show the answers to the last multi-server command, equal ones grouped, different ones first; 2 for the command before it; raw: group only identical answers; masked: ignore names, addresses and numbers; by: only lines with these words or a /regular expression/',
	},
	compare: {
		takes: '[GROUP]',
		help: 'Compare a group of the last answers with the largest group, line by line',
	},
	alerts: {
		takes: '',
		help: 'List the nodes that are not online and the servers that are not up, and since when',
	},
	servers: {
		takes: '[FILTER]',
		help: 'List the servers, down ones first; filter as in the TUI, such as state:down, game:cs2, node:eu-1 or players>0',
	},
	use: {
		takes: 'SERVER or selected',
		help: 'Choose the server that commands go to, by name, unique part of a name, or ID (id:ID for an exact ID); or all selected servers',
	},
	next: {
		takes: '[unread]',
		help: 'Go to the next node that is not online or server that is not up, acknowledged ones last; or to the next server with unread entries',
	},
	show: {
		takes: '[SERVER] [7d]',
		help: 'Show the details of a server; 7d: its players over 7 days instead of 12 hours',
	},
	acknowledge: {
		takes: '[SERVERS or selected]',
		help: 'Acknowledge servers until their state changes, also in later sessions; repeat to undo',
	},
	status: {
		takes: '',
		help: 'Show the profile, the number of servers up, the age of the list, the feed and running jobs',
	},
	feed: {
		takes: '[on, off, all, mine, chat, all-chat or output]',
		help: 'Show the state of the feed, or choose which events to show',
	},
	time: {takes: '[clock, utc or relative]', help: 'Show the time, or choose how to show times'},
	refresh: {takes: '', help: 'Refresh the list now, and reconnect the feed if it is lost'},
	quit: {takes: '', help: 'End the session'},
	note: {
		takes: '[TEXT]',
		help: 'Add a bookmark with a note to every console, the timeline and the journal, for you or for the team',
	},
	copy: {
		takes: '',
		help: 'Copy an answer, a command, or the name, address or ID of a server to a file, and to the clipboard if the terminal has one',
	},
	export: {
		takes: '[timeline]',
		help: 'Export consoles, or the timeline as last shown, to a file',
	},
	record: {
		takes: '[NAME or end]',
		help: 'Record a transcript to a file until :record end',
	},
};

/** Titles of groups of commands. */
export const lineGroupTitles = {
	acting: 'Actions on servers',
	console: 'Console and jobs',
	several: 'Several servers',
	screens: namesOf(screenIds),
	session: 'Session',
	timeline: 'Timeline and files',
};

const noPanes = 'Line mode has no panes.';
const noCursor = 'Line mode has no cursor: use a number or a name.';

const nameTheGate = 'Name the server: :jobs back, :jobs skip and :jobs wait take one.';

/** Explanations for TUI commands without a line command. */
export const insteadMessages = {
	noCursor,
	/** By the scope of a command. */
	scopes: {
		field: 'Its key edits the line here too.',
		search: 'Ctrl-R fills in the last command that contains the typed text.',
		dialog: 'Dialogs are questions here: Tab fills in the next suggestion, Ctrl-C cancels.',
		menu: 'Menus are questions here: answer with a number or a word; Enter cancels.',
		paste: 'Each pasted line is confirmed separately.',
		help: ':help lists the commands.',
		palette: 'Commands start with a colon; :help lists them.',
		filter: 'Write the filter after :servers.',
		timelineFilter: 'Write the filter after :timeline.',
		facts: 'Nothing to scroll: everything is shown.',
		console: ':log shows the last entries, and :find all that match.',
		results: ':answers shows every answer in full.',
	},
	commands: {
		'app.interrupt':
			'Ctrl-C clears the line, leaves a question, undoes a pending action, and quits when pressed twice.',
		'app.suspend': 'Ctrl-Z suspends rcondeck, as in the TUI.',
		'app.redraw': 'Ctrl-L prints the prompt again.',
		'app.back': 'There is nothing to go back from; Ctrl-C cancels a question.',
		'app.nextPane': noPanes,
		'app.previousPane': noPanes,
		'jobs.nextGate': nameTheGate,
		'jobs.previousGate': nameTheGate,
		'view.zoom': noPanes,
		'view.unzoom': noPanes,
		'input.send': 'Enter sends the line, as in the TUI.',
		'input.previous': 'It recalls commands, as in the TUI.',
		'input.next': 'It recalls commands, as in the TUI.',
		'input.complete': 'Tab completes the line, as in the TUI.',
		'input.completeBack': 'Shift-Tab selects the previous suggestion, as in the TUI.',
		'input.edit': 'Ctrl-X opens the line in your editor, as in the TUI.',
		'input.leave': 'The input is always open; Ctrl-C cancels a question.',
		'input.end': 'Ctrl-D quits if the line is empty.',
		'console.raw': 'Answers are always shown raw.',
		'results.back': 'There is nothing to go back from.',
		'rows.next': noCursor,
		'rows.previous': noCursor,
		'timeline.enter': noCursor,
		'export.stop': 'Ctrl-C stops an export.',
		'report.leave': ':handover prints it; there is nothing to close.',
		'jobs.leave': ':jobs opens no menu to close.',
	} satisfies Partial<Record<CommandId, string>>,
};

/** What replaces a key of the TUI in line mode: a line, or the same key if it works here too. */
export const lineWords: Readonly<Partial<Record<CommandId, string>>> = {
	...Object.fromEntries(screenIds.map(id => [`app.${id}`, `:${id}`])),
	'app.input': 'a line without a colon',
	'app.interrupt': 'Ctrl-C',
	'app.quit': ':quit',
	'app.refresh': ':refresh',
	'app.servers': ':servers',
	'app.timeline': ':timeline',
	'automations.status': ':runs',
	'dialog.edit': 'edit',
	'dialog.offer': 'Tab',
	'handover.open': ':handover',
	'input.send': 'Enter',
	'jobs.abort': ':jobs abort NUMBER',
	'jobs.isBack': ':jobs back',
	'jobs.open': ':jobs',
	'jobs.skip': ':jobs skip',
	'jobs.startSet': ':jobs start',
	'jobs.wait': ':jobs wait',
	'list.select': ':select',
	'rows.enter': ':servers',
	'rows.pageDown': ':runs older',
	'rows.reveal': '--reveal',
	'runs.span': ':runs',
	'export.open': ':record end',
	'export.stop': 'Ctrl-C',
	'view.undo': ':undo',
};
