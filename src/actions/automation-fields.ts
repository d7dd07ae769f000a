import {plural} from '../lib/plural.ts';
import {readJson} from '../lib/json.ts';
import {key, message} from '../messages/text.ts';
import {isSetByService, type Fields} from './automation-changes.ts';
import {quoted} from './fields.ts';
import {FieldProblem, type Field} from './field.ts';

/** What else an automation has: targets, workflow, trigger, and whatever fields the service knows besides. */
export type OpenParts = {
	readonly [name: string]: unknown;
	targets?: unknown;
	workflow?: unknown;
	trigger?: unknown;
};

const openNames: ReadonlySet<string> = new Set(['targets', 'workflow', 'trigger']);
/** Fields of their own in the dialog. */
const ownFields: ReadonlySet<string> = new Set(['name', 'description', 'enabled', 'runTimeoutSec']);

/** The parts of a record. */
export const partsIn = (record: Fields): OpenParts =>
	Object.fromEntries(
		Object.entries(record).filter(([name]) => !ownFields.has(name) && !isSetByService(name)),
	);

/** Fields that are sent although the specification does not name them. */
export const unspecified = (parts: OpenParts): string[] =>
	Object.keys(parts).filter(name => !openNames.has(name) && !ownFields.has(name));

/** What a new automation begins with in the editor. */
const emptyParts = `{
  "targets": {},
  "workflow": [],
  "trigger": null
}`;

/** Targets, workflow and trigger as one JSON document that is edited outside, and sent whole. */
export const partsField: Field<OpenParts> = {
	kind: 'document',
	sentAs: ['targets', 'workflow', 'trigger'],
	label: 'Steps',
	hint: message`targets, workflow and trigger as JSON: ${key('dialog.edit')} opens your editor`,
	initial: () => emptyParts,
	summary: text => {
		const read = readJson(text);
		if ('problem' in read) return `not right yet, ${read.problem}`;
		return summaryOf(read.value);
	},
	read: text => {
		const read = readJson(text);
		if ('problem' in read)
			throw new FieldProblem(
				message`It is not JSON: ${read.problem}. ${key('dialog.edit')} goes on with it.`,
			);
		return partsOf(read.value);
	},
};

function partsOf(value: unknown): OpenParts {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new FieldProblem('It must be one object { … } with targets, workflow and trigger.');
	}
	const parts: OpenParts = {...value};
	for (const name of Object.keys(parts)) {
		if (ownFields.has(name))
			throw new FieldProblem(`"${name}" cannot be sent from here: it has a field of its own in the dialog.`);
		if (isSetByService(name))
			throw new FieldProblem(`"${name}" cannot be sent: the service sets it. Leave it out.`);
	}
	return parts;
}

function summaryOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return 'not an object yet';
	const {targets, workflow, trigger}: OpenParts = {...value};
	const steps = Array.isArray(workflow) ? plural(workflow.length, 'step') : 'no steps';
	const fields = (part: unknown) =>
		typeof part === 'object' && part !== null ? Object.keys(part).join(', ') : '';
	const on = fields(targets);
	const by = fields(trigger);
	return `${steps}; targets: ${on === '' ? 'none' : on}; trigger: ${by === '' ? 'by hand' : by}`;
}

const mostSeconds = 7 * 86_400;

/** Whole seconds; empty leaves it to the service. (Specification: runTimeoutSec) */
export const timeoutField: Field<number | undefined> = {
	kind: 'line',
	label: 'Timeout',
	hint: 'seconds until a run is ended; empty leaves it to the service',
	read: text => {
		const typed = text.trim();
		if (typed === '') return undefined;
		const value = /^\d+$/.test(typed) ? Number(typed) : 0;
		if (value >= 1 && value <= mostSeconds) return value;
		throw new FieldProblem(
			`${quoted(typed)} is not a whole number of seconds from 1 to ${mostSeconds} (a week).`,
		);
	},
};
