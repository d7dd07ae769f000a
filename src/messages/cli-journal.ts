/** `rcondeck handover` */
export const handoverMessages = {
	description: 'Summarize servers that are down, pending actions and recent activity for the next shift',
	sinceHelp: 'start of the recent activity: 2h, 2026-11-21T03:00Z',
	title: (at: string, team: string, profile: string) => `Handover ${at}  ${team} [${profile}]`,
	unknownCount: (count: number) => `, ${count} unknown`,
	unreadableCount: (count: number) => `, ${count} unreadable`,
	counts: (title: string, up: number, down: number, between: number, unknown: string, unreadable: string) =>
		`${title}: ${up} up, ${down} down, ${between} between${unknown}${unreadable}`,
	down: (text: string) => `DOWN     ${text}`,
	unknown: (text: string) => `UNKNOWN  ${text}`,
	unread: (text: string) => `UNREAD   ${text}`,
	between: (text: string) => `BETWEEN  ${text}`,
	pendingNotKnown: 'PENDING  not known: the tasks of the nodes cannot be read',
	pending: (text: string) => `PENDING  ${text}`,
	doneNotKnown: (problem: string) => `DONE     not known: ${problem}`,
	done: (text: string) => `DONE     ${text}`,
	open: (text: string) => `OPEN     ${text}  (may have run)`,
	commands: (since: string, mine: number, others: number) =>
		`Commands since ${since}: ${mine} by you, ${others} by others.`,
	more: (count: number) => `         … and ${count} more`,
	node: (node: string) => `  node ${node}`,
	sinceNotKnown: ', since when is not known',
	since: (moment: string) => ` since ${moment}`,
};

/** `rcondeck log` */
export const logMessages = {
	description:
		'Show the journal that decks and commands keep here: commands, answers, changes of state, own acts, gaps of the feed',
	sinceHelp: 'from this time on: 2h, 3d, 2026-11-21T03:00Z',
	untilHelp: 'up to this time',
	serverHelp: 'only this server, by id or a part of its name',
	searchHelp: 'only lines that have all these words in them',
	limitHelp: 'number of entries, the newest ones',
	allHelp: 'entries of every profile and service, each with its profile',
	markdownHelp: 'write Markdown, for a chat or a post-mortem',
	nothingFits: 'No line of the journal fits.',
	wrongLimit: (text: string) => `Invalid --limit ${text}. Use a number of lines, such as 100.`,
};

/** Lines of the journal. */
export const journalTextMessages = {
	late: 'late answer',
	waiting: 'no answer known - may have run',
	abandoned: 'not waited for - may have run',
	sent: 'sent without waiting',
	bookmark: (text: string) => `== bookmark ${text}`,
};
