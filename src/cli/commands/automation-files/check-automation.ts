import {automationFields} from '../../../contract/models/automation.ts';
import {AutomationParts} from '../../../contract/automation-parts.ts';
import {
	problemsOfStep,
	Step,
	stepNameOf,
	templateFields,
	writtenType,
} from '../../../contract/automation-steps.ts';
import {Selector} from '../../../contract/automation-targets.ts';
import {readTrigger, TriggerInput} from '../../../contract/automation-trigger.ts';
import {isSetByService} from '../../../actions/automation-changes.ts';
import {describeTrigger} from '../../../actions/automation-trigger.ts';
import {reasonsOf} from '../../../contract/reasons.ts';
import {isFields} from '../../../contract/wire-values.ts';
import type {ReadCron} from '../../../lib/time/cron.ts';
import {automationMessages, checkMessages, scheduleMessages} from '../../../messages/automations.ts';
import {runLimitProblem, stepProblemText, stepText, stepWords} from '../../../messages/automation-steps.ts';
import {expressionsIn} from '../../../service/automations/expression/parse.ts';
import {sampleNames} from '../../../service/automations/step-values.ts';

/** `path`: such as `workflow.0.command`. A warning keeps nobody from creating the automation. */
export type FoundProblem = {path: string; text: string; isWarning: boolean};

export type CheckedAutomation = {
	problems: FoundProblem[];
	/** When it runs, and the next times of its schedule, epoch ms. */
	trigger: {words: string; upcoming: readonly number[]};
	steps: string[];
	/** The known expressions, each once. */
	expressions: string[];
};

type Fields = Readonly<Record<string, unknown>>;

const upcomingCount = 3;

/** Finds all problems of an automation as written, and describes its effect. */
export function checkAutomation(fields: Fields, cron: ReadCron, now: number): CheckedAutomation {
	const {targets, workflow, trigger} = fields;
	const {words, upcoming} = describeTrigger(trigger, cron, now);
	const steps = Array.isArray(workflow) ? (workflow as unknown[]) : [];
	const found = expressionsOf(steps, now);
	return {
		problems: [
			...namesProblems(fields),
			...shapeProblems(fields),
			...triggerProblems(trigger, cron, now),
			...targetProblems(targets, trigger),
			...(steps.length === 0 ? [warning('workflow', checkMessages.noSteps)] : []),
			...steps.flatMap((step, index) => stepProblems(step, `workflow.${index}`)),
			...limitProblems(fields['runTimeoutSec'], steps),
			...found.flatMap(({path, problem: why, expression}) =>
				why === undefined
					? unheardAnswers(steps, expression, path)
					: [problem(path, checkMessages.unknownExpression(why, Object.keys(sampleNames(now))))],
			),
		],
		trigger: {words, upcoming: upcoming.slice(0, upcomingCount)},
		steps: steps.map(describeStep),
		expressions: [
			...new Set(found.flatMap(({expression, problem: why}) => (why === undefined ? expression : []))),
		],
	};
}

const warning = (path: string, text: string): FoundProblem => ({path, text, isWarning: true});
const problem = (path: string, text: string): FoundProblem => ({path, text, isWarning: false});

function namesProblems({name, ...others}: Fields): FoundProblem[] {
	const known = (field: string) => Object.hasOwn(automationFields, field) || isSetByService(field);
	return [
		...(typeof name === 'string' && name.trim() !== ''
			? []
			: [problem('name', automationMessages.name.missing)]),
		...unknownNames('', others, known),
	];
}

const unknownNames = (path: string, fields: unknown, isKnown: (name: string) => boolean): FoundProblem[] =>
	Object.keys(isFields(fields) ? fields : {})
		.filter(name => !isKnown(name))
		.map(name => warning(path === '' ? name : `${path}.${name}`, checkMessages.unknownField));

/** Finds values of the wrong type. */
function shapeProblems(fields: Fields): FoundProblem[] {
	const read = AutomationParts.safeParse(fields);
	return read.success ? [] : reasonsOf(read.error).map(({path, what}) => problem(path, what));
}

function triggerProblems(trigger: unknown, cron: ReadCron, now: number): FoundProblem[] {
	const read = readTrigger(trigger);
	if (read.kind === 'manual' || !TriggerInput.safeParse(trigger).success) return [];
	const unknown = unknownNames('trigger', trigger, name => Object.hasOwn(TriggerInput.shape, name));
	switch (read.kind) {
		case 'schedule': {
			const schedule = cron(read.pattern, read.zone);
			const why =
				'problem' in schedule
					? schedule.problem
					: schedule.after(now, 1).length === 0
						? scheduleMessages.never
						: undefined;
			return [
				...(why === undefined ? [] : [problem('trigger', scheduleMessages.invalid(read.pattern, why))]),
				...unknown,
			];
		}
		case 'state':
			return unknown;
		case 'unknown':
			return [warning('trigger', checkMessages.neverFires), ...unknown];
	}
}

function targetProblems(targets: unknown, trigger: unknown): FoundProblem[] {
	const read = Selector.safeParse(targets ?? {});
	if (!read.success) return [];
	const selected = Object.keys(Selector.shape).filter(name => Object.hasOwn(read.data, name));
	const {kind} = readTrigger(trigger);
	const hasSource = kind === 'state' || kind === 'unknown';
	return [
		...(selected.length === 0 ? [warning('targets', checkMessages.noTargets)] : []),
		...(read.data.triggerSource && !hasSource
			? [warning('targets.triggerSource', checkMessages.noSource)]
			: []),
		...unknownNames('targets', targets, name => Object.hasOwn(Selector.shape, name)),
	];
}

function stepProblems(step: unknown, path: string): FoundProblem[] {
	const read = Step.safeParse(step);
	if (!read.success) return [];
	const found = problemsOfStep(read.data).map(each => {
		const at = 'field' in each ? `${path}.${each.field}` : `${path}.type`;
		return {path: at, text: stepProblemText(each), isWarning: each.kind !== 'missing'};
	});
	return found;
}

/** Returns the expressions of all steps, with the path of their field. */
function expressionsOf(steps: readonly unknown[], now: number) {
	const names = sampleNames(now);
	return steps.flatMap((step, index) =>
		Object.entries(isFields(step) ? step : {}).flatMap(([field, value]) =>
			templateFields.has(field) && typeof value === 'string'
				? expressionsIn(value, names).map(found => ({...found, path: `workflow.${index}.${field}`}))
				: [],
		),
	);
}

/** Warns of an answer that no step keeps. */
function unheardAnswers(steps: readonly unknown[], expression: string, path: string): FoundProblem[] {
	const kept = new Set(steps.map(step => (isFields(step) ? step['var'] : undefined)));
	return [...expression.matchAll(/outputs\.rcon\(['"]([^'"]*)['"]\)/g)].flatMap(([, name = '']) =>
		kept.has(name) ? [] : [warning(path, checkMessages.unheardAnswer(name))],
	);
}

/** Warns of a run that would end before its steps have waited. */
function limitProblems(limit: unknown, steps: readonly unknown[]): FoundProblem[] {
	const problemText = runLimitProblem(limit, steps);
	return problemText === undefined ? [] : [warning('runTimeoutSec', problemText)];
}

function describeStep(step: unknown): string {
	const {data} = Step.safeParse(step);
	if (!data) return checkMessages.unreadableStep;
	const type = writtenType(data);
	const name = stepNameOf(type);
	return name === undefined
		? checkMessages.unknownStep(type)
		: (stepText(step) ?? stepWords[name].does(data));
}
