/** `rcondeck automations` */
export const automationCommandMessages = {
	description: 'List the automations, or change them',
	showDescription: 'Show one automation, with its steps',
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

/** Labels of `rcondeck automations show` and `rcondeck runs show` */
export const automationFactMessages = {
	name: 'Name',
	id: 'Id',
	description: 'Description',
	enabled: 'Enabled',
	timeout: 'Timeout',
	trigger: 'Trigger',
	targets: 'Targets',
	workflow: 'Workflow',
	created: 'Created',
	updated: 'Updated',
	team: 'Team',
	automation: 'Automation',
	status: 'Status',
	cancelRequested: 'Cancel requested',
	step: 'Step',
	started: 'Started',
	finished: 'Finished',
	took: 'Took',
	currentStep: 'Current step',
	droppedOut: (server: string) => `${server} (dropped out)`,
};

/** `rcondeck runs` */
export const runCommandMessages = {
	description: 'List the runs of automations, or show one',
	listDescription: 'List the runs of automations, page by page',
	showDescription: 'Show one run, with what became of each step',
	idHelp: 'id of the run, as rcondeck runs shows it',
	noSuchRun: (id: string, count: number) =>
		`There is no run ${id} among the newest ${count}. rcondeck runs lists their ids.`,
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
