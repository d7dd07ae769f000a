import {nameOf} from '../../actions/names.ts';
import {isSameState, type Phase, phaseOf} from '../../contract/states.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {printableLine} from '../../lib/text/text.ts';
import {awayMessages, awayMessages as messages} from '../../messages/handover.ts';
import {serverMessages} from '../../messages/server-list.ts';
import type {Observed} from '../../actions/memorable.ts';
import type {ShiftJob} from '../../contract/models/job.ts';
import type {JournalRecord} from '../kernel/state/journal.ts';
import {markdownOf, plainTextOf, type Report, type ReportRow} from '../kernel/text/report.ts';
import {operationText} from './handover-text.ts';
import {createTimes, type Times} from './times.ts';
import {operationsOf} from './work.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Program} from '../kernel/state/program.ts';
import type {Services} from '../kernel/state/services.ts';

/** How often all states are recorded; also the error of the end time of a session that was killed, ms. */
export const recordedEveryMs = 60_000;

/** The data for the report. Times are epoch ms. */
export type AwayFacts = {
	now: number;
	servers: readonly GameServer[];
	/** The last states that earlier sessions saw. */
	observed: readonly Observed[];
	/** Journal records, including some from well before the absence: a scheduled action may be days old. */
	records: readonly JournalRecord[];
	jobs: readonly ShiftJob[];
};

/** Returns when any session last saw the servers; undefined if none did. */
const lastSeenAt = (observed: readonly Observed[]): number | undefined =>
	observed.length === 0 ? undefined : largest(observed.map(({lastAt}) => lastAt));

/**
Returns what happened while no session was open, with times in UTC or local; undefined if no session ever saw the
servers.
*/
export function awayReport(
	{now, servers, observed, records, jobs}: AwayFacts,
	isUtc: boolean,
): Report | undefined {
	const seenAt = lastSeenAt(observed);
	if (seenAt === undefined) return undefined;
	const time = createTimes(now, isUtc);
	return {
		name: messages.title(formatDuration(now - seenAt)),
		title: messages.title(formatDuration(now - seenAt)),
		rows: [
			...changedRows(servers, observed, time),
			...goneRows(servers, observed, time),
			...renamedRows(servers, observed),
			...cutRows({now, servers, records, jobs}, time),
			...dueRows({now, servers, records, seenAt}, time),
			...otherRows(records, seenAt, time),
		],
		footer: undefined,
	};
}

type Label = keyof typeof messages.labels;

const rowOf = (label: Label, text: string, tone: ReportRow['tone']): ReportRow => ({
	label: messages.labels[label],
	text: printableLine(text),
	below: [],
	tone,
});

const order: readonly Phase[] = ['offline', 'unknown', 'changing', 'online'];

/** Lists changed states. A change happened between the last sighting of the old state and now. */
function changedRows(
	servers: readonly GameServer[],
	observed: readonly Observed[],
	time: Times,
): ReportRow[] {
	const before = new Map(observed.map(one => [one.serverId, one]));
	return servers
		.flatMap(server => {
			const known = before.get(server.id);
			const state = server.state ?? serverMessages.noState;
			if (known && isSameState(known.state, server.state)) return [];
			const phase = phaseOf(server.state);
			const text = known
				? messages.changed(nameOf(server), state, known.state ?? serverMessages.noState, time(known.lastAt))
				: messages.isNew(nameOf(server), state);
			return [{phase, row: rowOf(known ? 'changed' : 'isNew', text, phase)}];
		})
		.sort((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase))
		.map(({row}) => row);
}

function goneRows(servers: readonly GameServer[], observed: readonly Observed[], time: Times): ReportRow[] {
	const listed = new Set(servers.map(({id}) => id));
	const seenAt = lastSeenAt(observed);
	// Earlier sessions have already seen that the others are gone. The last one recorded each change of a server, but the
	// unchanged ones only now and then.
	return observed
		.filter(({serverId, lastAt}) => !listed.has(serverId) && lastAt + 2 * recordedEveryMs >= (seenAt ?? 0))
		.map(({server, state, lastAt}) =>
			rowOf('gone', messages.gone(server, state ?? serverMessages.noState, time(lastAt)), 'unknown'),
		);
}

function renamedRows(servers: readonly GameServer[], observed: readonly Observed[]): ReportRow[] {
	const names = new Map(observed.map(({serverId, server}) => [serverId, server]));
	return servers.flatMap(server => {
		const before = names.get(server.id);
		return before === undefined || before === nameOf(server)
			? []
			: [rowOf('renamed', messages.renamed(nameOf(server), before), 'plain')];
	});
}

/** Lists jobs whose program ended before they did and that nobody continued. */
function cutRows({now, servers, records, jobs}: Omit<AwayFacts, 'observed'>, time: Times): ReportRow[] {
	const states = new Map(servers.map(({id, state}) => [id, state]));
	return operationsOf(records, jobs, {now, stateOf: id => states.get(id)})
		.filter(({isCut}) => isCut)
		.map(operation => rowOf('cut', `${time(operation.at)}  ${operationText(operation)}`, 'warning'));
}

function dueRows(
	{now, servers, records, seenAt}: Omit<AwayFacts, 'observed' | 'jobs'> & {seenAt: number},
	time: Times,
): ReportRow[] {
	const states = new Map(servers.map(({id, state}) => [id, state]));
	const operations = operationsOf(records, [], {now, stateOf: id => states.get(id)});
	return operations.flatMap(({action = '', pieces}) =>
		pieces.flatMap(({serverId = '', server = serverId, dueAt, outcome}) => {
			if (dueAt === undefined || dueAt <= seenAt || dueAt > now || outcome === 'canceled') return [];
			return [rowOf('due', messages.due(server, action, time(dueAt), states.get(serverId)), 'changing')];
		}),
	);
}

function otherRows(records: readonly JournalRecord[], seenAt: number, time: Times): ReportRow[] {
	const others = records.filter(
		({kind, origin, at}) => kind === 'command' && origin === 'other' && at > seenAt,
	);
	return [...Map.groupBy(others, ({serverId}) => serverId).values()].flatMap(of => {
		const last = of.at(-1);
		if (!last) return [];
		const {server, serverId, at, text} = last;
		return [
			rowOf(
				'others',
				messages.others(server ?? serverId ?? '', of.length, time(at), text ?? '', senderOf(of)),
				'other',
			),
		];
	});
}

/** Returns the name of the admin who sent all of the commands, if it is known. */
function senderOf(of: readonly JournalRecord[]): string | undefined {
	const [first] = of;
	return of.every(({by}) => by === first?.by) ? first?.by : undefined;
}

/** Maximum delay of a scheduled action, ms. */
const longestDelayMs = 7 * 86_400_000;

/** Reads and shows what happened since the last session; only as a notice while the user is typing or in a dialog. */
export async function reportAway(
	services: Program,
	observed: readonly Observed[],
	now: number,
): Promise<void> {
	const {store, journal, frontEnd} = services;
	const {records, jobs} = await journal.shift((lastSeenAt(observed) ?? now) - longestDelayMs);
	const {fleet, dialog, view} = store.getState();
	const facts = {now, servers: fleet.list, observed, records, jobs};
	const report = awayReport(facts, view.time === 'utc');
	// Copies are read elsewhere.
	const copied = awayReport(facts, true);
	if (!report || !copied) return;
	const copies = {text: plainTextOf(copied), markdown: markdownOf(copied)};
	store.dispatch({type: 'view/changed', change: {away: {report, copies}}});
	const isBusy = dialog !== undefined || view.input || view.filter.editing;
	if (isBusy && frontEnd.segments.kind !== 'lineMode' && report.rows.length > 0)
		notify(services, 'info', awayMessages.summary(report.title, report.rows.length));
	else showAway(services);
}

/** Shows the report of this session's start: in the TUI as a dialog, in line mode as one line per row. */
export function showAway(services: Services): void {
	const {store, clock, frontEnd} = services;
	const {report, copies} = store.getState().view.away ?? {};
	if (!report || !copies || report.rows.length === 0) {
		notify(services, 'info', report ? awayMessages.nothing(report.title) : awayMessages.none);
		return;
	}
	if (frontEnd.segments.kind === 'lineMode') {
		for (const {label, text} of report.rows) {
			notify(services, 'info', awayMessages.line(report.title, `${label} ${text}`));
		}
		return;
	}
	const openedAt = clock.now();
	store.dispatch({type: 'dialog/opened', dialog: {kind: 'report', openedAt, report, copies, top: 0}});
}
