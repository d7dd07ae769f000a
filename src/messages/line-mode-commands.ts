/** What stands behind a command, and what it does. */
export const lineCommandMessages = {
	start: {
		takes: '[SERVERS or marked] [NUMBER at once]',
		help: 'Start the named servers, or the ones that lines go to.',
	},
	stop: {
		takes: '[SERVERS or marked] [in MINUTES or now] [NUMBER at once] [saying TEXT]',
		help: 'Stops them, gracefully or by force, now or after a delay that is announced to the players; several one after another.',
	},
	restart: {
		takes: '[SERVERS or marked] [in MINUTES or now] [NUMBER at once] [saying TEXT]',
		help: 'Restarts them, now or after a delay that is announced to the players: :restart in 10 saying Back in {minutes} minutes. Several one after another, each when the one before is up again.',
	},
	timeline: (kinds: readonly string[]) => ({
		takes: `[${kinds.join(', ')}] [COUNT] [FILTER]`,
		help: 'Tells what happened last on all servers, in its order; the filter is that of the deck, such as server:ark or kind:state.',
	}),
	sort: (orders: readonly string[]) => ({
		takes: '[BY]',
		help: `Chooses the order in which :servers names them: ${orders.join(', ')}.`,
	}),
	broadcast: {
		takes: '[--all] [TEXT]',
		help: "Says a text to the players of the chosen server, of the marked ones, or of every server, with the game's own command.",
	},
	undo: {
		takes: '[SERVER]',
		help: 'Undo a pending action or cancel a queued command, else ask whether to cancel a scheduled stop or restart.',
	},
	edit: {takes: '[SERVER]', help: 'Renames, moves, updates, backs up or deletes a server: it asks which.'},
	create: {takes: '', help: 'Creates a server.'},
	log: {
		takes: '[SERVER] [unread, mine, others or states] [COUNT] [WORDS]',
		help: 'Tells the last lines of the chosen server or of another, or those with the words in them; unread: what came since it was looked at last.',
	},
	find: {
		takes: 'WORDS or /PATTERN/',
		help: 'Search the lines of the chosen server, count the matches, and show the newest ones.',
	},
	more: {takes: '', help: 'Show the next lines of a text that was too long to show at once.'},
	watch: {
		takes: '[COMMAND] [every SECONDS] [until WORDS]',
		help: 'Runs a command again and again on what lines go to, and tells what changes: :watch ListPlayers every 60. Without words it asks for them.',
	},
	jobs: {
		takes: '[pause, go, abort or start] [NUMBER]',
		help: 'Show the progress of jobs and watches, with a number all of one; pause, continue or abort the newest, or start again the servers it has stopped.',
	},
	help: {
		takes: '[WORD or KEY]',
		help: 'List the commands, or explain a command or a key of the deck.',
	},
	mark: {
		takes: '[SERVERS or FILTER or all]',
		help: 'Marks servers by name, or all that pass a filter such as state:up game:ark; without words it names the marked ones.',
	},
	unmark: {takes: '[SERVERS or FILTER]', help: 'Takes marks off, all of them without words.'},
	answers: {
		takes: '[NUMBER] [raw]',
		help: 'Show what the marked servers answered to the newest command, equal answers together, the ones that differ first; 2 for the previous command; raw: equal only to the letter.',
	},
	compare: {
		takes: '[GROUP]',
		help: 'Compares a group of the newest answers with what most servers said, line by line.',
	},
	nodes: {takes: '[FILTER]', help: 'Names the nodes, what they carry and what they are at.'},
	node: {takes: 'NAME or NUMBER', help: 'Tells all that is known of a node.'},
	automations: {takes: '[FILTER]', help: 'Names the automations, when they run next and how they ran last.'},
	automation: {
		takes: 'NAME or NUMBER [--reveal]',
		help: 'Tells all that is known of an automation, with its steps.',
	},
	runs: {
		takes: '[AUTOMATION] [STATUS] [15m, 1h, 6h, 24h, 7d or 30d] [older or newer]',
		help: 'Names the runs of all automations or of one, the newest first: :runs nightly failed 24h.',
	},
	run: {
		takes: 'NUMBER [--reveal]',
		help: 'Tells all that is known of a run that :runs has named, with its steps.',
	},
	team: {
		takes: '[FILTER] [--reveal]',
		help: 'Names the team, its members, invitations and limits; e-mail addresses only with --reveal.',
	},
	member: {
		takes: 'NAME or NUMBER [--reveal]',
		help: 'Tells all that is known of a row of :team, such as what these credentials may do.',
	},
	cancelTask: {takes: 'NODE', help: 'Cancel a running task of a node; asks which one.'},
	trigger: {
		takes: 'AUTOMATION',
		help: 'Begins a run of an automation now, by name or id; id:ID takes ID as it is.',
	},
	cancelRun: {takes: 'NUMBER', help: 'Asks a run that :runs has named to end.'},
	createAutomation: {takes: '', help: 'Creates an automation; its steps are written as JSON in your editor.'},
	editAutomation: {
		takes: 'AUTOMATION',
		help: 'Changes an automation; its steps are edited as JSON in your editor.',
	},
	invite: {takes: '[E-MAIL]', help: 'Invites somebody to the team by e-mail.'},
	kick: {
		takes: 'NAME',
		help: 'Takes a member out of the team, by name, e-mail address or id (id:ID takes ID as it is), or withdraws an invitation.',
	},
	icon: {takes: '', help: 'Uploads a picture as the icon of the team.'},
	trouble: {takes: '', help: 'List the servers that are not up, and since when.'},
	servers: {
		takes: '[FILTER]',
		help: 'List the servers, those down first; the filter is that of the deck, such as state:down, game:cs2, node:eu-1 or players>0.',
	},
	use: {
		takes: 'SERVER or marked',
		help: 'Chooses the server to which lines go, by id, name or a unique part of it; id:ID takes ID as it is; or all the marked ones.',
	},
	next: {
		takes: '[unread]',
		help: 'Chooses the next server that is not up, those acknowledged last; or the next on which something was said since it was looked at last.',
	},
	show: {takes: '[SERVER]', help: 'Tells all that is known of a server.'},
	acknowledge: {
		takes: '[SERVERS or marked]',
		help: 'Acknowledges the trouble of servers until they change again, also for later sessions; once more takes it back.',
	},
	status: {
		takes: '',
		help: 'Show the profile, how many servers are up, the age of the list, the feed, and running jobs.',
	},
	feed: {
		takes: '[on, off, all or mine]',
		help: 'Show the state of the feed, or choose which of its events are shown.',
	},
	time: {takes: '[clock, utc or relative]', help: 'Show the time, or choose how times are shown.'},
	refresh: {takes: '', help: 'Refresh the list now, and reconnect the feed if it is lost.'},
	quit: {takes: '', help: 'Ends the session.'},
	note: {
		takes: '[TEXT]',
		help: 'Marks this moment with a note, in every console, the timeline and the journal.',
	},
	copy: {
		takes: '',
		help: 'Copies an answer, a command, or the name, address or id of a server, and writes it into a file; a terminal that only prints lines has no clipboard, and then it is in the file alone.',
	},
	export: {
		takes: '[timeline]',
		help: 'Write consoles, or the timeline as it was last shown, to a file.',
	},
	record: {
		takes: '[NAME or end]',
		help: 'Writes all that happens from now on into a file, until :record end.',
	},
};

/** Titles of groups of commands. */
export const lineGroupTitles = {
	acting: 'Acting on servers',
	console: 'Console and work',
	several: 'Several servers',
	screens: 'Nodes, automations, team',
	session: 'This deck',
	timeline: 'What happened, and files',
};
