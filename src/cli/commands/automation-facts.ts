import {outline, stepsOutline} from '../../app/kernel/screens/outline.ts';
import {
	currentStepOf,
	durationMs,
	hadNoServers,
	isOver,
	stepText,
	targetsText,
} from '../../app/automations/run.ts';
import type {Fact as ScreenFact} from '../../app/kernel/text/spans.ts';
import {targetsLine} from '../../actions/automation-form/targets-text.ts';
import {describeTrigger, type TriggerReading, unsaidOf} from '../../actions/automation-trigger.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {momentOf} from '../../contract/moments.ts';
import {isFields, textOf} from '../../contract/wire-values.ts';
import {formatElapsed} from '../../lib/time/ago.ts';
import type {ReadCron} from '../../lib/time/cron.ts';
import {renderMessage, shellSegments} from '../../messages/text.ts';
import {stepTitle} from '../../messages/automation-steps.ts';
import {automationFactMessages as labels, automationScreenMessages} from '../../messages/automations.ts';
import {factMessages} from '../../messages/screens.ts';
import type {Fact} from '../output/fact-list.ts';
import {ifReadable} from './find/find-one.ts';
import {nameOf} from './find/find-servers.ts';
import {secondsOf} from '../output/moments.ts';
import type {Call} from '../start/session.ts';

/** Returns the text shown for a server id, which includes the server's name. */
type Named = (id: string) => string;

type Servers = ReadonlyMap<string, GameServer>;

/** Returns the servers by their ids, as far as the list of servers can be read. */
export async function serversById({api, signal}: Call, teamId: string): Promise<Servers> {
	const servers = await ifReadable(() => api.listServers({teamId}, {signal}));
	return new Map(servers?.items.map(server => [server.id, server]));
}

/** Returns a function that adds the server's name to an id. */
function namer(servers: Servers): Named {
	const names = new Map([...servers].map(([id, server]) => [id, nameOf(server)]));
	return id => {
		const name = names.get(id);
		return name === undefined || name === id ? id : `${name} (${id})`;
	};
}

/** Returns every field that the service sends for an automation. URLs that grant access are hidden. */
export function factsOfAutomation(
	automation: Automation,
	{servers, cron, now}: {servers: Servers; cron: ReadCron; now: number},
): Fact[] {
	const named = namer(servers);
	const {id, teamId, name, description, enabled, createdAt, updatedAt, runTimeoutSec, ...open} = automation;
	const {targets, workflow, trigger, ...others} = open;
	return [
		[labels.name, name],
		[labels.id, id],
		[labels.description, description],
		[labels.enabled, enabled === undefined ? undefined : enabled ? 'yes' : 'no'],
		[labels.timeout, runTimeoutSec === undefined ? undefined : formatElapsed(1000 * runTimeoutSec)],
		...triggerFacts(trigger, enabled, describeTrigger(trigger, cron, now), named),
		...targetFacts(targets, servers, named),
		...(Array.isArray(workflow)
			? plain(stepsOutline(workflow, false, named))
			: openFacts(labels.workflow, workflow, named)),
		[labels.created, secondsOf(createdAt)],
		[labels.updated, secondsOf(updatedAt)],
		[labels.team, teamId],
		...Object.entries(others).flatMap(([field, value]) => openFacts(field, value, named)),
	];
}

/** Returns when an automation runs, and the next time. */
function triggerFacts(
	trigger: unknown,
	enabled: boolean | undefined,
	{words, upcoming: [next]}: TriggerReading,
	named: Named,
): Fact[] {
	return [
		[labels.trigger, words],
		[labels.next, next === undefined || enabled === false ? undefined : secondsOf(next)],
		...openFacts('', unsaidOf(trigger), named),
	];
}

function targetFacts(targets: unknown, servers: Servers, named: Named): Fact[] {
	const line = targetsLine(targets, {known: {servers, nodes: []}});
	return line === undefined ? openFacts(labels.targets, targets, named) : [[labels.targets, line]];
}

/** Returns every field that the service sends for a run, with the result of each step. */
export function factsOfRun(
	run: AutomationRun,
	automation: string | undefined,
	servers: Servers,
	now: number,
): Fact[] {
	const named = namer(servers);
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
		[
			labels.targets,
			hadNoServers(run)
				? automationScreenMessages.noServers
				: targetIds === undefined
					? undefined
					: targetsText(run),
		],
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
	const {
		index: _,
		type,
		kind,
		startedAt,
		finishedAt,
		targets,
		durations,
		problems,
		errorMessage,
		...others
	} = step;
	const [from, to = isRunning ? now : undefined] = [momentOf(startedAt), momentOf(finishedAt)];
	const took = from === undefined || to === undefined ? undefined : formatElapsed(Math.max(0, to - from));
	const outcomes = Object.entries(isFields(targets) ? targets : {});
	const failed = errorMessage !== undefined || outcomes.some(([, outcome]) => outcome === 'FAILED');
	const head = [
		stepTitle(textOf(type) ?? textOf(kind) ?? ''),
		isRunning ? automationScreenMessages.underWay : failed ? 'FAILED' : undefined,
		took,
		isFields(problems) ? undefined : textOf(errorMessage),
	];
	return [
		[renderFact(factMessages.step(index + 1)), head.filter(part => part !== undefined).join('   ')],
		...outcomes.map(([id, outcome]): Fact => {
			const words = [named(id), textOf(outcome), durationIn(durations, id), textIn(problems, id)];
			return ['', words.filter(word => word !== undefined).join('   ')];
		}),
		...Object.entries(others).flatMap(([field, value]) =>
			openFacts(field, value, named).map(([, text]): Fact => ['', `${field} ${text}`]),
		),
	];
}

const valueIn = (values: unknown, id: string): unknown =>
	isFields(values) && Object.hasOwn(values, id) ? values[id] : undefined;

const textIn = (values: unknown, id: string) => textOf(valueIn(values, id));

function durationIn(durations: unknown, id: string): string | undefined {
	const ms = valueIn(durations, id);
	return typeof ms === 'number' ? formatElapsed(Math.max(0, ms)) : undefined;
}

const openFacts = (label: string, value: unknown, named: Named): Fact[] =>
	value === undefined || value === null ? [] : plain(outline(label, value, false, named));

const plain = (facts: readonly ScreenFact[]): Fact[] =>
	facts.map(({label, text}) => [renderFact(label), renderFact(text)]);

const renderFact = (text: ScreenFact['text']): string => renderMessage(text, shellSegments);
