import {AutomationParts} from '../contract/automation-parts.ts';
import {problemsOfStep, Step, templateFields} from '../contract/automation-steps.ts';
import {Selector} from '../contract/automation-targets.ts';
import {readTrigger, TriggerInput} from '../contract/automation-trigger.ts';
import {reasonsOf} from '../contract/reasons.ts';
import {isFields} from '../contract/wire-values.ts';
import {deepEqual} from '../lib/json/depth.ts';
import {suggest} from '../lib/text/suggest.ts';
import type {ReadCron} from '../lib/time/cron.ts';
import {runLimitProblem, stepProblemText} from '../messages/automation-steps.ts';
import {checkMessages, scheduleMessages} from '../messages/automations.ts';
import {expressionsIn} from './expression.ts';
import {readSchedule} from './read-schedule.ts';
import {sampleNames} from './expression-names.ts';

/**
`path`: such as `workflow.0.command`. The local service refuses an automation with an error: no run could carry it out.
*/
export type FoundProblem = {path: string; text: string; isWarning: boolean};

type Fields = Readonly<Record<string, unknown>>;

/** Finds the problems of what an automation does, as written. `cron`: reads its schedule; it is not checked without. */
export function findProblems(fields: Fields, now: number, cron?: ReadCron): FoundProblem[] {
	const {targets, trigger, workflow} = fields;
	const steps = Array.isArray(workflow) ? (workflow as unknown[]) : [];
	return [
		...shapeProblems(fields),
		...triggerProblems(trigger, now, cron),
		...targetProblems(targets, trigger),
		...(steps.length === 0 ? [warning('workflow', checkMessages.noSteps)] : []),
		...steps.flatMap((step, index) => stepProblems(step, `workflow.${index}`)),
		...limitProblems(fields['runTimeoutSec'], steps),
		...findExpressions(steps, now).flatMap(({path, problem: why, expression}) =>
			why === undefined
				? unheardAnswers(steps, expression, path)
				: [problem(path, checkMessages.unknownExpression(why, Object.keys(sampleNames(now))))],
		),
	];
}

/**
Returns those of the problems that an edit brings: of the parts that it changes, and of others only those that were not there,
such as a time limit that the new steps exceed.
*/
export function broughtBy(edit: {before: Fields; after: Fields}, find: (fields: Fields) => FoundProblem[]) {
	const {before, after} = edit;
	const isChanged = ({path}: FoundProblem) => {
		const [part = ''] = path.split('.');
		return !deepEqual(before[part], after[part]);
	};
	const found = find(after);
	if (found.every(isChanged)) return found;
	const old = find(before);
	return found.filter(one => isChanged(one) || !old.some(other => deepEqual(other, one)));
}

export const warning = (path: string, text: string): FoundProblem => ({path, text, isWarning: true});
const problem = (path: string, text: string): FoundProblem => ({path, text, isWarning: false});

/** Finds values of the wrong type. */
function shapeProblems(fields: Fields): FoundProblem[] {
	const read = AutomationParts.safeParse(fields);
	return read.success ? [] : reasonsOf(read.error).map(({path, what}) => problem(path, what));
}

function triggerProblems(trigger: unknown, now: number, cron: ReadCron | undefined): FoundProblem[] {
	const read = readTrigger(trigger);
	if (read.kind === 'manual' || !TriggerInput.safeParse(trigger).success) return [];
	const unknown = unknownFields(trigger, TriggerInput.shape).map(([name, near]) =>
		// Without a filter that is misspelled, it would start runs for more servers than were written.
		read.kind === 'state'
			? problem(`trigger.${name}`, checkMessages.unknownFilter(near))
			: warning(`trigger.${name}`, checkMessages.unknownField),
	);
	switch (read.kind) {
		case 'schedule': {
			const schedule = readSchedule(cron, read.pattern, read.zone);
			const why =
				schedule === undefined
					? undefined
					: 'problem' in schedule
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
	const unknown = unknownFields(targets, Selector.shape);
	const {kind} = readTrigger(trigger);
	const hasSource = kind === 'state' || kind === 'unknown';
	return [
		...(selected.length === 0 && unknown.length === 0 ? [warning('targets', checkMessages.noTargets)] : []),
		...(read.data.triggerSource && !hasSource
			? [warning('targets.triggerSource', checkMessages.noSource)]
			: []),
		// It could narrow the selection.
		...unknown.map(([name, near]) => problem(`targets.${name}`, checkMessages.unknownFilter(near))),
	];
}

/** Returns the names of unknown fields, each with the known ones that it may stand for. */
const unknownFields = (fields: unknown, known: object): [name: string, near: readonly string[]][] =>
	Object.keys(isFields(fields) ? fields : {})
		.filter(name => !Object.hasOwn(known, name))
		.map(name => [name, suggest(name, Object.keys(known))]);

function stepProblems(step: unknown, path: string): FoundProblem[] {
	const read = Step.safeParse(step);
	if (!read.success) return [];
	return problemsOfStep(read.data).map(each => {
		const at = 'field' in each ? `${path}.${each.field}` : `${path}.type`;
		const isWarning = each.kind === 'unknownField' || each.kind === 'onlyHosted';
		return {path: at, text: stepProblemText(each), isWarning};
	});
}

type FoundExpression = ReturnType<typeof expressionsIn>[number] & {path: string};

/** Returns the expressions of all steps, with the path of their field. */
export function findExpressions(steps: readonly unknown[], now: number): FoundExpression[] {
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
