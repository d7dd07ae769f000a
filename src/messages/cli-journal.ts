/** `rcondeck handover` */
export const handoverMessages = {
	description: 'Summarize the situation for the next shift',
	sinceHelp: 'Start of the recent activity, such as 2h or 2026-11-21T03:00Z',
	title: (at: string, team: string, profile: string) => `Handover ${at}  ${team} [${profile}]`,
	unknownCount: (count: number) => `, ${count} unknown`,
	unreadableCount: (count: number) => `, ${count} unreadable`,
	counts: (title: string, up: number, down: number, between: number, unknown: string, unreadable: string) =>
		`${title}: ${up} up, ${down} down, ${between} busy${unknown}${unreadable}`,
	down: (text: string) => `DOWN     ${text}`,
	unknown: (text: string) => `UNKNOWN  ${text}`,
	unread: (text: string) => `UNREAD   ${text}`,
	between: (text: string) => `BUSY     ${text}`,
	pendingNotKnown: 'PENDING  unknown: node tasks cannot be read',
	pending: (text: string) => `PENDING  ${text}`,
	doneNotKnown: (problem: string) => `DONE     unknown: ${problem}`,
	done: (text: string) => `DONE     ${text}`,
	open: (text: string) => `OPEN     ${text}  (may have run)`,
	commands: (since: string, mine: number, others: number) =>
		`Commands since ${since}: ${mine} by you, ${others} by others.`,
	more: (count: number) => `         … and ${count} more`,
	node: (node: string) => `  node ${node}`,
	sinceNotKnown: ', start unknown',
	since: (moment: string) => ` since ${moment}`,
};

/** `rcondeck log` */
export const logMessages = {
	description: 'Show commands, answers, state changes and gaps',
	sinceHelp: 'Only entries at or after this time, such as 2h, 3d or 2026-11-21T03:00Z',
	untilHelp: 'Only entries at or before this time',
	serverHelp: 'Only entries of this server (ID or part of the name)',
	searchHelp: 'Only entries that contain all these words',
	limitHelp: 'Maximum number of entries; older ones are left out',
	allHelp: 'Include entries of all profiles and services',
	markdownHelp: 'Print Markdown for a chat or a post-mortem',
	nothingFits: 'No journal entries match.',
	wrongLimit: (text: string) => `Invalid --limit ${text}. Use a number of entries, such as 100.`,
};

/** Entries of the journal. */
export const journalTextMessages = {
	late: 'late answer',
	waiting: 'no answer - may have run',
	abandoned: 'stopped waiting - may have run',
	sent: 'sent without waiting',
	node: (text: string) => `node  ${text}`,
	bookmark: (text: string) => `== bookmark ${text}`,
};
