import type {AutomationRun} from '../../contract/models/automation.ts';
import {memoize} from '../../lib/memoize.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {readRuns} from './read-automations.ts';
import {turnPage} from './read-runs.ts';
import {notableSkew} from '../kernel/access.ts';
import type {State} from '../state.ts';
import {automationName, type AutomationsState} from './automations-state.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {cellsBy} from '../kernel/columns.ts';
import type {ListScreen, ScreenRow} from '../kernel/list-screen.ts';
import {runColumns} from './run-columns.ts';
import {runFacts} from './run-facts.ts';
import {type Message, alternative, joinMessages} from '../../messages/text.ts';

const cells = cellsBy(runColumns);

const rows = memoize(
	(
		runs: readonly AutomationRun[],
		list: AutomationsState['list'],
		time: TimeMode,
		skewMs: number,
	): readonly ScreenRow[] =>
		runs.map(run => {
			const name = automationName(run, list);
			return {
				id: run.id,
				fields: {
					status: run.status,
					automation: name,
					id: run.id,
					targets: run.targetIds && Object.keys(run.targetIds).length,
				},
				cell: cells({run, name, time, skewMs}),
			};
		}),
);

/** Describes the query, because the service hides everything else. */
function note({automations, view}: State): Message {
	const {query, totalElements, totalPages, runs} = automations.runs;
	const known = automations.list?.find(({automation}) => automation.id === query.automationId);
	const whose =
		query.automationId === undefined
			? automationScreenMessages.ofAllAutomations
			: automationScreenMessages.ofAutomation(known?.automation.name ?? query.automationId);
	const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
	return joinMessages(
		[
			whose,
			query.status === undefined ? undefined : automationScreenMessages.only(query.status),
			query.from === undefined ? undefined : automationScreenMessages.from(day(query.from)),
			query.to === undefined ? undefined : automationScreenMessages.to(day(query.to)),
			runs && totalPages > 1
				? automationScreenMessages.page(query.page + 1, totalPages, totalElements)
				: undefined,
			view.size.columns >= 80 && runs && totalPages > 1 ? automationScreenMessages.older : undefined,
		],
		', ',
	);
}

export const runsScreen: ListScreen = {
	id: 'runs',
	title: 'RUNS',
	pluralName: 'runs',
	itemName: 'run',
	permission: 'ACCESS_AUTOMATIONS',
	columns: runColumns,
	fields: ['status', 'automation', 'id'],
	numbers: ['targets'],
	data: ({access, automations: {runs, list}, view}) => ({
		rows: runs.runs && rows(runs.runs, list, view.time, notableSkew(access) ?? 0),
		at: runs.at,
		problem: runs.problem,
		unreadable: runs.unreadable,
	}),
	empty: ({automations: {runs}}) => {
		const {automationId, status, from, page} = runs.query;
		if (status !== undefined || from !== undefined || page > 0) {
			return [
				automationScreenMessages.noRunFits,
				alternative(automationScreenMessages.otherRuns, automationScreenMessages.otherRunsInLineMode),
			];
		}
		return automationId === undefined
			? [automationScreenMessages.noRuns, automationScreenMessages.howToRun]
			: [automationScreenMessages.notRunYet, automationScreenMessages.triggersItNow];
	},
	note,
	details: runFacts,
	turnPage,
	refresh: services => void readRuns(services),
};
