import {outline, stepsOutline} from '../../app/kernel/screens/outline.ts';
import {currentStepOf, durationMs, isOver, stepText, targetsText} from '../../app/automations/run.ts';
import type {Fact as ScreenFact} from '../../app/kernel/text/spans.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import {momentOf} from '../../contract/moments.ts';
import {isFields, textOf} from '../../contract/wire-values.ts';
import {formatElapsed} from '../../lib/time/ago.ts';
import {renderMessage, shellSegments} from '../../messages/text.ts';
import {automationFactMessages as labels, automationScreenMessages} from '../../messages/automations.ts';
import {factMessages} from '../../messages/screens.ts';
import type {Fact} from '../output/facts.ts';
import {ifReadable} from './find/find-one.ts';
import {nameOf} from './find/find-servers.ts';
import {secondsOf} from '../output/moments.ts';
import type {Call} from '../start/session.ts';

/** Returns the text shown for a server id, which includes the server's name. */
type Named = (id: string) => string;

/** Returns a function that adds the server's name to an id, as far as the list of servers can be read. */
export async function serverNamer({api, signal}: Call, teamId: string): Promise<Named> {
	const servers = await ifReadable(() => api.listServers({teamId}, {signal}));
	const names = new Map(servers?.items.map(server => [server.id, nameOf(server)]));
	return id => {
		const name = names.get(id);
		return name === undefined || name === id ? id : `${name} (${id})`;
	};
}

/** Returns every field that the service sends for an automation. URLs that grant access are hidden. */
export function factsOfAutomation(automation: Automation, named: Named): Fact[] {
	const {id, teamId, name, description, enabled, createdAt, updatedAt, runTimeoutSec, ...open} = automation;
	const {targets, workflow, trigger, ...others} = open;
	return [
		[labels.name, name],
		[labels.id, id],
		[labels.description, description],
		[labels.enabled, enabled === undefined ? undefined : enabled ? 'yes' : 'no'],
		[labels.timeout, runTimeoutSec === undefined ? undefined : formatElapsed(1000 * runTimeoutSec)],
		...openFacts(labels.trigger, trigger, named),
		...openFacts(labels.targets, targets, named),
		...(Array.isArray(workflow)
			? plain(stepsOutline(workflow, false, named))
			: openFacts(labels.workflow, workflow, named)),
		[labels.created, secondsOf(createdAt)],
		[labels.updated, secondsOf(updatedAt)],
		[labels.team, teamId],
		...Object.entries(others).flatMap(([field, value]) => openFacts(field, value, named)),
	];
}

/** Returns every field that the service sends for a run, with the result of each step. */
export function factsOfRun(
	run: AutomationRun,
	automation: string | undefined,
	named: Named,
	now: number,
): Fact[] {
	const {id, automationId, teamId, status, createdAt, startedAt, finishedAt, ...open} = run;
	const {targetIds, currentStep: _, stepHistory, cancelRequested, workflowSize, ...others} = open;
	const took = durationMs(run, now);
	const left = Object.entries(targetIds ?? {}).map(([server, takesPart]): Fact => [
		'',
		takesPart ? named(server) : labels.droppedOut(named(server)),
	]);
	return [
		[labels.id, id],
		[labels.automation, automation ?? automationId],
		[labels.status, status],
		[labels.cancelRequested, cancelRequested === true ? 'yes' : undefined],
		[labels.step, workflowSize === undefined ? undefined : renderFact(stepText(run))],
		[labels.created, secondsOf(createdAt)],
		[labels.started, secondsOf(startedAt)],
		[labels.finished, secondsOf(finishedAt)],
		[labels.took, took === undefined ? undefined : formatElapsed(took)],
		[labels.targets, targetIds === undefined ? undefined : targetsText(run)],
		...left,
		...stepHistory.flatMap((step, index) => factsOfStep(step, index, {named, now, isRunning: false})),
		...factsOfCurrentStep(run, named, now),
		[labels.team, teamId],
		...Object.entries(others).flatMap(([field, value]) => openFacts(field, value, named)),
	];
}

/** Returns the step in progress, unless it has ended: then it is in the history. */
function factsOfCurrentStep(run: AutomationRun, named: Named, now: number): Fact[] {
	const step = currentStepOf(run);
	if (step === undefined || isOver(run)) return [];
	const index = isFields(step) && typeof step['index'] === 'number' ? step['index'] : run.stepHistory.length;
	return index < run.stepHistory.length ? [] : factsOfStep(step, index, {named, now, isRunning: true});
}

type StepOptions = {named: Named; now: number; isRunning: boolean};

/** Returns a step, whose shape is not specified, with its duration and its outcome on each server, as far as it has them. */
function factsOfStep(step: unknown, index: number, {named, now, isRunning}: StepOptions): Fact[] {
	if (!isFields(step)) return [[renderFact(factMessages.step(index + 1)), String(step)]];
	const {index: _, type, kind, startedAt, finishedAt, targets, errorMessage, ...others} = step;
	const [from, to = isRunning ? now : undefined] = [momentOf(startedAt), momentOf(finishedAt)];
	const took = from === undefined || to === undefined ? undefined : formatElapsed(Math.max(0, to - from));
	const outcomes = Object.entries(isFields(targets) ? targets : {});
	const failed = errorMessage !== undefined || outcomes.some(([, outcome]) => outcome === 'FAILED');
	const head = [
		textOf(type) ?? textOf(kind),
		isRunning ? automationScreenMessages.underWay : failed ? 'FAILED' : undefined,
		took,
		textOf(errorMessage),
	];
	return [
		[renderFact(factMessages.step(index + 1)), head.filter(part => part !== undefined).join('   ')],
		...outcomes.map(([id, outcome]): Fact => ['', `${named(id)}   ${textOf(outcome) ?? ''}`]),
		...Object.entries(others).flatMap(([field, value]) =>
			openFacts(field, value, named).map(([, text]): Fact => ['', `${field} ${text}`]),
		),
	];
}

const openFacts = (label: string, value: unknown, named: Named): Fact[] =>
	value === undefined || value === null ? [] : plain(outline(label, value, false, named));

const plain = (facts: readonly ScreenFact[]): Fact[] =>
	facts.map(({label, text}) => [renderFact(label), renderFact(text)]);

const renderFact = (text: ScreenFact['text']): string => renderMessage(text, shellSegments);
