import {isFields} from '../../contract/wire-values.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import {localZone} from '../../lib/time/zone.ts';
import type {ActionContext} from '../context.ts';
import {canTakeTurns, stepLine, stepOf} from './step-text.ts';
import {targetsIn, targetsText} from './targets-text.ts';
import {triggerOf, whenText} from './when-text.ts';

/*
The fields of the form, and the open parts of the record that they stand for. A part whose texts are as they were made from the
record is sent back as received, whatever it contains.
*/

export type StepFieldName = `step${number}`;

/** The fields of the steps. An automation with more is edited as JSON. */
export const stepFields = Array.from({length: 16}, (_, index): StepFieldName => `step${index + 1}`);

/** The texts that a record has in the form. `steps` undefined: the form cannot show them. */
export type FormTexts = {
	when: string;
	servers: string;
	empty: 'yes' | 'no';
	turns: 'yes' | 'no';
	steps: readonly string[] | undefined;
};

export type Parts = {readonly targets?: unknown; readonly workflow?: unknown; readonly trigger?: unknown};

const noTexts: FormTexts = {when: '', servers: '', empty: 'no', turns: 'no', steps: []};

/** The zone of the times on screen. */
export const screenZone = ({isUtc}: Pick<ActionContext, 'isUtc'>): string => (isUtc ? 'UTC' : localZone());

type Context = Pick<ActionContext, 'known' | 'isUtc'>;

/** Longer steps are edited as JSON. */
const maxLine = 1000;

const onlyEmpty = {type: 'ONLY_EMPTY'};

/** Returns the texts of the form for the parts of a record. */
export function textsOf({targets, workflow, trigger}: Parts, context: Context): FormTexts {
	const all: readonly unknown[] | undefined =
		workflow === undefined || workflow === null ? [] : Array.isArray(workflow) ? workflow : undefined;
	const [first, ...rest] = all ?? [];
	const isForEmpty = deepEqual(first, onlyEmpty);
	const written = isForEmpty ? rest : (all ?? []);
	const taking = written.filter(canTakeTurns);
	const takesTurns = taking.length > 0 && taking.every(({atOnce}) => atOnce === 1);
	const lines = written.map(step => stepLine(takesTurns ? withoutTurns(step) : step));
	const isShown = all && lines.length < stepFields.length && lines.every(line => line.length <= maxLine);
	return {
		when: whenText(trigger, screenZone(context)),
		servers: targetsText(targets, context),
		empty: isShown && isForEmpty ? 'yes' : 'no',
		turns: isShown && takesTurns ? 'yes' : 'no',
		steps: isShown ? lines : undefined,
	};
}

function withoutTurns(step: unknown): unknown {
	if (!canTakeTurns(step)) return step;
	const {atOnce: _, ...others} = step;
	return others;
}

/** The contents of the fields of the form. */
export type FormValues = Omit<FormTexts, 'steps'> & {steps: readonly string[]};

/** Returns the parts of the form; `base`: the parts of the record. Throws `FieldProblem` for an invalid text. */
export const partsOf = {
	trigger: ({when}: FormValues, texts: FormTexts, {trigger}: Parts, context: Context): unknown =>
		when === texts.when ? trigger : triggerOf(when, trigger, screenZone(context)),
	targets: ({servers}: FormValues, texts: FormTexts, {targets}: Parts, context: Context): unknown =>
		servers === texts.servers ? targets : targetsIn(servers, context),
	workflow: ({empty, turns, steps}: FormValues, texts: FormTexts, {workflow}: Parts): unknown => {
		if (
			!texts.steps ||
			deepEqual({empty, turns, steps}, {empty: texts.empty, turns: texts.turns, steps: texts.steps})
		)
			return workflow;
		const read = steps.map(stepOf);
		const taken =
			turns === 'yes' ? read.map(step => (canTakeTurns(step) ? {...step, atOnce: 1} : step)) : read;
		return empty === 'yes' ? [onlyEmpty, ...taken] : taken;
	},
};

/** Reads the texts that a dialog keeps beside its fields. */
export function readTexts(kept: string | undefined): FormTexts {
	const read = kept === undefined ? undefined : tryParseJson(kept);
	return isFields(read) ? (read as FormTexts) : noTexts; // written by `formTyped`
}

/** Returns the fields of the form, with the texts that later reveal changes. */
export const formTyped = (texts: FormTexts) => {
	const {steps = [], ...others} = texts;
	return {
		...others,
		...Object.fromEntries(stepFields.map((name, index) => [name, steps[index] ?? ''])),
		formed: JSON.stringify({...texts, steps: texts.steps}),
	};
};
