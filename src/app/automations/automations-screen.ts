import {firstMoment, momentText} from '../../contract/moments.ts';
import {memoize} from '../../lib/memoize.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {readAutomations} from './read-automations.ts';
import {showRuns} from './read-runs.ts';
import {isOver, statusTone} from './run.ts';
import {nextText} from './trigger.ts';
import {compareNames} from '../../actions/names.ts';
import {notableSkew} from '../kernel/access.ts';
import type {AutomationsState, KnownAutomation} from './automations-state.ts';
import {automationFacts, enabledText} from './automation-facts.ts';
import type {ListScreen, ScreenColumn, ScreenRow} from '../kernel/list-screen.ts';
import type {Cell} from '../kernel/cells.ts';
import {duration, joinMessages, message} from '../../messages/text.ts';

const columns = [
	{id: 'name', header: 'NAME', width: {min: 22, max: 34}, priority: 0},
	{id: 'enabled', header: 'ON', width: {min: 3, max: 8}, priority: 1},
	{id: 'trigger', header: 'TRIGGER', width: {min: 16, max: 46}, priority: 3},
	{id: 'next', header: 'NEXT', width: {min: 6, max: 6}, priority: 2},
	{id: 'last', header: automationScreenMessages.lastRunHeader, width: {min: 17, max: 20}, priority: 0},
	{id: 'steps', header: 'STEPS', width: {min: 5, max: 5}, align: 'right', priority: 4},
] as const satisfies readonly ScreenColumn[];

type Row = ScreenRow<(typeof columns)[number]['id']>;

const nameIn = ({automation}: KnownAutomation) => automation.name ?? automation.id;

const rows = memoize(
	(
		list: NonNullable<AutomationsState['list']>,
		lastRuns: AutomationsState['lastRuns'],
		skewMs: number,
	): readonly Row[] =>
		list
			.toSorted((a, b) => compareNames(nameIn(a), nameIn(b)))
			.map(known => rowOf(known, lastRuns.get(known.automation.id), skewMs)),
);

function rowOf(
	known: KnownAutomation,
	last: ReturnType<AutomationsState['lastRuns']['get']>,
	/** How far the clock of the service is ahead of ours: its schedules and runs go by it. */
	skewMs: number,
): Row {
	const {automation, trigger, upcoming} = known;
	const isOff = automation.enabled === false;
	return {
		id: automation.id,
		fields: {
			name: nameIn(known),
			id: automation.id,
			enabled: enabledText(automation.enabled),
			trigger,
			last: last === undefined || last === 'none' ? undefined : last.status,
			description: automation.description,
		},
		cells: now => ({
			name: {text: nameIn(known), tone: isOff ? 'faint' : 'plain'},
			enabled: {text: enabledText(automation.enabled), tone: isOff ? 'warning' : 'plain'},
			trigger: {text: trigger, tone: isOff ? 'faint' : 'plain'},
			next: {text: nextText(upcoming, now + skewMs) ?? '-', tone: 'plain'},
			last: lastCell(last, now + skewMs),
			steps: {
				text: Array.isArray(automation.workflow) ? String(automation.workflow.length) : '-',
				tone: 'faint',
			},
		}),
	};
}

function lastCell(last: ReturnType<AutomationsState['lastRuns']['get']>, now: number): Cell {
	if (last === undefined) return {text: '-', tone: 'faint'};
	if (last === 'none') return {text: 'never', tone: 'faint'};
	const moment = firstMoment(last.finishedAt, last.startedAt, last.createdAt);
	const when = momentText(moment, at => message`${duration(now - at)}${isOver(last) ? ' ago' : ''}`, '');
	return {
		text: joinMessages([last.status ?? automationScreenMessages.statusNotSaid, when], ' '),
		tone: statusTone(last),
	};
}

export const automationsScreen: ListScreen = {
	id: 'automations',
	title: 'AUTOMATIONS',
	things: 'automations',
	thing: 'automation',
	permission: 'ACCESS_AUTOMATIONS',
	columns,
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
