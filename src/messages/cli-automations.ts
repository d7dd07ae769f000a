/** `rcondeck automations` */
export const automationCommandMessages = {
	description: 'List the automations, or change them',
	listDescription: 'List the automations of the team',
	noAutomations: 'The team has no automations.',
	fileHelp: 'the JSON is in this file; - reads stdin',
	dataHelp: 'the JSON itself',
	cannotBeReadFirst: (name: string) => `${name} cannot be read first: only the given fields are sent.`,
	changed: (name: string) => `${name} is changed.`,
	gone: (name: string) => `${name} is gone from the list: nothing was sent.`,
	changedByOther: (name: string, fields: string) =>
		`Somebody else has changed ${name} since it was read (${fields})`,
	overwritten: (what: string) => `${what}. It is overwritten.`,
	overwriteAct: (what: string) => `${what}. Overwrite it`,
	overwriteRefused: (what: string) => `${what}: nothing was sent. Look at it first, or add --yes.`,
};

/** `rcondeck runs` */
export const runCommandMessages = {
	description: 'List the runs of automations, page by page',
	automationHelp: (name: string) => `only of this one: ${name}`,
	statusHelp: (statuses: string) => `only in these: ${statuses}`,
	sinceHelp: 'created from this time on: 2h, 3d, 2026-11-21T03:00Z',
	untilHelp: 'created up to this time',
	pageHelp: 'pages count from zero',
	sizeHelp: 'runs on a page',
	noneMatches: 'No run matches.',
	page: (page: number, last: number, total: number) => `Page ${page} of 0 to ${last}, ${total} runs in all.`,
	statusNeedsValue: '--status needs a value.',
	noSuchStatus: (word: string, known: string) => `No run has the status "${word}". Known statuses: ${known}.`,
};
