import {readSchedule} from '../../automations/read-schedule.ts';
import {dayText, minuteText} from '../../lib/time/ago.ts';
import {runLimitProblem} from '../../messages/automation-steps.ts';
import {automationFormMessages as messages, whenMessages} from '../../messages/automation-form.ts';
import {joinMessages, type Message} from '../../messages/text.ts';
import {emptyRecord, ownValue} from '../../lib/json/maps.ts';
import type {Problem, Problems, Typed} from '../action.ts';
import {readTrigger} from '../../contract/automation-trigger.ts';
import {describeTrigger} from '../automation-trigger.ts';
import type {ActionContext} from '../context.ts';
import {type Field, FieldProblem} from '../field.ts';
import {textField, yesNoField} from '../fields.ts';
import {nameOf} from '../names.ts';
import type {ReviewRow} from '../plan.ts';
import {
	type FormTexts,
	type FormValues,
	type Parts,
	partsOf,
	readTexts,
	screenZone,
	type StepFieldName,
	stepFields,
} from './form-texts.ts';
import {stepOf, verbNames} from './step-text.ts';
import {serversOf, targetOffers, targetsIn} from './targets-text.ts';
import {readWhen, triggerOf} from './when-text.ts';

const whenField: Field<string> = {
	kind: 'line',
	label: messages.when.label,
	hint: messages.when.hint,
	usual: messages.when.usual,
	presets: whenMessages.presets,
	sentAs: ['trigger'],
	preview: (typed, context) => schedulePreview(typed['when'] ?? '', context),
	read: text => {
		readWhen(text);
		return text.trim();
	},
};

const serversField: Field<string> = {
	kind: 'line',
	label: messages.servers.label,
	hint: messages.servers.hint,
	usual: messages.servers.usual,
	sentAs: ['targets'],
	offers: targetOffers,
	preview: (typed, context) => targetsPreview(typed['servers'] ?? '', typed['empty'] === 'yes', context),
	read: text => text.trim(),
};

const stepOffers = verbNames.map(verb => ownValue(messages.stepOffers, verb) ?? verb);

/** Shown with its predecessor, so that there is always an empty one at the end. */
const stepField = (index: number): Field<string> => ({
	...textField(messages.step.label(index + 1), messages.step.hint, messages.step.usual),
	list: 'steps',
	offers: () => stepOffers,
	isShown: typed => {
		if (!readTexts(typed['formed']).steps) return false;
		const later = stepFields.slice(Math.max(0, index - 1));
		return index === 0 || later.some(name => (typed[name] ?? '').trim() !== '');
	},
	read: text => {
		if (text.trim() !== '') stepOf(text);
		return text.trim();
	},
});

const isStepShown = (typed: Typed): boolean => readTexts(typed['formed']).steps !== undefined;

export const formFields = {
	when: whenField,
	servers: serversField,
	empty: {
		...yesNoField(messages.empty.label, messages.empty.hint, messages.empty.no, messages.empty.yes),
		isShown: isStepShown,
	},
	turns: {
		...yesNoField(messages.turns.label, messages.turns.hint, messages.turns.no, messages.turns.yes),
		isShown: isStepShown,
	},
	...(Object.fromEntries(stepFields.map((name, index) => [name, stepField(index)])) as Record<
		StepFieldName,
		Field<string>
	>),
};

type Read = {when: string; servers: string; empty: boolean; turns: boolean} & Readonly<
	Record<StepFieldName, string>
>;

const valuesOf = ({when, servers, empty, turns, ...read}: Read): FormValues => ({
	when,
	servers,
	empty: empty ? 'yes' : 'no',
	turns: turns ? 'yes' : 'no',
	steps: stepFields.map(name => read[name] ?? '').filter(line => line !== ''),
});

/** Returns the parts that the form stands for, or the problems of its fields. */
export function composeParts<Base extends Parts>(
	read: Read,
	texts: FormTexts,
	base: Base,
	context: ActionContext,
): {parts: Base} | {problems: Problems} {
	const values = valuesOf(read);
	const problems = emptyRecord<Problem>();
	const attempt = <Value>(field: string, compose: () => Value): Value | undefined => {
		try {
			return compose();
		} catch (error) {
			if (!(error instanceof FieldProblem)) throw error;
			problems[field] = error.text;
			return undefined;
		}
	};
	const trigger = attempt('when', () => partsOf.trigger(values, texts, base, context));
	const targets = attempt('servers', () => partsOf.targets(values, texts, base, context));
	const workflow = attempt('step1', () => partsOf.workflow(values, texts, base));
	const schedule = scheduleProblem(trigger, context);
	if (schedule !== undefined && values.when !== texts.when) problems['when'] = schedule;
	if (Object.keys(problems).length > 0) return {problems};
	return {
		parts: {
			...base,
			...(trigger !== base.trigger && {trigger}),
			...(targets !== base.targets && {targets}),
			...(workflow !== base.workflow && {workflow}),
		},
	};
}

/** Returns why a schedule never starts a run. */
function scheduleProblem(trigger: unknown, {known, now}: ActionContext): string | undefined {
	const written = readTrigger(trigger);
	if (!known.readCron || written.kind !== 'schedule') return undefined;
	const read = readSchedule(known.readCron, written.pattern, written.zone);
	if ('problem' in read) return messages.when.invalid(read.problem);
	return read.after(now, 1).length === 0 ? messages.when.never : undefined;
}

const shownTimes = 3;

/** Describes a trigger, and its next times in the zone on screen. */
function triggerLines(trigger: unknown, {known, now, isUtc}: ActionContext): Message[] {
	if (!known.readCron) return [];
	const {words, upcoming} = describeTrigger(trigger, known.readCron, now);
	const next = upcoming.slice(0, shownTimes);
	if (next.length === 0) return [words];
	const zone = screenZone({isUtc});
	const own = `, ${zone}`;
	const isOwn = words.endsWith(own);
	return [
		isOwn ? words.slice(0, -own.length) : words,
		messages.when.next(timesText(next, now, isUtc), isOwn ? undefined : zone),
	];
}

/** For example `11-30, 12-01, 12-02 at 05:00`, or `11-30 21:30, 22:00, 22:30`. */
function timesText(times: readonly number[], now: number, isUtc: boolean): string {
	const clocks = times.map(at => minuteText(at, isUtc));
	const days = times.map(at => dayText(at, isUtc));
	if (new Set(clocks).size === 1 && times.length > 1) return messages.when.daysAt(days, clocks[0] ?? '');
	const isNew = (index: number) => days[index] !== (days[index - 1] ?? dayText(now, isUtc));
	return clocks.map((clock, index) => (isNew(index) ? `${days[index] ?? ''} ${clock}` : clock)).join(', ');
}

function schedulePreview(text: string, context: ActionContext): Message | undefined {
	try {
		const trigger = triggerOf(text, undefined, screenZone(context));
		return trigger === null ? undefined : joinMessages(triggerLines(trigger, context), '; ');
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		return undefined;
	}
}

function targetsPreview(text: string, isForEmpty: boolean, context: ActionContext): Message | undefined {
	const targets = targetsIn(text, context);
	return text === '' ? undefined : targetLine(targets, isForEmpty, context);
}

function targetLine(targets: unknown, isForEmpty: boolean, context: ActionContext): string {
	const servers = serversOf(targets, context);
	if (!servers) return messages.servers.source;
	const empty = servers.filter(({onlinePlayers}) => onlinePlayers === 0).length;
	return messages.servers.now(servers.map(nameOf), isForEmpty ? empty : undefined);
}

/** Returns the rows of the review: when it runs, where, and its steps. */
export function formRows(
	parts: Parts & {readonly runTimeoutSec?: unknown},
	context: ActionContext,
): ReviewRow[] {
	const {targets = {}, workflow, trigger, runTimeoutSec} = parts;
	const when = triggerLines(trigger, context);
	const limit = Array.isArray(workflow) ? runLimitProblem(runTimeoutSec, workflow) : undefined;
	const steps = context.known.outline.steps({workflow});
	return [
		...(when.length === 0 ? [] : [{label: messages.rows.when, lines: when, tone: 'plain' as const}]),
		{
			label: messages.rows.servers,
			lines: [targetLine(targets, false, context)],
			tone: serversOf(targets, context)?.length === 0 ? 'warning' : 'plain',
		},
		...(limit === undefined
			? []
			: [{label: messages.rows.limit, lines: [messages.limit(limit)], tone: 'warning' as const}]),
		...(steps.length > 0
			? [
					{
						label: messages.rows.steps,
						lines: steps.map((step, index) => joinMessages([`${index + 1}`, step], '. ')),
						tone: 'plain' as const,
					},
				]
			: Array.isArray(workflow) && workflow.length === 0
				? [{label: messages.rows.steps, lines: [messages.noSteps], tone: 'warning' as const}]
				: []),
	];
}
