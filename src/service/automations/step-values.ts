import {templateFields} from '../../contract/automation-steps.ts';
import type {ServiceContext} from '../context.ts';
import type {RunRecord, StepRecord} from '../records/records.ts';
import {fill} from '../../automations/expression.ts';
import {namesOf, type Outputs} from '../../automations/expression-names.ts';

/** Returns the step with its templates filled in. Throws if one is invalid. */
export function fillStep(step: unknown, names: Readonly<Record<string, unknown>>): unknown {
	if (!isObject(step)) return step;
	const fields = Object.entries(step).map(([name, value]) => [
		name,
		isTemplate(name, value) ? fill(value, names) : value,
	]);
	return Object.fromEntries(fields);
}

export const hasTemplates = (step: unknown): boolean =>
	isObject(step) && Object.entries(step).some(([name, value]) => isTemplate(name, value));

const isObject = (step: unknown): step is Record<string, unknown> =>
	step !== null && typeof step === 'object' && !Array.isArray(step);

const isTemplate = (name: string, value: unknown): value is string =>
	templateFields.has(name) && typeof value === 'string' && value.includes('{');

/** Returns true if a template of these steps reads the answer of an RCON step. */
export function isRead(variable: string, steps: readonly unknown[]): boolean {
	const text = JSON.stringify(steps);
	return [`'${variable}'`, String.raw`\"${variable}\"`].some(name => text.includes(`outputs.rcon(${name})`));
}

/** Loads the values of names in expressions of this step of the run. */
export async function loadNames(
	{records, clock}: Pick<ServiceContext, 'records' | 'clock'>,
	run: RunRecord,
	step: StepRecord,
	outputs: Outputs,
) {
	const read = await records.read(async reading => ({
		automation: await reading.automations.get(run.automationId),
		team: await reading.teams.get(run.teamId),
		servers: await reading.servers.ofTeam(run.teamId),
	}));
	return namesOf({...read, run, step, outputs, now: clock.now()});
}
