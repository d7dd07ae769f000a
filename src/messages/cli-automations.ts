/** `rcondeck automations` */
export const automationCommandMessages = {
	description: 'List, create, edit and trigger automations',
	showDescription: 'Show an automation with its steps',
	listDescription: 'List automations',
	noAutomations: 'The team has no automations.',
	fileHelp: 'File with the fields as a JSON object (- for stdin)',
	dataHelp: 'Fields as a JSON object',
	cannotBeReadFirst: (name: string) =>
		`The current fields of ${name} cannot be read. Sending only the given fields.`,
	changed: (name: string) => `Updated ${name}.`,
	gone: (name: string) => `${name} is no longer listed. Nothing was sent.`,
	changedByOther: (name: string, fields: string) =>
		`Someone else changed ${name} in the meantime (${fields})`,
	overwritten: (what: string) => `${what}. Overwriting.`,
	overwriteAct: (what: string) => `${what}. Overwrite it`,
	overwriteRefused: (what: string) =>
		`${what}. Nothing was sent. Review the change, or add --yes to overwrite it.`,
};

/** Labels of `rcondeck automations show` and `rcondeck runs show` */
export const automationFactMessages = {
	name: 'Name',
	id: 'ID',
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
	took: 'Duration',
	currentStep: 'Current step',
	droppedOut: (server: string) => `${server} (dropped out)`,
};

/** `rcondeck runs` */
export const runCommandMessages = {
	description: 'List automation runs, or show one',
	listDescription: 'List automation runs',
	showDescription: 'Show a run with the outcome of each step',
	idHelp: 'Run ID, as `rcondeck runs` shows it',
	noSuchRun: (id: string, count: number) =>
		`There is no run ${id} among the newest ${count}. Run \`rcondeck runs\` for IDs.`,
	automationHelp: (name: string) => `Only runs of this automation (${name})`,
	statusHelp: (statuses: string) => `Only runs with these statuses: ${statuses}`,
	sinceHelp: 'Only runs created at or after this time, such as 2h, 3d or 2026-11-21T03:00Z',
	untilHelp: 'Only runs created at or before this time',
	pageHelp: 'Page number; the first page is 0',
	sizeHelp: 'Runs per page',
	noneMatches: 'No runs match.',
	page: (page: number, last: number, total: number) => `Page ${page} (0 to ${last}), ${total} runs in total.`,
	statusNeedsValue: '--status needs a value.',
	noSuchStatus: (word: string, known: string) => `Unknown status "${word}". Known statuses: ${known}.`,
};
