import {plural} from '../lib/plural.ts';
import {alternative, duration, key, message, type Message} from './text.ts';

/** Titles and help of the keys of automations and their runs. */
export const automationCommandMessages = {
	trigger: {
		title: 'Trigger automation',
		short: 'Trigger',
		help: 'Open the dialog to run the current automation now',
	},
	create: {
		title: 'Create automation',
		short: 'Create',
		help: 'Open the dialog to create an automation; write its steps as JSON in your editor',
	},
	edit: {
		title: 'Edit automation',
		short: 'Edit',
		help: 'Open the dialog to edit the current automation; edit its steps as JSON in your editor',
	},
	allRuns: {title: 'Runs of all automations', help: 'Show the runs of all automations'},
	status: {
		title: 'Filter by status',
		short: 'Status',
		help: 'Show only runs with one status; press again for the next status',
	},
	span: {title: 'Choose time range', help: 'Choose the time range of the runs shown'},
	cancel: {title: 'Cancel run', help: 'Open the dialog to cancel the current run'},
};

/** The lists of automations and their runs, and their details. */
export const automationScreenMessages = {
	forRuns: message`It works on runs: ${alternative(message`${key('rows.enter')} shows the runs of an automation`, ':runs lists them')}.`,
	lacksPermission: 'Your credentials lack the permission MANAGE_AUTOMATIONS. Ask the team owner to add it.',
	noneSelected: 'No automation is selected.',
	noRunSelected: 'No run is selected.',
	runOver: 'This run has ended.',
	runCancelledAlready: 'Cancellation has already been requested.',
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
	failedOn: (servers: string) => `FAILED on ${servers}`,
	droppedOut: 'dropped out',
	serversAndLost: (count: number, lost: number) => `${count}, ${lost} dropped out`,
	ofAllAutomations: 'of all automations',
	ofAutomation: (automation: string) => `of ${automation}`,
	only: (status: string) => `only ${status}`,
	from: (day: string) => `from ${day}Z`,
	to: (day: string) => `to ${day}Z`,
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
	utcAssumed: 'UTC assumed',
	leaves: (states: string) => `leaves ${states} and `,
	becomes: (leaves: string, reached: string) =>
		`when a server ${leaves}becomes ${reached === '' ? 'another state' : reached}`,
	nextIn: (ms: number) => message`in ${duration(ms)}`,
};
