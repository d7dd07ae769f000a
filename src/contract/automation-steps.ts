import * as z from 'zod';
import {suggest} from '../lib/text/suggest.ts';

/*
The specification leaves the steps of a workflow open. The local service reads the ones declared here: `type` (or `kind`) in
any case, with these fields. It keeps all other fields.
*/
const span = z.coerce.number().min(0).max(1_000_000);

/** How an RCON step waits for its answer. (public documentation: Automations, RCON step) */
const awaitModes = ['AUTO', 'ALWAYS', 'NEVER'] as const;

/** The schema of each field of a step, besides `type`. */
const stepFields = {
	command: z.string(),
	var: z.string(),
	awaitMode: z.string().toUpperCase().pipe(z.enum(awaitModes)),
	timeoutMs: span,
	timeoutSec: span,
	seconds: span,
	atOnce: z.coerce.number().int().min(1).max(1_000_000),
	state: z.string(),
	forceStop: z.boolean(),
	backupName: z.string(),
	title: z.string(),
	message: z.string(),
	content: z.string(),
	settings: z.looseObject({}),
};
export type StepField = keyof typeof stepFields;

/** Every step has this one. */
const sharedField = 'timeoutSec' satisfies StepField;

/** The fields whose text may have expressions. (public documentation: AEL, usable in) */
export const templateFields: ReadonlySet<string> = new Set<StepField>([
	'command',
	'title',
	'message',
	'content',
	'backupName',
]);

export const Step = z.looseObject({type: z.string(), kind: z.string(), ...stepFields}).partial();
export type Step = z.output<typeof Step>;

export type StepType = {
	/** Its fields besides the shared one. */
	fields: readonly StepField[];
	/** Those of `fields` without which it cannot work. */
	required?: readonly StepField[];
	/** Other names of the type. */
	aliases?: readonly string[];
	/** It changes nothing, so it may be repeated. */
	isWait?: true;
	/** It works on each server; otherwise it is done once. */
	isPerServer?: true;
	/** The operation of a server that it needs, as in `blocked` of the record. */
	operation?: string;
	/** The hosted service is not known to have it. */
	isOnlyOurs?: true;
	/** The local service cannot do it. */
	isOnlyHosted?: true;
};

/** The step types that are known. (public documentation: Automations, step types) */
export const stepTypes = {
	START: {fields: ['atOnce'], isPerServer: true, operation: 'start'},
	STOP: {fields: ['message', 'forceStop', 'atOnce'], isPerServer: true, operation: 'stop'},
	RESTART: {fields: ['atOnce'], isPerServer: true, operation: 'restart'},
	UPDATE: {fields: ['atOnce'], isPerServer: true, operation: 'update'},
	BACKUP: {fields: ['backupName', 'atOnce'], isPerServer: true, operation: 'backup'},
	SETTING_SYNC: {fields: ['settings'], required: ['settings'], isPerServer: true},
	RCON: {
		fields: ['command', 'var', 'awaitMode', 'timeoutMs'],
		required: ['command'],
		isPerServer: true,
		operation: 'rcon',
	},
	ANNOUNCE: {
		fields: ['message'],
		required: ['message'],
		isPerServer: true,
		operation: 'rcon',
		isOnlyOurs: true,
	},
	WAIT: {fields: ['seconds'], required: ['seconds'], aliases: ['WAIT_TIMED'], isWait: true},
	WAIT_FOR_STATE: {fields: ['state'], isWait: true, isPerServer: true},
	WAIT_FOR_EMPTY: {fields: [], isWait: true, isPerServer: true, isOnlyOurs: true},
	ONLY_EMPTY: {fields: [], isWait: true, isPerServer: true, isOnlyOurs: true},
	NOTIFY: {fields: ['title', 'message']},
	WEBHOOK: {fields: ['message'], required: ['message'], isOnlyOurs: true},
	DISCORD: {fields: ['title', 'message', 'content'], aliases: ['DISCORD_WEBHOOK'], isOnlyHosted: true},
} as const satisfies Record<string, StepType>;
export type StepName = keyof typeof stepTypes;

export const stepNames = Object.keys(stepTypes) as readonly StepName[]; // its own keys

/** Returns the type of a step as it is written, in upper case. */
export const writtenType = ({type, kind}: Pick<Step, 'type' | 'kind'>): string =>
	(type ?? kind ?? 'UNKNOWN').toUpperCase().replaceAll(/[\s-]/g, '_');

/** Returns the known type that this is a name of. */
export const stepNameOf = (written: string): StepName | undefined =>
	stepNames.find(name => {
		const {aliases = []}: StepType = stepTypes[name];
		return name === written || aliases.includes(written);
	});

/** Why a step cannot work as it is written. The first two depend on the service. */
export type StepProblem =
	| {kind: 'unknownType'; type: string; near: readonly string[]}
	| {kind: 'onlyHosted'; type: string}
	| {kind: 'unknownField'; field: string; type: string}
	| {kind: 'missing'; field: StepField; type: string};

/** Finds the problems of a step whose fields have the right types. */
export function problemsOfStep(step: Step): StepProblem[] {
	const type = writtenType(step);
	const name = stepNameOf(type);
	if (name === undefined) return [{kind: 'unknownType', type, near: suggest(type, stepNames)}];
	const {fields, required = [], isOnlyHosted}: StepType = stepTypes[name];
	const known = new Set<string>(['type', 'kind', sharedField, ...fields]);
	const isMissing = (field: StepField) => step[field] === undefined || step[field] === '';
	return [
		...(isOnlyHosted ? [{kind: 'onlyHosted', type} as const] : []),
		...required.filter(isMissing).map(field => ({kind: 'missing', field, type}) as const),
		...Object.keys(step)
			.filter(field => !known.has(field))
			.map(field => ({kind: 'unknownField', field, type}) as const),
	];
}

/** How long a run of an automation may take that does not say so, s. */
export const defaultRunSec = 3600;

/** Returns how long the steps of a workflow wait at most, as far as they say so, s. */
export const waitingSec = (workflow: readonly unknown[]): number =>
	workflow.reduce<number>((sum, value) => {
		const {data: step} = Step.safeParse(value);
		const name = step && stepNameOf(writtenType(step));
		if (name === undefined) return sum;
		const {isWait}: StepType = stepTypes[name];
		return sum + (name === 'WAIT' ? (step?.seconds ?? 0) : isWait ? (step?.timeoutSec ?? 0) : 0);
	}, 0);
