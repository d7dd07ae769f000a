import {formatDuration} from '../../lib/ago.ts';
import {renderWithKeys, type Keymap} from '../kernel/keymap/keymap.ts';
import type {State} from '../state.ts';
import type {Job} from '../../actions/job.ts';
import {jobTitle} from '../../messages/jobs.ts';
import {jobReports} from '../jobs/job-report.ts';
import {timelineView, type TimelineView} from './timeline-view.ts';
import type {Span} from '../kernel/spans.ts';
import {titleWithFilter} from '../kernel/filter-title.ts';
import {joinMessages, type Message} from '../../messages/text.ts';
import {timelinePaneMessages, titleMessages} from '../../messages/tui-panes.ts';

/**
Returns the title with kind and filter, which are always shown while they hide entries; `caret` as in
`listTitle`.
*/
export function timelineTitle(state: State, width: number): {spans: Span[]; caret: number} {
	const {kinds, filter} = state.timeline;
	const view = timelineView(state);
	const isFiltered = kinds !== 'all' || filter.field.text !== '';
	const count =
		view.total === view.all || !isFiltered ? '' : ` ${titleMessages.partOf(view.total, view.all)}`;
	const spans: Span[] = [
		{text: `TIMELINE${count}`, tone: 'title'},
		...(kinds === 'all' ? [] : [{text: `  ${timelinePaneMessages.only(kinds)}`, tone: 'warning'} as const]),
	];
	const label = width < 60 ? ' /' : undefined;
	const room = {width, spare: 4, ...(label && {label})};
	return titleWithFilter(spans, {...filter, problem: view.problem}, room);
}

/** Shows whether new entries are visible, and how many have arrived since. */
export function placeSpans(
	{following, unread, total, at}: TimelineView,
	keymap: Keymap,
	width: number,
): Span[] {
	if (total === 0) return [];
	if (following) return width < 30 ? [] : [{text: 'following', tone: 'done'}];
	const place: Span = {text: `${at + 1}/${total}`, tone: 'faint'};
	if (unread === 0) return [place];
	return [
		{
			text:
				width < 60
					? timelinePaneMessages.fresh(unread)
					: renderWithKeys(timelinePaneMessages.freshFollow(unread), keymap),
			tone: 'warning',
		},
		{text: '  ', tone: 'plain'},
		place,
	];
}

/** Formats a job, such as `restart of 6 servers  3/6  running 40s  p pause  A abort the rest`. */
export function jobSpans(known: Pick<State, 'fleet'>, job: Job, keymap: Keymap, now: number): Span[] {
	const isPaused = job.status === 'paused';
	return [
		{text: `${jobTitle(job)}  `, tone: 'title'},
		{text: `${jobReports.progressOf(known, job)} ${job.status}`, tone: isPaused ? 'warning' : 'changing'},
		{text: ` ${formatDuration(now - job.startedAt)}`, tone: 'faint'},
		{
			text: `   ${renderWithKeys(timelinePaneMessages.jobKeys(isPaused), keymap)}`,
			tone: 'hintKey',
		},
	];
}

/** Returns the text in place of entries. */
export function emptyTimeline(state: State): Message {
	const {fleet, timeline, automations} = state;
	const {runsNotShown, nothingPasses, nothingRead, nothingYet, reading} = timelinePaneMessages;
	const {all} = timelineView(state);
	if (all === 0 && fleet.at === undefined) return fleet.problem ? nothingRead : reading;
	const {recentProblem} = automations;
	const unseen = timeline.kinds === 'runs' && recentProblem ? runsNotShown(recentProblem.title) : undefined;
	return joinMessages([unseen, all > 0 ? nothingPasses(all) : nothingYet], ' ');
}
