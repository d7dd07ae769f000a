import {automationName} from './automations-state.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import {
	commonMessages,
	elapsed,
	gap,
	joinMessages,
	message,
	type Message,
	ratio,
} from '../../messages/text.ts';
import {withBar} from '../kernel/text/bar.ts';
import type {DetailsOptions} from '../kernel/screens/list-screen.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {serverName} from '../../actions/names.ts';
import {type Moment, momentOf, momentText} from '../../contract/moments.ts';
import {outline} from '../kernel/screens/outline.ts';
import {currentStepOf, dayAndTime, durationMs, hadNoServers, isOver, reasonOf, statusTone} from './run.ts';
import {notableSkew} from '../kernel/state/access.ts';
import type {State} from '../state.ts';
import {namedIn} from './automations-screen.ts';
import {stepNameOf, type StepType, stepTypes, writtenType} from '../../contract/automation-steps.ts';
import {type Fields, isFields, textOf} from '../../contract/wire-values.ts';
import {tableOf} from '../../lib/json/maps.ts';
import {stepTitle} from '../../messages/automation-steps.ts';
import type {CellTone, Fact} from '../kernel/text/spans.ts';

const shownApart = new Set([
	'id',
	'automationId',
	'teamId',
	'status',
	'createdAt',
	'startedAt',
	'finishedAt',
	'targetIds',
	'currentStep',
	'stepHistory',
	'cancelRequested',
	'workflowSize',
	'scheduledFireAt',
]);

/** Returns everything known about a run: the outcome of each step and every unspecified part of its record. */
export function runFacts(state: State, id: string, {now: ours, revealed}: DetailsOptions): Fact[] {
	// Runs are dated by the clock of the service.
	const now = ours + (notableSkew(state.access) ?? 0);
	const {automations, view} = state;
	const run = automations.runs.runs?.find(other => other.id === id);
	if (!run) return [];
	const moment = (label: string, given: Moment): Fact[] => {
		const words = (at: number) =>
			automationScreenMessages.momentAndAge(dayAndTime(at, view.time, now), now - at);
		const text = momentText(given, words, undefined);
		return text === undefined ? [] : [{label, text}];
	};
	const took = durationMs(run, now);
	const others = Object.entries(run).filter(([name]) => !shownApart.has(name));
	return [
		{
			label: 'status',
			text: joinMessages([run.status ?? commonMessages.notReported, reasonOf(run)], gap),
			tone: statusTone(run),
		},
		...(run.cancelRequested === true
			? [{label: '', text: automationScreenMessages.cancelRequested, tone: 'warning' as const}]
			: []),
		{label: 'automation', text: automationName(run, automations.list)},
		...(took === undefined ? [] : [{label: isOver(run) ? 'took' : 'for', text: elapsed(took)}]),
		...progressFact(run),
		...stepFacts(state, run, now),
		...targetFacts(state, run),
		...moment('scheduled', momentOf((run as {scheduledFireAt?: unknown}).scheduledFireAt)),
		...moment('created', run.createdAt),
		...moment('started', run.startedAt),
		...moment('finished', run.finishedAt),
		...others.flatMap(([name, value]) =>
			value === null || value === undefined ? [] : outline(name, value, revealed, namedIn(state)),
		),
		{label: 'id', text: run.id},
	];
}

/** Returns how much of a run is done while it is under way, if the service says how many steps it has. */
function progressFact(run: AutomationRun): Fact[] {
	const {stepHistory, workflowSize} = run;
	if (isOver(run) || !workflowSize) return [];
	const done = Math.min(stepHistory.length, workflowSize);
	return [{label: 'progress', text: withBar(done / workflowSize, ratio(done, workflowSize))}];
}

/** Returns the completed steps, the current one, and the number of remaining ones. */
function stepFacts(state: State, run: AutomationRun, now: number): Fact[] {
	const step = isOver(run) ? undefined : currentStepOf(run);
	const current = step === undefined ? [] : [step];
	const known = run.stepHistory.map(step => stepFact(step, state, now, false));
	const active = Object.entries(run.targetIds ?? {}).flatMap(([id, isActive]) => (isActive ? id : []));
	const under = current.map(step => [
		...stepFact(step, state, now, true),
		...pendingFact(step, active, state),
	]);
	const left = (run.workflowSize ?? 0) - known.length - under.length;
	const rest: Fact[] =
		left > 0
			? [
					{
						label: '',
						text: automationScreenMessages.stepsLeft(left, isOver(run)),
						tone: 'faint',
					},
				]
			: [];
	return [...known.flat(), ...under.flat(), ...rest];
}

const named = new Set([
	'index',
	'type',
	'kind',
	'startedAt',
	'finishedAt',
	'errorMessage',
	'targets',
	'durations',
	'problems',
]);

/**
The shape of a step is unspecified: index, kind, times, targets and message are read if present. The outcome on each server has
rows of its own.
*/
function stepFact(step: unknown, state: State, now: number, isUnderWay: boolean): Fact[] {
	if (typeof step !== 'object' || step === null) return [{label: 'step', text: String(step)}];
	const fields: Record<string, unknown> = {...step};
	const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
	const [began, ended] = [momentOf(fields['startedAt']), momentOf(fields['finishedAt'])];
	const took = began === undefined ? undefined : (ended ?? (isUnderWay ? now : undefined));
	const problem = text('errorMessage');
	const outcomes = outcomesIn(fields, state);
	const number =
		typeof fields['index'] === 'number' ? automationScreenMessages.step(fields['index'] + 1) : 'step';
	const head = [
		stepTitle(text('type') ?? text('kind') ?? ''),
		took === undefined || began === undefined ? undefined : elapsed(Math.max(0, took - began)),
		isUnderWay ? automationScreenMessages.underWay : undefined,
		problem,
	];
	const hasFailed = outcomes.some(({tone}) => tone === 'offline') || problem !== undefined;
	const rest = Object.entries(fields).filter(([name, value]) => !named.has(name) && value !== null);
	return [
		{
			label: number,
			text: joinMessages(head, gap),
			tone: isUnderWay ? 'changing' : hasFailed ? 'offline' : 'plain',
		},
		...outcomes,
		...rest.flatMap(([name, value]) =>
			outline('', value, false, namedIn(state)).map(({text: said}): Fact => ({
				label: '',
				text: message`${name} ${said}`,
				tone: 'faint',
			})),
		),
	];
}

/** Returns the servers on which a step in progress has not ended, if it works on each of them. */
function pendingFact(step: unknown, active: readonly string[], {fleet}: State): Fact[] {
	const {type, kind, targets}: {type?: unknown; kind?: unknown; targets?: unknown} = isFields(step)
		? step
		: {};
	const name = stepNameOf(writtenType({type: textOf(type) ?? textOf(kind)}));
	const {isPerServer}: StepType = name === undefined ? {fields: []} : stepTypes[name];
	const left = isPerServer ? active.filter(id => !isFields(targets) || !Object.hasOwn(targets, id)) : [];
	if (left.length === 0) return [];
	const names = left.map(id => serverName(fleet, id));
	return [{label: '', text: automationScreenMessages.notYetOn(names), tone: 'faint'}];
}

const outcomeTones = tableOf<CellTone>({SUCCEEDED: 'online', FAILED: 'offline', SKIPPED: 'unknown'});

/** Returns a row for each outcome, with the servers that have it; failures come first. */
function outcomesIn({targets, durations, problems, errorMessage}: Fields, {fleet}: State): Fact[] {
	if (typeof targets !== 'object' || targets === null || Array.isArray(targets)) return [];
	const byOutcome = Map.groupBy(
		Object.entries(targets),
		([, outcome]) => textOf(outcome) ?? automationScreenMessages.statusNotReported,
	);
	const ranks = ['FAILED', 'SKIPPED'];
	const rank = (outcome: string) => (ranks.includes(outcome) ? ranks.indexOf(outcome) : ranks.length);
	const nameOf = (id: string): Message => {
		const ms = isFields(durations) ? durations[id] : undefined;
		const name = serverName(fleet, id);
		return typeof ms === 'number' ? message`${name} ${elapsed(Math.max(0, ms))}` : name;
	};
	// The head has the first reason.
	const reasons = Object.entries(isFields(problems) ? problems : {}).filter(
		([, reason]) => reason !== errorMessage,
	);
	const rows = [...byOutcome]
		.toSorted(([one], [other]) => rank(one) - rank(other))
		.map(([outcome, entries]) => ({
			label: '',
			text: automationScreenMessages.outcomeOn(
				outcome,
				entries.map(([id]) => nameOf(id)),
			),
			tone: outcomeTones.get(outcome) ?? ('plain' as const),
		}));
	return [
		...rows,
		...reasons.map(([id, reason]): Fact => ({
			label: '',
			text: automationScreenMessages.problemOn(serverName(fleet, id), textOf(reason) ?? ''),
			tone: 'offline',
		})),
	];
}

function targetFacts(state: State, run: AutomationRun): Fact[] {
	const {targetIds} = run;
	if (targetIds === undefined) return [];
	const entries = Object.entries(targetIds);
	if (entries.length === 0)
		return hadNoServers(run)
			? [{label: 'targets', text: automationScreenMessages.noServers, tone: 'warning'}]
			: [{label: 'targets', text: automationScreenMessages.noTargets, tone: 'faint'}];
	return entries.map(([id, isActive], index): Fact => ({
		label: index === 0 ? 'targets' : '',
		text: joinMessages(
			[serverName(state.fleet, id), isActive ? '' : automationScreenMessages.droppedOut],
			gap,
		),
		tone: isActive ? 'plain' : 'offline',
	}));
}
