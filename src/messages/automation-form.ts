import {plural} from '../lib/text/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

const maxNamed = 4;

/** Fields of the form for automations. */
export const automationFormMessages = {
	when: {
		label: 'When',
		hint: '05:00, Mon,Thu 05:00, every 30m, on crash or a cron pattern; blank = only when triggered',
		usual: 'only when triggered',
		/** `zone`: that of the times, if the schedule has another one. */
		next: (times: string, zone: string | undefined) =>
			`next ${times}${zone === undefined ? '' : ` (${zone})`}`,
		daysAt: (days: readonly string[], clock: string) => `${days.join(', ')} at ${clock}`,
		invalid: (problem: string) => `Invalid schedule: ${problem}`,
		never: 'This schedule never fires.',
	},
	servers: {
		label: 'Servers',
		hint: 'all, game:CS2, node:eu-1, name:pvp, state:ONLINE, source, or comma-separated names',
		usual: 'none',
		source: 'the server whose state changed',
		/** `empty`: how many of them are empty, if only those count. */
		now: (names: readonly string[], empty: number | undefined) => {
			if (names.length === 0) return 'no servers at the moment';
			const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
			const part = empty === undefined ? '' : `, ${empty} empty now`;
			return `${plural(names.length, 'server')}${part}: ${names.slice(0, maxNamed).join(', ')}${more}`;
		},
	},
	empty: {
		label: 'Players',
		hint: 'whether to skip servers with players',
		no: 'any',
		yes: 'only empty servers',
	},
	turns: {
		label: 'At once',
		hint: 'start, stop, restart, update and back up all servers together, or one after the other',
		no: 'all servers',
		yes: 'one at a time',
	},
	step: {
		label: (number: number) => `Step ${number}`,
		hint: message`announce, wait, command, restart, stop, start, backup, webhook${alternative(message`; ${key('dialog.insert')} inserts a step; empty steps are skipped`, '; empty: no more steps')}`,
		usual: 'none',
	},
	/** Lines to start from, by verb. */
	stepOffers: {
		'wait empty': 'wait empty within 4h',
		announce: 'announce Restart in 5 minutes',
		wait: 'wait 5m',
		command: 'command save-all',
		send: 'send save-all',
		stop: 'stop',
		backup: 'backup before-{date}',
		webhook: 'webhook Done on {targets.active.size} servers',
		notify: 'notify Done on {targets.active.size} servers',
	},
	json: {
		label: 'JSON',
		hint: message`everything else: ${key('dialog.edit')} opens targets, workflow and trigger in your editor`,
		summary: 'the fields above as JSON',
		others: (names: readonly string[]) => `the fields above, and ${names.join(', ')}`,
		tooLong: (steps: number) => `${plural(steps, 'step')}, shown only in the editor`,
	},
	rows: {when: 'Runs', servers: 'Servers', steps: 'Steps', limit: 'Timeout'},
	noSteps: 'none: a run does nothing',
	limit: (problem: string) => `Raise the timeout: ${problem}.`,
	notOurs:
		'This service may not understand the output of the form. Compare it with one of its own automations.',
};

/** Why a line for the schedule cannot be read. */
export const whenMessages = {
	manual: 'manual',
	presets: ['', '05:00', 'every 30m', 'Mon 06:00', 'on crash'],
	onCrash: 'on crash',
	on: (state: string) => `on ${state}`,
	every: (interval: string) => `every ${interval}`,
	monthly: (dates: string, time: string) => `day ${dates} ${time}`,
	daily: (at: string) => `daily ${at}`,
	notJson: 'The trigger is not valid JSON.',
	notUnderstood: (text: string) =>
		`Invalid schedule "${text}". Use 05:00, Mon,Thu 05:00, every 30m, on crash or a cron pattern.`,
	unevenInterval: (interval: string) =>
		`"${interval}" does not divide an hour or a day evenly. Use an interval such as 15m, 30m, 2h or 6h.`,
	notTime: (time: string) => `Invalid time "${time}". Use 00:00 to 23:59.`,
	severalMinutes: 'Times on one line need the same minute, such as 05:30 17:30.',
	notState: (state: string) => `Invalid state "${state}". Use one word, such as OFFLINE.`,
	notDay: (day: string) => `Invalid day "${day}". Use Mon to Sun.`,
};

/** Why a line for the servers cannot be read. */
export const targetFormMessages = {
	allOnline: 'all state:ONLINE',
	notJson: 'The targets are not valid JSON.',
	severalGames: (game: string, found: string) => `Several games match "${game}": ${found}.`,
	noValue: (filter: string) => `${filter}: needs a value.`,
	joined: (second: string, line: string) => `Missing space before "${second}". Use ${line}.`,
};

/** Why a line for a step cannot be read. */
export const stepFormMessages = {
	waitEmpty: 'wait empty',
	onlyEmpty: 'only empty',
	within: (limit: string) => `within ${limit}`,
	notJson: 'The step is not valid JSON.',
	unclear: (verb: string): Message => {
		if (verb === 'wait') return 'Specify a time: wait 90s, wait 5m or wait empty.';
		if (/^(?:announce|command|send|webhook|notify)$/.test(verb)) return `Specify the text: ${verb} TEXT.`;
		return `Invalid text after "${verb}". Only a time limit may follow, such as ${verb} within 10m.`;
	},
	unknownVerb: (word: string, verbs: readonly string[]) => `Unknown step "${word}". Use ${verbs.join(', ')}.`,
};
