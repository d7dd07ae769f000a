import {plural} from '../lib/plural.ts';
import {serverMessages} from './servers.ts';
import {key, message, type Message} from './text.ts';

const automationName = (name: string | undefined) => name ?? 'an automation';
const runName = (name: string | undefined) => name ?? 'a run';

/** Automations and their runs. */
export const automationMessages = {
	name: {label: 'Name', hint: 'name in lists', missing: 'Every automation needs a name.'},
	description: {label: 'Description', hint: 'purpose of the automation', emptyIsNone: 'none'},
	enabled: {label: 'Enabled', hint: 'off: runs only when triggered', no: 'off', yes: 'on'},
	timeout: {
		label: 'Timeout',
		hint: 'maximum duration of a run, such as 90s, 10m or 2h',
		emptyIsService: 'service default',
	},
	parts: {
		label: 'Steps',
		hint: message`targets, workflow and trigger as JSON: ${key('dialog.edit')} opens your editor`,
		notRightYet: (problem: string) => `invalid, ${problem}`,
		noObjectYet: 'not a JSON object',
		/** `targets` and `trigger`: names of their fields, or empty. */
		summary: (steps: number | undefined, targets: string, trigger: string) =>
			`${steps === undefined ? 'no steps' : plural(steps, 'step')}; targets: ${targets === '' ? 'none' : targets}; trigger: ${trigger === '' ? 'manual' : trigger}`,
		notJson: (problem: string): Message =>
			message`Invalid JSON: ${problem}. ${key('dialog.edit')} opens it again.`,
		noObject: 'Enter one JSON object { … } with targets, workflow and trigger.',
		hasOwnField: (name: string) => `Leave out "${name}": it has its own field in the dialog.`,
		setByService: (name: string) => `Leave out "${name}": the service sets it.`,
		noStepList: 'workflow must be a list [ … ] of steps.',
		missing: (name: string) => `"${name}" is missing and would stay unchanged. Write null to clear it.`,
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
		verb: 'Create',
		description: 'Create an automation from JSON',
		title: 'Create an automation',
		target: 'a new automation',
		enabled: 'It is enabled immediately: its trigger may start a run.',
		disabled: message`It is disabled: it runs only when ${key('automations.trigger')} triggers it.`,
		summary: (name: string) => `Create the automation ${name}`,
	},
	edit: {
		verb: 'Save',
		description: 'Change fields of an automation',
		title: (name: string | undefined) => `Edit ${automationName(name)}`,
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
		verb: 'Trigger',
		description: 'Start a run of an automation',
		title: (name: string | undefined) => `Trigger ${automationName(name)}`,
		target: (name: string | undefined) => `a run of ${automationName(name)}`,
		targets: {
			label: 'Servers',
			hint: 'comma-separated names; empty: its own targets',
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
		verb: 'Cancel the run',
		title: (run: string | undefined) => `Cancel ${runName(run)}`,
		target: (run: string | undefined) => runName(run),
		effect: 'The run is asked to stop. Its current step may still finish; the other steps are not started.',
		summary: (run: string | undefined) => `Cancel ${runName(run)}`,
	},
};
