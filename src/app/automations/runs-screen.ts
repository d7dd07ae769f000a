import {firstMoment, momentText} from '../../contract/moments.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {memoize} from '../../lib/memoize.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {commonMessages} from '../../messages/common.ts';
import {readRuns} from './read-automations.ts';
import {turnPage} from './read-runs.ts';
import {durationMs, statusTone, stepText, targetsText} from './run.ts';
import {notableSkew} from '../kernel/access.ts';
import type {State} from '../state.ts';
import {automationName, type AutomationsState} from './automations-state.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import type {ListScreen, ScreenColumn, ScreenRow} from '../kernel/list-screen.ts';
import {dayAndTime, runFacts} from './run-facts.ts';
import {type Message, alternative, elapsed, joinMessages} from '../../messages/text.ts';

const columns = [
	{id: 'begun', header: 'BEGUN', width: {min: 9, max: 15}, priority: 0},
	{id: 'status', header: 'STATUS', width: {min: 9, max: 15}, priority: 0},
	{id: 'took', header: 'TOOK', width: {min: 7, max: 8}, priority: 1},
	{id: 'step', header: 'STEP', width: {min: 5, max: 5}, priority: 2},
	{id: 'targets', header: 'TARGETS', width: {min: 10, max: 10}, priority: 3},
	{id: 'automation', header: 'AUTOMATION', width: {min: 12, max: 32}, priority: 4},
] as const satisfies readonly ScreenColumn[];

type Row = ScreenRow<(typeof columns)[number]['id']>;

const rows = memoize(
	(
		runs: readonly AutomationRun[],
		list: AutomationsState['list'],
		time: TimeMode,
		skewMs: number,
	): readonly Row[] => runs.map(run => rowOf(run, automationName(run, list), time, skewMs)),
);

function rowOf(run: AutomationRun, name: string, time: TimeMode, skewMs: number): Row {
	const began = firstMoment(run.startedAt, run.createdAt);
	return {
		id: run.id,
		fields: {
			status: run.status,
			automation: name,
			id: run.id,
			targets: run.targetIds && Object.keys(run.targetIds).length,
		},
		cells: ours => {
			// Runs are dated by the service.
			const now = ours + skewMs;
			const took = durationMs(run, now);
			return {
				begun: {text: momentText(began, at => dayAndTime(at, time, now), '-'), tone: 'plain'},
				status: {
					text: `${run.status ?? commonMessages.notSaid}${run.cancelRequested === true && run.status === 'RUNNING' ? ' ending' : ''}`,
					tone: statusTone(run),
				},
				took: {text: took === undefined ? '-' : elapsed(took), tone: 'plain'},
				step: {text: stepText(run), tone: 'plain'},
				targets: {text: targetsText(run), tone: targetsText(run).includes('lost') ? 'offline' : 'plain'},
				automation: {text: name, tone: 'plain'},
			};
		},
	};
}

/** What the service was asked for, since it hides the rest. */
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
	things: 'runs',
	thing: 'run',
	permission: 'ACCESS_AUTOMATIONS',
	columns,
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
