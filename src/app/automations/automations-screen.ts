import {memoize} from '../../lib/memoize.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {readAutomations} from './read-automations.ts';
import {showRuns} from './read-runs.ts';
import {compareNames} from '../../lib/compare-names.ts';
import {notableSkew} from '../kernel/access.ts';
import type {AutomationsState} from './automations-state.ts';
import {automationFacts} from './automation-facts.ts';
import {enabledText} from './trigger.ts';
import {cellsBy} from '../kernel/columns.ts';
import type {ListScreen, ScreenRow} from '../kernel/list-screen.ts';
import {automationColumns, listedName, type ListedAutomation} from './automation-columns.ts';

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
	title: 'AUTOMATIONS',
	pluralName: 'automations',
	itemName: 'automation',
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
