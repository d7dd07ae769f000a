import type {AutomationRun} from '../../contract/models/automation.ts';
import {dateMinuteText} from '../../lib/time/ago.ts';
import {firstMoment, momentText} from '../../contract/moments.ts';
import {alternative, commonMessages, elapsed, joinMessages, type Message} from '../../messages/text.ts';
import {cellsBy, type ListColumn} from '../kernel/text/spans.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import {
	dayAndTime,
	durationMs,
	hadNoServers,
	lostCount,
	reasonOf,
	statusTone,
	stepText,
	targetsText,
} from './run.ts';
import {automationScreenMessages, runSpanMessages} from '../../messages/automations.ts';
import {askRuns, readRuns, turnPage} from './read-automations.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import {notableSkew, serviceTime} from '../kernel/state/access.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import type {State} from '../state.ts';
import {automationName, type AutomationsState} from './automations-state.ts';
import type {ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {runFacts} from './run-facts.ts';

/** The data behind the columns of a run. */
export type ListedRun = {
	run: AutomationRun;
	/** Name of its automation, if known. */
	name: string | undefined;
	time: TimeMode;
	/** The list has runs of this automation only, which its title names. */
	isOnlyOne?: boolean;
	/** How far the clock of the service, which dates runs, is ahead of ours, ms. */
	skewMs: number;
};

/** The columns of the list of runs, declared only here. */
export const runColumns = [
	{
		id: 'started',
		header: 'STARTED',
		width: {min: 9, max: 14},
		priority: 0,
		value: ({run: {startedAt, createdAt}, time, skewMs}, now) =>
			momentText(firstMoment(startedAt, createdAt), at => dayAndTime(at, time, now + skewMs), '-'),
	},
	{
		id: 'status',
		header: 'STATUS',
		width: {min: 9, max: 15},
		priority: 0,
		isSnug: true,
		value: ({run: {status, cancelRequested}}) =>
			`${status ?? commonMessages.notReported}${cancelRequested === true && status === 'RUNNING' ? ' ending' : ''}`,
		style: ({run}) => statusTone(run),
		printed: {value: ({run}) => run.status},
	},
	{
		id: 'took',
		header: 'TOOK',
		width: {min: 7, max: 8},
		priority: 1,
		value({run, skewMs}, now) {
			const took = durationMs(run, now + skewMs);
			return took === undefined ? '-' : elapsed(took);
		},
	},
	{
		id: 'step',
		header: 'STEP',
		width: {min: 5, max: 5},
		priority: 2,
		value: ({run}) => stepText(run),
	},
	{
		id: 'targets',
		header: 'TARGETS',
		width: {min: 7, max: 8},
		priority: 3,
		value: ({run}) => targetsText(run),
		style: ({run}) => (lostCount(run) > 0 || hadNoServers(run) ? 'offline' : 'plain'),
		printed: {
			value: ({run}) =>
				hadNoServers(run)
					? automationScreenMessages.noTargets
					: run.targetIds && Object.keys(run.targetIds).length,
		},
	},
	{
		id: 'automation',
		header: 'AUTOMATION',
		width: {min: 12, max: 32, readable: 24},
		priority: 4,
		isSnug: true,
		value: ({run, name, isOnlyOne}) => (isOnlyOne ? '' : (name ?? run.automationId ?? '-')),
		printed: {value: ({run, name}) => name ?? run.automationId},
	},
	{
		id: 'reason',
		header: 'REASON',
		width: {min: 16, max: 60, readable: 34},
		priority: 5,
		isSnug: true,
		wraps: true,
		value: ({run}) => (run.status === 'SUCCEEDED' ? '' : (reasonOf(run) ?? '')),
		style: () => 'faint',
	},
] as const satisfies readonly ListColumn<ListedRun, Pick<ListedRun, 'run' | 'name'>>[];

const hourMs = 3_600_000;

const spans = [
	['any', runSpanMessages.any, undefined],
	['15m', runSpanMessages.quarterHour, hourMs / 4],
	['1h', runSpanMessages.hour, hourMs],
	['6h', runSpanMessages.sixHours, 6 * hourMs],
	['24h', runSpanMessages.day, 24 * hourMs],
	['7d', runSpanMessages.week, 7 * 24 * hourMs],
	['30d', runSpanMessages.month, 30 * 24 * hourMs],
] as const satisfies readonly [id: string, label: string, ms: number | undefined][];

/** Time spans that runs can be restricted to; `rcondeck runs --since --until` accepts any. */
export const spanMenu: Menu<(typeof spans)[number][0]> = {
	title: () => runSpanMessages.title,
	items: () =>
		spans.map(([id, label, ms], place) => ({
			id,
			key: String(place + 1),
			label,
			choose: services => {
				// Runs are dated by the clock of the service.
				const now = serviceTime(services.store.getState().access, services.clock.now());
				askRuns(services, {from: ms === undefined ? undefined : now - ms, to: undefined});
			},
		})),
	current: () => undefined,
};

const cells = cellsBy(runColumns);

const rows = memoize(
	(
		runs: readonly AutomationRun[],
		list: AutomationsState['list'],
		time: TimeMode,
		skewMs: number,
		isOnlyOne: boolean,
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
				cell: cells({run, name, time, skewMs, isOnlyOne}),
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
	const day = (at: number) => dateMinuteText(at, view.time === 'utc');
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
	permission: 'ACCESS_AUTOMATIONS',
	columns: runColumns,
	fields: ['status', 'automation', 'id'],
	numbers: ['targets'],
	data: ({access, automations: {runs, list}, view}) => ({
		rows:
			runs.runs &&
			rows(runs.runs, list, view.time, notableSkew(access) ?? 0, runs.query.automationId !== undefined),
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
