/** The arguments of each command, and its description. */
export const lineCommandMessages = {
	start: {
		takes: '[SERVERS or selected] [NUMBER at a time]',
		help: 'Start the named servers, or the current target',
	},
	stop: {
		takes: '[SERVERS or selected] [in DURATION or now] [NUMBER at a time] [saying TEXT]',
		help: 'Stop servers, gracefully or by force, now or after a delay announced to the players; several servers in batches',
	},
	restart: {
		takes: '[SERVERS or selected] [in DURATION or now] [NUMBER at a time] [saying TEXT]',
		help: 'Restart servers, now or after a delay announced to the players; several servers in batches, each after the previous one is up again. Example: :restart in 10m saying Back in {minutes} minutes',
	},
	timeline: (kinds: readonly string[]) => ({
		takes: `[${kinds.join(', ')}] [COUNT] [FILTER]`,
		help: 'Show the last events on all servers; filter as in the TUI, such as server:ark or kind:state',
	}),
	sort: (orders: readonly string[]) => ({
		takes: '[BY]',
		help: `Choose the order of :servers: ${orders.join(', ')}`,
	}),
	broadcast: {
		takes: '[--all] [TEXT]',
		help: "Send a message to the players of the current target, or of every server with --all, with the game's own command",
	},
	undo: {
		takes: '[SERVER]',
		help: 'Undo a pending action or cancel a queued command; otherwise ask whether to cancel a scheduled stop or restart',
	},
	edit: {takes: '[SERVER]', help: 'Rename, move, update, back up or delete a server; asks which'},
	create: {takes: '', help: 'Create a server'},
	log: {
		takes: '[SERVER] [unread, mine, others, states, chat, output or all] [COUNT] [WORDS]',
		help: 'Show the last console entries of a server, or the matching ones; unread: only new entries; all: including game output',
	},
	find: {
		takes: 'WORDS or /PATTERN/',
		help: 'Search the console of the current server, count the matches, and show the newest ones',
	},
	more: {takes: '', help: 'Show the next lines of a long output'},
	watch: {
		takes: '[COMMAND] [every DURATION] [until WORDS]',
		help: 'Repeat a command on the current target and show changes; without arguments, ask for them. Example: :watch ListPlayers every 60s',
	},
	jobs: {
		takes: '[pause, go, abort, start, retry, skip, undo or acknowledge] [NUMBER]',
		help: 'Show the progress of jobs and watches, or of one by number; pause, resume or abort the newest, start its servers that are down, retry or skip failed ones, cancel its scheduled actions, or acknowledge its failed servers',
	},
	handover: {
		takes: '[markdown]',
		help: 'Print the handover: problems, pending actions, open outcomes and recent work; with markdown, for a chat',
	},
	away: {takes: '', help: 'Print again what happened while you were away, before this session'},
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
		takes: '[NUMBER] [raw]',
		help: 'Show the answers to the last multi-server command, equal ones grouped, different ones first; 2 for the command before it; raw: group only identical answers',
	},
	compare: {
		takes: '[GROUP]',
		help: 'Compare a group of the last answers with the largest group, line by line',
	},
	nodes: {takes: '[FILTER]', help: 'List the nodes, with their servers and tasks'},
	node: {takes: 'NAME or NUMBER', help: 'Show the details of a node'},
	automations: {takes: '[FILTER]', help: 'List the automations, with their next and last runs'},
	automation: {
		takes: 'NAME or NUMBER [--reveal]',
		help: 'Show the details and steps of an automation',
	},
	runs: {
		takes: '[AUTOMATION] [STATUS] [15m, 1h, 6h, 24h, 7d or 30d] [older or newer]',
		help: 'List the runs of all automations or of one, newest first. Example: :runs nightly failed 24h',
	},
	run: {
		takes: 'NUMBER [--reveal]',
		help: 'Show the details and steps of a run listed by :runs',
	},
	team: {
		takes: '[FILTER] [--reveal]',
		help: 'Show the team: members, invitations and limits; email addresses only with --reveal',
	},
	member: {
		takes: 'NAME or NUMBER [--reveal]',
		help: 'Show the details of a row of :team, such as your permissions',
	},
	cancelTask: {takes: 'NODE', help: 'Cancel a running task of a node; asks which one'},
	trigger: {
		takes: 'AUTOMATION',
		help: 'Run an automation now, by name or ID (id:ID for an exact ID)',
	},
	cancelRun: {takes: 'NUMBER', help: 'Cancel a run listed by :runs'},
	createAutomation: {takes: '', help: 'Create an automation; write its steps as JSON in your editor'},
	editAutomation: {
		takes: 'AUTOMATION',
		help: 'Edit an automation; edit its steps as JSON in your editor',
	},
	invite: {takes: '[EMAIL]', help: 'Invite someone to the team by email'},
	kick: {
		takes: 'NAME',
		help: 'Remove a member from the team, by name, email address or ID (id:ID for an exact ID), or withdraw an invitation',
	},
	player: {
		takes: '[FILTER]',
		help: 'List the players on all servers that are up, by name, ID or server. Example: :player mar',
	},
	playerDetails: {
		takes: 'NAME or NUMBER',
		help: 'Show a player listed by :players, and where the journal has seen the ID',
	},
	messagePlayer: {takes: 'NAME or NUMBER', help: 'Send a message to one player'},
	kickPlayer: {takes: 'NAME or NUMBER', help: 'Kick a player; asks for a reason'},
	banPlayer: {takes: 'NAME or NUMBER', help: 'Ban a player; asks for a reason'},
	icon: {takes: '', help: 'Upload an image as the team icon'},
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
	show: {takes: '[SERVER]', help: 'Show the details of a server'},
	acknowledge: {
		takes: '[SERVERS or selected]',
		help: 'Acknowledge servers until their state changes, also in later sessions; repeat to undo',
	},
	status: {
		takes: '',
		help: 'Show the profile, the number of servers up, the age of the list, the feed and running jobs',
	},
	feed: {
		takes: '[on, off, all, mine, chat or output]',
		help: 'Show the state of the feed, or choose which events to show',
	},
	time: {takes: '[clock, utc or relative]', help: 'Show the time, or choose how to show times'},
	refresh: {takes: '', help: 'Refresh the list now, and reconnect the feed if it is lost'},
	quit: {takes: '', help: 'End the session'},
	note: {
		takes: '[TEXT]',
		help: 'Add a bookmark with a note to every console, the timeline and the journal, and share it with the team',
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
	screens: 'Nodes, automations, team',
	session: 'Session',
	timeline: 'Timeline and files',
};
