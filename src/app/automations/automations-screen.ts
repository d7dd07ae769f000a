import {firstMoment, type Moment, momentText} from '../../contract/moments.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import {commonMessages, duration, elapsed, joinMessages, message} from '../../messages/text.ts';
import {targetsLine} from '../../actions/automation-form/targets-text.ts';
import {cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import type {AutomationsState, KnownAutomation} from './automations-state.ts';
import {durationMs, isOver, statusTone} from './run.ts';
import {enabledText, momentsText, nextText, unsaidOf} from '../../actions/automation-trigger.ts';
import type {DetailsOptions, ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {outline, stepsOutline} from '../kernel/screens/outline.ts';
import {nameOf} from '../../actions/names.ts';
import {notableSkew} from '../kernel/state/access.ts';
import type {State} from '../state.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {readAutomations, showRuns} from './read-automations.ts';
import {compareNames} from '../../lib/text/compare-names.ts';

/** The data behind the columns of an automation. */
export type ListedAutomation = KnownAutomation & {
	last: ReturnType<AutomationsState['lastRuns']['get']>;
	/** How far the clock of the service is ahead of ours, ms. Schedules and runs use that clock. */
	skewMs: number;
};

const listedName = ({automation}: Pick<KnownAutomation, 'automation'>): string =>
	automation.name ?? automation.id;

const isOff = ({automation}: ListedAutomation) => automation.enabled === false;
const stepsOf = ({automation: {workflow}}: Pick<ListedAutomation, 'automation'>) =>
	Array.isArray(workflow) ? workflow.length : undefined;

/** The columns of the list of automations, declared only here. */
export const automationColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 40, readable: 34},
		priority: 0,
		isSnug: true,
		value: listedName,
		style: listed => (isOff(listed) ? 'faint' : 'plain'),
		printed: {value: ({automation}) => automation.name},
	},
	{
		id: 'enabled',
		header: 'ON',
		width: {min: 3, max: 3},
		priority: 1,
		value: ({automation}) => enabledText(automation.enabled),
		style: listed => (isOff(listed) ? 'warning' : 'plain'),
		printed: {
			header: 'ENABLED',
			value: ({automation: {enabled}}) => (enabled === undefined ? undefined : enabled ? 'yes' : 'no'),
		},
	},
	{
		id: 'trigger',
		header: 'TRIGGER',
		width: {min: 9, max: 34, readable: 13},
		priority: 3,
		isSnug: true,
		value: ({brief}) => brief,
		style: listed => (isOff(listed) ? 'faint' : 'plain'),
	},
	{
		id: 'next',
		header: 'NEXT',
		width: {min: 6, max: 6},
		priority: 2,
		value: ({upcoming, skewMs}, now) => nextText(upcoming, now + skewMs) ?? '-',
	},
	{
		id: 'last',
		header: automationScreenMessages.lastRunHeader,
		width: {min: 17, max: 20},
		priority: 0,
		value({last, skewMs}, now) {
			if (last === undefined) return '-';
			if (last === 'none') return 'never';
			const moment = firstMoment(last.finishedAt, last.startedAt, last.createdAt);
			const ageOf = (at: number) => message`${duration(now + skewMs - at)}${isOver(last) ? ' ago' : ''}`;
			const status = last.status ?? automationScreenMessages.statusNotReported;
			return joinMessages([status, momentText(moment, ageOf, '')], ' ');
		},
		style: ({last}) => (last === undefined || last === 'none' ? 'faint' : statusTone(last)),
	},
	{
		id: 'steps',
		header: 'STEPS',
		width: {min: 5, max: 5},
		priority: 4,
		align: 'right',
		value: listed => String(stepsOf(listed) ?? '-'),
		printed: {value: stepsOf},
	},
] as const satisfies readonly ListColumn<ListedAutomation, Pick<ListedAutomation, 'automation'>>[];

const shownApart = new Set([
	'id',
	'teamId',
	'name',
	'description',
	'enabled',
	'createdAt',
	'updatedAt',
	'targets',
	'workflow',
	'trigger',
	'runTimeoutSec',
]);

/** Replaces server ids with server names. */
export const namedIn =
	({fleet}: Pick<State, 'fleet'>) =>
	(text: string): string => {
		const server = fleet.servers.get(text);
		return server && nameOf(server) !== text ? `${nameOf(server)} (${text})` : text;
	};

/**
Returns everything known about an automation: its trigger, targets and steps, and every unspecified part of
its record.
*/
function automationFacts(state: State, id: string, {now: ours, revealed}: DetailsOptions): Fact[] {
	// Schedules and runs use the clock of the service.
	const now = ours + (notableSkew(state.access) ?? 0);
	const known = state.automations.list?.find(({automation}) => automation.id === id);
	if (!known) return [];
	const {automation, trigger, upcoming} = known;
	const {targets, workflow, runTimeoutSec, createdAt, updatedAt} = automation;
	const named = namedIn(state);
	const others = Object.entries(automation).filter(([name]) => !shownApart.has(name));
	return [
		...(automation.description ? [{label: 'about', text: automation.description}] : []),
		{
			label: 'enabled',
			text: enabledText(automation.enabled),
			...(automation.enabled === false && {tone: 'warning' as const}),
		},
		{label: 'runs', text: trigger},
		...nextFacts(upcoming, state, now),
		lastFact(state, id, now),
		...triggerFacts(automation.trigger, revealed, named),
		...targetFacts(state, targets, revealed),
		...(Array.isArray(workflow)
			? stepsOutline(workflow, revealed, named)
			: outline('workflow', workflow, revealed, named)),
		{
			label: 'timeout',
			text: runTimeoutSec === undefined ? commonMessages.notReported : elapsed(runTimeoutSec * 1000),
		},
		...momentFact('changed', updatedAt, now),
		...momentFact('created', createdAt, now),
		...others.flatMap(([name, value]) => outline(name, value, revealed, named)),
		{label: 'id', text: automation.id},
	];
}

/** Returns the targets as the form has them, else every part of them. */
function targetFacts(state: State, targets: unknown, revealed: boolean): Fact[] {
	const line = targetsLineIn(state, targets);
	return line === undefined
		? outline('targets', targets, revealed, namedIn(state))
		: [{label: 'targets', text: line}];
}

/** Returns the targets as the form has them; undefined for others. */
export const targetsLineIn = ({fleet, nodes}: State, targets: unknown): string | undefined =>
	targetsLine(targets, {known: {servers: fleet.servers, nodes: nodes.nodes}});

/** Returns the parts of a trigger that its words omit. */
function triggerFacts(trigger: unknown, revealed: boolean, named: (text: string) => string): Fact[] {
	const unsaid = unsaidOf(trigger);
	return unsaid === undefined ? [] : outline('trigger', unsaid, revealed, named);
}

function nextFacts(upcoming: readonly number[], {view}: State, now: number): Fact[] {
	const next = nextText(upcoming, now);
	if (next === undefined) return [];
	const moments = momentsText(
		upcoming.filter(at => at > now),
		now,
		view.time === 'utc',
	);
	return [{label: 'next', text: moments === '' ? next : message`${next}: ${moments}`}];
}

function lastFact({automations}: State, id: string, now: number): Fact {
	const last = automations.lastRuns.get(id);
	if (last === undefined)
		return {label: automationScreenMessages.lastRun, text: commonMessages.notKnown, tone: 'faint'};
	if (last === 'none') return {label: automationScreenMessages.lastRun, text: 'never', tone: 'faint'};
	const began = firstMoment(last.startedAt, last.createdAt);
	const took = durationMs(last, now);
	const parts = [
		last.status ?? automationScreenMessages.statusNotReported,
		began === undefined
			? undefined
			: automationScreenMessages.started(momentText(began, at => commonMessages.ago(now - at), '')),
		took === undefined ? undefined : message`${isOver(last) ? 'took' : 'for'} ${elapsed(took)}`,
	];
	return {
		label: automationScreenMessages.lastRun,
		text: joinMessages(parts, ', '),
		tone: statusTone(last),
	};
}

function momentFact(label: string, moment: Moment, now: number): Fact[] {
	const text = momentText(moment, at => commonMessages.ago(now - at), undefined);
	return text === undefined ? [] : [{label, text, tone: 'faint'}];
}

const cells = cellsBy(automationColumns);

const rows = memoize(
	(
		list: NonNullable<AutomationsState['list']>,
		lastRuns: AutomationsState['lastRuns'],
		skewMs: number,
	): readonly ScreenRow[] =>
		list
			.toSorted((a, b) => compareNames(listedName(a), listedName(b)))
			.map(known => rowOf({...known, last: lastRuns.get(known.automation.id), skewMs})),
);

function rowOf(listed: ListedAutomation): ScreenRow {
	const {automation, trigger, last} = listed;
	return {
		id: automation.id,
		fields: {
			name: listedName(listed),
			id: automation.id,
			enabled: enabledText(automation.enabled),
			trigger,
			last: last === undefined || last === 'none' ? undefined : last.status,
			description: automation.description,
		},
		cell: cells(listed),
	};
}

export const automationsScreen: ListScreen = {
	id: 'automations',
	permission: 'ACCESS_AUTOMATIONS',
	columns: automationColumns,
	fields: ['name', 'enabled', 'trigger', 'last', 'description', 'id'],
	numbers: [],
	data: ({access, automations: {list, lastRuns, at, problem, unreadable}}) => ({
		rows: list && rows(list, lastRuns, notableSkew(access) ?? 0),
		at,
		problem,
		unreadable,
	}),
	empty: ({access}) => [
		automationScreenMessages.none(access.team?.name),
		automationScreenMessages.howToCreate,
	],
	details: automationFacts,
	refresh: services => void readAutomations(services),
	enter: showRuns,
};
