/** What stands behind a command, and what it does. */
export const lineCommandMessages = {
	start: {
		takes: '[SERVERS or marked] [NUMBER at once]',
		help: 'Starts the servers that are named, or those that lines go to.',
	},
	stop: {
		takes: '[SERVERS or marked] [in MINUTES or now] [NUMBER at once] [saying TEXT]',
		help: 'Stops them, gracefully or by force, now or after a delay that the players are told of; several one after another.',
	},
	restart: {
		takes: '[SERVERS or marked] [in MINUTES or now] [NUMBER at once] [saying TEXT]',
		help: 'Restarts them, now or after a delay that the players are told of: :restart in 10 saying Back in {minutes} minutes. Several one after another, each when the one before is up again.',
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
		help: 'Recalls what is held back or waits for its turn, else asks whether to cancel what is scheduled.',
	},
	edit: {takes: '[SERVER]', help: 'Renames, moves, updates, backs up or deletes a server: it asks which.'},
	create: {takes: '', help: 'Creates a server.'},
	log: {
		takes: '[SERVER] [unread, mine, others or states] [COUNT] [WORDS]',
		help: 'Tells the last lines of the chosen server or of another, or those with the words in them; unread: what came since it was looked at last.',
	},
	find: {
		takes: 'WORDS or /PATTERN/',
		help: 'Searches the lines of the chosen server, counts those that fit, and tells the newest of them.',
	},
	more: {takes: '', help: 'Tells the next lines of what was too long to be told in one go.'},
	watch: {
		takes: '[COMMAND] [every SECONDS] [until WORDS]',
		help: 'Runs a command again and again on what lines go to, and tells what changes: :watch ListPlayers every 60. Without words it asks for them.',
	},
	jobs: {
		takes: '[pause, go, abort or start] [NUMBER]',
		help: 'Says how acts on several servers and watches stand, with a number all of one; pauses the newest, lets it go on, aborts its rest, or starts again what it has stopped.',
	},
	help: {
		takes: '[WORD or KEY]',
		help: 'Tells what there is, or explains a word or what has the part of a key of the deck.',
	},
	mark: {
		takes: '[SERVERS or FILTER or all]',
		help: 'Marks servers by name, or all that pass a filter such as state:up game:ark; without words it names the marked ones.',
	},
	unmark: {takes: '[SERVERS or FILTER]', help: 'Takes marks off, all of them without words.'},
	answers: {
		takes: '[NUMBER] [raw]',
		help: 'Tells what the marked servers said to the newest command, equal answers together, those that stand out first; 2 for the command before; raw: equal only to the letter.',
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
	cancelTask: {takes: 'NODE', help: 'Cancels a task that is under way on a node: it asks which.'},
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
	trouble: {takes: '', help: 'Names what is not up, and since when.'},
	servers: {
		takes: '[FILTER]',
		help: 'Names the servers, what is down first; the filter is that of the deck, such as state:down, game:cs2, node:eu-1 or players>0.',
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
		help: 'Tells the profile, how many servers are up, how old the list is, the feed, and what is under way here.',
	},
	feed: {takes: '[on, off, all or mine]', help: 'Says how the feed is, or chooses what is told of it.'},
	time: {takes: '[clock, utc or relative]', help: 'Tells the time, or chooses how times are told.'},
	refresh: {takes: '', help: 'Reads the list anew at once, and dials the feed again if it is away.'},
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
		help: 'Writes what consoles have, or the timeline as it was told last, into a file.',
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
