import {findExpressions, type FoundProblem} from '../../../automations/find-problems.ts';
import {Step, stepNameOf, writtenType} from '../../../contract/automation-steps.ts';
import {problemsOfFields} from '../../../actions/automation-problems.ts';
import {describeTrigger} from '../../../actions/automation-trigger.ts';
import type {ReadCron} from '../../../lib/time/cron.ts';
import {automationMessages, checkMessages} from '../../../messages/automations.ts';
import {stepText, stepWords} from '../../../messages/automation-steps.ts';

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
	const {name, workflow, trigger} = fields;
	const {words, upcoming} = describeTrigger(trigger, cron, now);
	const steps = Array.isArray(workflow) ? (workflow as unknown[]) : [];
	const isNamed = typeof name === 'string' && name.trim() !== '';
	const nameless = {path: 'name', text: automationMessages.name.missing, isWarning: false};
	return {
		problems: [...(isNamed ? [] : [nameless]), ...problemsOfFields(fields, now, cron)],
		trigger: {words, upcoming: upcoming.slice(0, upcomingCount)},
		steps: steps.map(describeStep),
		expressions: [
			...new Set(
				findExpressions(steps, now).flatMap(({expression, problem}) =>
					problem === undefined ? expression : [],
				),
			),
		],
	};
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
