import {awayMessages} from '../../messages/away.ts';
import type {Observed} from '../../actions/memorable.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import type {Services} from '../kernel/services.ts';
import {markdownOf, plainTextOf} from '../kernel/report-text.ts';
import {awayReport, lastSeenAt} from './away.ts';

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
