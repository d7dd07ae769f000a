import {editableJson, readJson} from '../lib/json.ts';
import {automationMessages as messages} from '../messages/automations.ts';
import {jsonProblemText} from '../messages/json.ts';
import {isSetByService, type Fields} from './automation-changes.ts';
import {FieldProblem, type Field} from './field.ts';
import {durationField} from './fields.ts';

/** The other fields of an automation: targets, workflow, trigger, and any that only the service knows. */
export type OpenParts = {
	readonly [name: string]: unknown;
	targets?: unknown;
	workflow?: unknown;
	trigger?: unknown;
};

const openNames: ReadonlySet<string> = new Set(['targets', 'workflow', 'trigger']);
/** Fields with their own input in the dialog. */
const ownFields: ReadonlySet<string> = new Set(['name', 'description', 'enabled', 'runTimeoutSec']);

/** Returns the open parts of a record. */
export const partsIn = (record: Fields): OpenParts =>
	Object.fromEntries(
		Object.entries(record).filter(([name]) => !ownFields.has(name) && !isSetByService(name)),
	);

/** Returns fields that are sent although the specification does not name them. */
export const unspecifiedFields = (parts: OpenParts): string[] =>
	Object.keys(parts).filter(name => !openNames.has(name) && !ownFields.has(name));

/** The initial text of a new automation in the editor. */
const emptyParts = editableJson({targets: {}, workflow: [], trigger: null});

/** Targets, workflow and trigger as one JSON document, edited externally and sent as a whole. */
export const partsField: Field<OpenParts> = {
	kind: 'document',
	sentAs: ['targets', 'workflow', 'trigger'],
	label: messages.parts.label,
	hint: messages.parts.hint,
	initial: () => emptyParts,
	summary: text => {
		const read = readJson(text);
		if ('problem' in read) return messages.parts.notRightYet(jsonProblemText(read.problem));
		return summaryOf(read.value);
	},
	read: text => {
		const parts: OpenParts = readObject(text);
		for (const name of Object.keys(parts)) {
			if (ownFields.has(name)) throw new FieldProblem(messages.parts.hasOwnField(name));
			if (isSetByService(name)) throw new FieldProblem(messages.parts.setByService(name));
		}
		return parts;
	},
};

/** All fields of an automation as JSON, in place of the other fields of a command. */
export const jsonField: Field<Fields> = {
	kind: 'document',
	label: messages.json.label,
	hint: messages.json.hint,
	onlyCommands: true,
	read: readObject,
};

function readObject(text: string): Fields {
	const read = readJson(text);
	if ('problem' in read) throw new FieldProblem(messages.parts.notJson(jsonProblemText(read.problem)));
	const {value} = read;
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return {...value};
	throw new FieldProblem(messages.parts.noObject);
}

function summaryOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return messages.parts.noObjectYet;
	const {targets, workflow, trigger}: OpenParts = {...value};
	const fields = (part: unknown) =>
		typeof part === 'object' && part !== null ? Object.keys(part).join(', ') : '';
	const steps = Array.isArray(workflow) ? workflow.length : undefined;
	return messages.parts.summary(steps, fields(targets), fields(trigger));
}

const maxRunSeconds = 7 * 86_400;

/** Whole seconds; empty uses the service's default. (Specification: runTimeoutSec) */
export const timeoutField: Field<number | undefined> = durationField(
	messages.timeout.label,
	messages.timeout.hint,
	{unit: 's', min: 1, max: maxRunSeconds, empty: undefined, usual: messages.timeout.emptyIsService},
);
