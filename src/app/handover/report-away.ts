import {awayMessages} from '../../messages/away.ts';
import type {Observed} from '../kernel/journal.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import {markdownOf, plainTextOf} from '../kernel/report-text.ts';
import {awayReport, lastSeenAt} from './away.ts';

/** Maximum delay of a scheduled action, ms. */
const longestDelayMs = 7 * 86_400_000;

/**
Shows what happened since the last session: in the TUI as a report, or as a notice if the user is typing or a dialog is
open; in line mode as one line per row.
*/
export async function reportAway(
	services: Program,
	observed: readonly Observed[],
	now: number,
): Promise<void> {
	const {store, journal, clock, frontEnd} = services;
	const {records, jobs} = await journal.shift((lastSeenAt(observed) ?? now) - longestDelayMs);
	const report = awayReport({now, servers: store.getState().fleet.list, observed, records, jobs});
	if (!report) return;
	if (report.rows.length === 0) {
		notify(services, 'info', awayMessages.nothing(report.title));
		return;
	}
	if (frontEnd.segments.kind === 'lineMode') {
		for (const {label, text} of report.rows) {
			notify(services, 'info', awayMessages.line(report.title, `${label} ${text}`));
		}
		return;
	}
	const {dialog, view} = store.getState();
	if (dialog || view.input || view.filter.editing) {
		notify(services, 'info', awayMessages.summary(report.title, report.rows.length));
		return;
	}
	const copies = {text: plainTextOf(report), markdown: markdownOf(report)};
	const openedAt = clock.now();
	store.dispatch({type: 'dialog/opened', dialog: {kind: 'report', openedAt, report, copies, top: 0}});
}
