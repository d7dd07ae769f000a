/** `rcondeck handover` */
export const handoverCommandMessages = {
	description: 'Summarize the situation for the next shift',
	sinceHelp: 'Start of the recent activity, such as 2h or 2026-11-21T03:00Z',
	markdownHelp: 'Print Markdown for a chat',
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
