import {plural} from '../lib/text/plural.ts';
import {type AcceptedAction, type ActionWords, example, given} from './action-words.ts';
import {nearText} from './automation-steps.ts';
import {serverMessages} from './server-list.ts';
import {alternative, duration, joinMessages, key, message, type Message} from './text.ts';
import type {CommandFailure} from '../contract/models/server.ts';

const automationName = (name: string | undefined) => name ?? 'an automation';
const runName = (name: string | undefined) => name ?? 'a run';

const nameIn = (action: AcceptedAction) => given(action, 'name') ?? given(action, 'automationId');

export const automationActionWords = {
	'create-automation': {
		verb: 'Create',
		accepted: action => `${given(action, 'name') ?? 'The automation'} was created.`,
		line: {takes: '', help: 'Create an automation'},
		command: {
			words: ['automation', 'create'],
			description: 'Create an automation from a file, or print a template',
			examples: [
				example('Create an automation', 'rcondeck automation create -f nightly.json --yes'),
				example('Print a template', 'rcondeck automation create --template nightly-restart'),
			],
		},
	},
	'edit-automation': {
		verb: 'Save',
		accepted: action => `${nameIn(action) ?? 'The automation'} was saved.`,
		line: {
			takes: 'AUTOMATION',
			help: 'Edit an automation',
		},
		command: {
			words: ['automation', 'edit'],
			description: 'Change fields of an automation',
			examples: [
				example('Change the time limit', `rcondeck automation edit nightly -d '{"runTimeoutSec": 900}'`),
			],
		},
	},
	'trigger-automation': {
		verb: 'Trigger',
		name: 'trigger',
		accepted: action => `${nameIn(action) ?? 'It'} was triggered.`,
		line: {
			name: 'trigger',
			takes: 'AUTOMATION',
			help: 'Run an automation now, by name or ID (id:ID for an exact ID)',
		},
		command: {
			words: ['automation', 'trigger'],
			description: 'Start a run of an automation',
			examples: [
				example('Start a run on one server', 'rcondeck automation trigger nightly --target ark-isl-1'),
			],
		},
	},
	'cancel-run': {
		verb: 'Cancel the run',
		accepted: action => `${given(action, 'name') ?? 'Run'}: cancellation requested.`,
		line: {takes: 'NUMBER', help: 'Cancel a run listed by :runs'},
		command: {
			words: ['run', 'cancel'],
			description: 'Cancel a run',
			examples: [example('Cancel a run', 'rcondeck run cancel 9b2e')],
		},
	},
	'delete-automation': {
		verb: 'Delete',
		accepted: action => `${nameIn(action) ?? 'The automation'} was deleted.`,
		line: {takes: 'AUTOMATION', help: 'Delete an automation'},
		command: {
			words: ['automation', 'delete'],
			description: 'Delete an automation',
			examples: [example('Delete an automation', 'rcondeck automation delete nightly')],
		},
	},
	'enable-automation': {
		verb: 'Enable',
		accepted: action => `${nameIn(action) ?? 'The automation'} was enabled.`,
		line: {takes: 'AUTOMATION', help: 'Enable the trigger of an automation'},
		command: {
			words: ['automation', 'enable'],
			description: 'Enable the trigger of an automation',
			examples: [example('Enable an automation', 'rcondeck automation enable nightly')],
		},
	},
	'disable-automation': {
		verb: 'Disable',
		accepted: action => `${nameIn(action) ?? 'The automation'} was disabled.`,
		line: {takes: 'AUTOMATION', help: 'Disable the trigger of an automation'},
		command: {
			words: ['automation', 'disable'],
			description: 'Disable the trigger of an automation',
			examples: [example('Disable an automation', 'rcondeck automation disable nightly')],
		},
	},
} satisfies Record<string, ActionWords>;

/** Automations and their runs. */
export const automationMessages = {
	name: {label: 'Name', hint: 'shown in lists', missing: 'Enter a name.'},
	description: {label: 'Description', hint: 'purpose of the automation', emptyIsNone: 'none'},
	enabled: {label: 'Enabled', hint: 'off: runs only when triggered', no: 'off', yes: 'on'},
	timeout: {
		label: 'Timeout',
		hint: 'maximum duration of a run, such as 90s, 10m or 2h',
		emptyIsService: 'service default',
	},
	parts: {
		notRightYet: (problem: string) => `invalid, ${problem}`,
		noObjectYet: 'not a JSON object',
		notJson: (problem: string): Message =>
			message`Invalid JSON: ${problem}. ${key('dialog.edit')} opens it again.`,
		noObject: 'Enter one JSON object { … } with targets, workflow and trigger.',
		hasOwnField: (name: string) => `Leave out "${name}": it has its own field in the dialog.`,
		setByService: (name: string) => `Leave out "${name}": the service sets it.`,
		noStepList: 'workflow must be a list [ … ] of steps.',
		missing: (name: string) => `"${name}" is missing and would stay unchanged. Write null to clear it.`,
	},
	delete: {
		title: (name: string | undefined) => `Delete ${automationName(name)}`,
		effect: 'It will not run again. Runs in progress continue.',
	},
	/** Predicates of a field, as the contract has them. */
	refusals: {
		setByService: 'is set by the service: leave it out',
		otherTeam: (teamId: string) => `must be the ID of your team (${teamId}) or be left out`,
		unchangeable: 'cannot be changed: leave it out',
	},
	unspecified: (names: readonly string[]) =>
		`The specification does not define ${names.join(', ')}; the service decides.`,
	json: {label: 'JSON', hint: 'the automation as a JSON object'},
	create: {
		title: 'Create an automation',
		target: 'a new automation',
		enabled: 'It is enabled immediately: its trigger may start a run.',
		disabled: message`It is disabled: it runs only when ${key('automations.trigger')} triggers it.`,
		summary: (name: string) => `Create the automation ${name}`,
	},
	edit: {
		title: (name: string | undefined) => `Edit ${automationName(name)}`,
		switchTitle: (enabled: boolean, name: string | undefined) =>
			`${enabled ? 'Enable' : 'Disable'} ${automationName(name)}`,
		switches: (enabled: boolean) =>
			enabled
				? 'Its trigger starts runs again. Nothing else changes.'
				: 'Its trigger no longer starts runs; runs in progress continue. Nothing else changes.',
		target: (name: string | undefined) => automationName(name),
		unchanged: 'Nothing has changed.',
		effect: (fields: readonly string[]) => `Changes ${fields.join(', ')}. The whole automation is sent.`,
		overtaken: (fields: readonly string[]) =>
			`Someone else has changed ${fields.join(', ')} since you opened this dialog.`,
		gone: 'It has been removed since you opened this dialog.',
		notSent: (fields: readonly string[]) =>
			`Someone else has just changed it (${fields.join(', ')}). Nothing was sent.`,
		summary: (fields: readonly string[], name: string | undefined) =>
			`Change ${fields.join(', ')} of ${automationName(name)}`,
	},
	trigger: {
		title: (name: string | undefined) => `Trigger ${automationName(name)}`,
		target: (name: string | undefined) => `a run of ${automationName(name)}`,
		targets: {
			label: 'Servers',
			hint: 'comma-separated names; blank = its own targets',
			emptyIsOwn: 'its own targets',
			help: 'Servers to run on instead of the configured targets',
		},
		server: (name: string, state: string | undefined, players: number | undefined) =>
			`${name}: ${state ?? serverMessages.noState}, ${players === undefined ? serverMessages.playersNotKnown : plural(players, 'player')}`,
		stepsNotKnown: 'Its steps are unknown.',
		effect: (steps: number) => `A run with ${plural(steps, 'step')} starts immediately.`,
		disabled: 'It is disabled; this still runs it once.',
		runsOn: 'Runs on',
		steps: 'Steps',
		summary: (name: string | undefined) => `Trigger ${automationName(name)}`,
	},
	cancelRun: {
		title: (run: string | undefined) => `Cancel ${runName(run)}`,
		target: (run: string | undefined) => runName(run),
		effect: 'Asks the run to stop. Its current step may still finish; later steps are not started.',
		summary: (run: string | undefined) => `Cancel ${runName(run)}`,
	},
};

/** The lists of automations and their runs, and their details. */
export const automationScreenMessages = {
	forRuns: message`Only for runs: ${alternative(message`${key('rows.enter')} shows the runs of an automation`, ':runs lists them')}.`,
	lacksPermission: 'Your credentials lack the permission MANAGE_AUTOMATIONS. Ask the team owner to add it.',
	noneSelected: 'No automation is highlighted.',
	alreadyEnabled: 'This automation is already enabled.',
	alreadyDisabled: 'This automation is already disabled.',
	noRunSelected: 'No run is highlighted.',
	runOver: 'This run has ended.',
	runCanceledAlready: 'Cancellation has already been requested.',
	nameless: 'an unnamed automation',
	runOf: (automation: string) => `the run of ${automation}`,
	lastRun: 'last run',
	statusNotReported: 'status unknown',
	started: (moment: Message) => message`started ${moment}`,
	lastRunHeader: 'LAST RUN',
	none: (team: string | undefined) => `${team ?? 'This team'} has no automations.`,
	howToCreate: message`${key('automations.create')} creates one. It can run on a schedule, on a state change, or when ${key('automations.trigger')} triggers it.`,
	everyStatus: 'Showing runs with any status.',
	onlyStatus: (status: string) => `Showing only ${status} runs.`,
	firstPage: 'First page: there are no newer runs.',
	lastPage: 'Last page: there are no older runs.',
	momentAndAge: (moment: Message, ms: number) =>
		message`${moment}${alternative('  ', ' ')}(${duration(ms)} ago)`,
	cancelRequested: 'cancellation requested',
	stepsLeft: (count: number, isOver: boolean) =>
		`${plural(count, 'step')} ${isOver ? 'not finished' : 'left'}`,
	step: (number: number) => `step ${number}`,
	underWay: 'running',
	notYetOn: (servers: readonly string[]) => `not yet on ${servers.join(', ')}`,
	outcomeOn: (outcome: string, servers: readonly Message[]) =>
		message`${outcome} on ${joinMessages(servers, ', ')}`,
	problemOn: (server: string, problem: string) => `${server}: ${problem}`,
	droppedOut: 'dropped out',
	noTargets: 'none',
	noServers: 'none: the targets matched no servers',
	/** Of those that a run began with. */
	serversLeft: (left: number, count: number) => `${left} of ${count}`,
	ofAllAutomations: 'of all automations',
	ofAutomation: (automation: string) => `of ${automation}`,
	only: (status: string) => `only ${status}`,
	from: (day: string) => `from ${day}`,
	to: (day: string) => `to ${day}`,
	page: (page: number, pages: number, runs: number) => `page ${page} of ${pages}, ${plural(runs, 'run')}`,
	older: alternative(message`${key('rows.pageDown')} older`, ':runs older'),
	noRunFits: 'No runs match the filter.',
	otherRuns: message`Press ${key('automations.status')} for the next status, ${key('runs.span')} for another time range, ${key('app.back')} to go back.`,
	otherRunsInLineMode: 'Use :runs with another status or time range.',
	noRuns: 'No automation has run yet.',
	howToRun: message`${alternative(message`${key('app.back')} shows the automations`, ':automations lists them')}; ${key('automations.trigger')} triggers one.`,
	notRunYet: 'It has not run yet.',
	triggersItNow: message`${key('automations.trigger')} triggers it now.`,
};

/** The time range of the runs shown. */
export const runSpanMessages = {
	any: 'any time',
	quarterHour: 'the last 15 minutes',
	hour: 'the last hour',
	sixHours: 'the last 6 hours',
	day: 'the last 24 hours',
	week: 'the last 7 days',
	month: 'the last 30 days',
	title: 'Time range',
};

/** Triggers of automations. */
export const triggerMessages = {
	manual: 'manual',
	kindNotKnown: 'of an unknown type',
	seeDetails: (type: string) => `${type} (see its details)`,
	everyDay: (at: string) => `every day ${at}`,
	utcAssumed: 'UTC assumed',
	leaves: (states: string) => `leaves ${states} and `,
	becomes: (leaves: string, reached: string) =>
		`when a server ${leaves}becomes ${reached === '' ? 'another state' : reached}`,
	nextIn: (ms: number) => message`in ${duration(ms)}`,
};

/** `rcondeck automations` */
export const cliAutomationMessages = {
	description: 'List, create, edit and trigger automations',
	examples: [
		example('List automations', 'rcondeck automations'),
		example('Start a run', 'rcondeck automation trigger nightly'),
	],
	show: {
		description: 'Show an automation with its steps',
		examples: [example('Show an automation', 'rcondeck automation show nightly')],
	},
	list: {
		description: 'List automations',
		examples: [example('Print automations as JSON', 'rcondeck automation list --json')],
	},
	noAutomations: 'The team has no automations.',
	fileHelp: 'YAML or JSON file with the fields (- for stdin)',
	dataHelp: 'Fields as a JSON object',
	templateHelp: 'Print a commented template, or write it to --file',
	templateWritten: (file: string) =>
		`Wrote ${file}. Adapt it, and check it with \`rcondeck automation check\`.`,
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

/** `rcondeck automation check` */
export const checkMessages = {
	description: 'Validate an automation file and show what it would do',
	examples: [
		example('Check a file before you create the automation', 'rcondeck automation check nightly.yaml'),
	],
	problem: (isWarning: boolean, path: string, text: string) =>
		`${isWarning ? 'warning' : 'error'}: ${path}: ${text}`,
	labels: {trigger: 'Runs', next: 'Next', servers: 'Servers', steps: 'Steps', expressions: 'Expressions'},
	unknownField: 'unknown field; the local service ignores it',
	/** Of a field that would limit the servers. */
	unknownFilter: (near: readonly string[]) =>
		`unknown field: ignoring it would select more servers than intended${nearText(near)}`,
	nameExists: 'another automation has this name',
	/** `meant`: of those with this name. */
	noSuchId: (kind: string, id: string, meant: readonly string[]) =>
		`no ${kind} has the ID "${id}"${nearText(meant)}`,
	meantId: (id: string, name: string | undefined) => (name === undefined ? id : `${id} (${name})`),
	unknownGame: (game: string, near: readonly string[]) => `unknown game "${game}"${nearText(near)}`,
	unknownState: (state: string, near: readonly string[]) => `unknown state "${state}"${nearText(near)}`,
	noSteps: 'no steps: a run does nothing',
	noTargets: 'no selection: only steps that run once do anything',
	noSource: 'only a state change has a source: no server is selected',
	neverFires: 'neither a cron schedule nor STATE_CHANGE: the local service never fires it',
	unknownExpression: (problem: string, names: readonly string[]) => `${problem} Known: ${names.join(', ')}.`,
	unheardAnswer: (name: string) => `no RCON step has the var "${name}": its answer is empty`,
	blocked: (server: string, reason: string) => `not possible on ${server}: ${reason}`,
	unreadableStep: 'invalid step',
	unknownStep: (type: string) => `${type} (unknown step type)`,
	disabled: (trigger: string) => `${trigger}; disabled: only when triggered manually`,
	source: 'the server whose state changed',
	selector: (targets: string) => `${targets} (no service to look them up)`,
	noServer: 'none at the moment',
};

/** Labels of `rcondeck automation show` and `rcondeck run show` */
export const automationFactMessages = {
	name: 'Name',
	id: 'ID',
	description: 'Description',
	enabled: 'Enabled',
	timeout: 'Timeout',
	trigger: 'Trigger',
	next: 'Next run',
	targets: 'Targets',
	workflow: 'Workflow',
	created: 'Created',
	updated: 'Updated',
	team: 'Team',
	automation: 'Automation',
	status: 'Status',
	cancelRequested: 'Cancellation requested',
	step: 'Step',
	started: 'Started',
	finished: 'Finished',
	took: 'Duration',
	droppedOut: (server: string) => `${server} (dropped out)`,
};

/** `rcondeck runs` */
export const runCommandMessages = {
	description: 'List, show and cancel automation runs',
	examples: [
		example('List failed runs of the last day', 'rcondeck runs --status FAILED --since 24h'),
		example('Show the second page', 'rcondeck runs --page 1 --limit 50'),
	],
	list: {
		description: 'List automation runs',
		examples: [example('List failed runs of the last day', 'rcondeck run list --status FAILED --since 24h')],
	},
	show: {
		description: 'Show a run with the outcome of each step',
		examples: [example('Show a run', 'rcondeck run show 9b2e')],
	},
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
	unknownStatus: (word: string, known: string) =>
		`Status "${word}" is not known here and is sent as typed. Known statuses: ${known}.`,
};

/** Why a step of an automation failed, as shown in its run. */
export const stepMessages = {
	/** As the path of the field in a request. */
	at: (path: string, problem: string) => `${path}: ${problem}`,
	timeout: 'The step took too long.',
	serverGone: 'The server no longer exists.',
	noProfile: 'The server has no setting profile.',
	noCommand: 'The step has no command.',
	backupFailed: 'The backup failed.',
	noReply: 'The game did not answer before the deadline.',
	consoleFailed: ({key, message}: CommandFailure) =>
		key === 'server.console_refused'
			? message
			: key === 'server.answer_cut'
				? `${message} The answer is incomplete.`
				: `${message} The command may have run.`,
	notConfirmed:
		'The agent did not confirm the action within 10 minutes. It is not known whether it was carried out.',
	resultLost: 'The result of the action was not kept. It is not known whether it was carried out.',
	unknownOutcome: 'The service ended during this step. Its outcome is unknown.',
	unreadable: 'The step could not be read.',
	tooManyRuns: (most: number) => `Not started: the team already has ${plural(most, 'unfinished run')}.`,
	unknownType: (type: string) => `Unknown step type ${type}.`,
	onlyHosted: (type: string) => `This service cannot perform a ${type} step.`,
	noBroadcast: (game: string) => `No broadcast command is known for ${game}. Use an RCON step.`,
	simulated: 'simulated: the demo posts nothing',
	noWebhook: 'This service has no webhook. Set one up for alerts on its machine.',
};

export const scheduleMessages = {
	never: 'The schedule has no future time.',
	tooLong: (max: number) => `The schedule has more than ${max} characters.`,
	invalid: (pattern: string, why: string) => `invalid schedule "${pattern}": ${why}`,
};

/** Problems of an expression in a template. */
export const expressionMessages = {
	/** Includes the service's error key. */
	failed: (expression: string, why: string) => `automation.expression_error: {${expression}}: ${why}`,
	timeZone: (zone: string) => `Unknown time zone "${zone}".`,
	groupAsText: 'A group of values cannot be shown as text. Name one of them.',
	notANumber: (text: string) => `"${text}" is not a number.`,
	dividedByZero: 'Division by zero.',
	tooLong: (max: number) => `An expression can have at most ${max} characters.`,
	unexpected: (token: string) => `Unexpected "${token}".`,
	/** `next`: the token after the missing one; undefined at the end. */
	missing: (token: string, next: string | undefined) =>
		`"${token}" is missing${next === undefined ? ' at the end' : ` before "${next}"`}.`,
	incomplete: (source: string) => `The expression "${source}" is incomplete.`,
	unknownFunction: (name: string) => `Unknown function ${name}.`,
	unknownCharacter: (character: string) => `Unexpected character "${character}".`,
	emptyValue: (name: string) => `${name} cannot be read from an empty value.`,
	noElement: (name: string) => `The list has no element ${name}.`,
	unknownName: (name: string) => `Unknown name ${name}.`,
	notAFunction: (name: string) => `${name} is not a function.`,
	notAList: 'Only a list can be filtered or mapped.',
	longText: (max: number) => `The expression produces more than ${max} characters.`,
	tooManyElements: 'The expression reads too many elements.',
};
