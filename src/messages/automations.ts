import {plural} from '../lib/plural.ts';
import {serverMessages} from './servers.ts';
import {key, message, type Message} from './text.ts';

const automationName = (name: string | undefined) => name ?? 'an automation';
const runName = (name: string | undefined) => name ?? 'a run';

/** Automations and their runs. */
export const automationMessages = {
	name: {label: 'Name', hint: 'name in lists', missing: 'Every automation needs a name.'},
	description: {label: 'About', hint: 'what it is for'},
	enabled: {label: 'Enabled', hint: 'off: runs only manually', no: 'off', yes: 'on'},
	timeout: {
		label: 'Timeout',
		hint: 'maximum duration of a run, such as 90s, 10m or 2h',
		emptyIsService: 'service default',
	},
	parts: {
		label: 'Steps',
		hint: message`targets, workflow and trigger as JSON: ${key('dialog.edit')} opens your editor`,
		notRightYet: (problem: string) => `not right yet, ${problem}`,
		noObjectYet: 'not an object yet',
		/** `targets` and `trigger`: names of their fields, or empty. */
		summary: (steps: number | undefined, targets: string, trigger: string) =>
			`${steps === undefined ? 'no steps' : plural(steps, 'step')}; targets: ${targets === '' ? 'none' : targets}; trigger: ${trigger === '' ? 'manual' : trigger}`,
		notJson: (problem: string): Message =>
			message`It is not JSON: ${problem}. ${key('dialog.edit')} goes on with it.`,
		noObject: 'It must be one object { … } with targets, workflow and trigger.',
		hasOwnField: (name: string) =>
			`"${name}" cannot be sent from here: it has a field of its own in the dialog.`,
		setByService: (name: string) => `"${name}" cannot be sent: the service sets it. Leave it out.`,
		noStepList: 'workflow must be a list [ … ] of steps.',
		missing: (name: string) => `"${name}" is missing, and would stay: write null to empty it.`,
	},
	/** Predicates of a field, as the contract has them. */
	refusals: {
		setByService: 'is set by the service: leave it out',
		otherTeam: (teamId: string) => `must be that of your team, ${teamId}, or be left out`,
		unchangeable: 'cannot be changed: leave it out',
	},
	unspecified: (names: readonly string[]) =>
		`The specification has no ${names.join(', ')}; the service decides.`,
	json: {label: 'JSON', hint: 'the fields of the automation as one object'},
	create: {
		verb: 'Create',
		description: 'Create an automation from JSON: name, description, enabled, targets, workflow, trigger',
		title: 'Create an automation',
		target: 'a new automation of',
		enabled: 'It is on from that moment: its trigger may begin a run.',
		disabled: message`It is off: only ${key('automations.trigger')} runs it.`,
		summary: (name: string) => `Create the automation ${name}`,
	},
	edit: {
		verb: 'Save',
		description: 'Change fields of an automation; what the JSON does not name stays',
		title: (name: string | undefined) => `Edit ${automationName(name)}`,
		target: (name: string | undefined) => `${automationName(name)} of`,
		unchanged: 'Nothing has changed.',
		effect: (fields: readonly string[]) => `Changes ${fields.join(', ')}; everything is sent whole.`,
		overtaken: (fields: readonly string[]) =>
			`Somebody else has changed it since this dialog was opened: ${fields.join(', ')}.`,
		gone: 'It is gone from the list since this dialog was opened.',
		notSent: (fields: readonly string[]) =>
			`Somebody else has changed it a moment ago (${fields.join(', ')}): nothing was sent.`,
		summary: (fields: readonly string[], name: string | undefined) =>
			`Change ${fields.join(', ')} of ${automationName(name)}`,
	},
	trigger: {
		verb: 'Trigger',
		description: 'Start a run of an automation now',
		title: (name: string | undefined) => `Trigger ${automationName(name)}`,
		target: (name: string | undefined) => `a run of ${automationName(name)} of`,
		targets: {
			label: 'Servers',
			hint: 'comma-separated names; empty means its own targets',
			help: 'on these servers instead of its own targets',
		},
		server: (name: string, state: string | undefined, players: number | undefined) =>
			`${name}: ${state ?? serverMessages.noState}, ${players === undefined ? serverMessages.playersNotKnown : `${players} players`}`,
		stepsNotKnown: 'Its steps are not known.',
		effect: (steps: number) => `A run with ${plural(steps, 'step')} starts immediately.`,
		disabled: 'It is off: this runs it all the same, once.',
		runsOn: 'Runs on',
		steps: 'Steps',
		summary: (name: string | undefined) => `Trigger ${automationName(name)}`,
	},
	cancelRun: {
		verb: 'Cancel the run',
		title: (run: string | undefined) => `Cancel ${runName(run)}`,
		target: (run: string | undefined) => `${runName(run)} of`,
		effect: 'The run is asked to stop. Its current step may still finish; the other steps are not started.',
		summary: (run: string | undefined) => `Cancel ${runName(run)}`,
	},
};
