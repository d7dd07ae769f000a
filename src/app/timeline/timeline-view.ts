import {clockText, dayText, formatDuration} from '../../lib/time/ago.ts';
import {cut, fit, fitRight, widthOf} from '../../lib/text/width.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import type {Span, Tone} from '../kernel/text/spans.ts';
import type {State} from '../state.ts';
import type {Job} from '../../contract/models/job.ts';
import {isOpen} from '../jobs/jobs-state.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import {allEntries, axisOf, type Merging, placeAfter} from './axis.ts';
import {describeEntry, serverOf} from './describe.ts';
import type {Entry, EntryKind} from './entry.ts';
import {type TimelineFilter, timelineTest} from './timeline-filter.ts';
import {timelineMessages} from '../../messages/timeline.ts';
import {type Keymap, renderWithKeys} from '../kernel/keys/keymap.ts';
import {jobTitle} from '../../messages/jobs.ts';
import {progressOf} from '../jobs/job-report.ts';
import {titleWithFilter} from '../kernel/screens/screen-title.ts';
import {joinMessages, type Message} from '../../messages/text.ts';
import {timelinePaneMessages, titleMessages} from '../../messages/screens.ts';

/** The visible part of the timeline. */
export type TimelineView = {
	/** Jobs in progress, newest first, shown above the entries. */
	jobs: readonly Job[];
	entries: readonly Entry[];
	/** The index of the first visible entry. */
	top: number;
	/** The index of the cursor; -1 if nothing is shown. */
	at: number;
	current: Entry | undefined;
	total: number;
	/** Number of entries without filter and kind. */
	all: number;
	height: number;
	following: boolean;
	/** Entries that arrived since the cursor left the end. */
	unread: number;
	/** The problem with the filter. */
	problem: string | undefined;
	/** false: more entries follow with further steps. */
	isWhole: boolean;
};

/** Maximum number of jobs above the timeline; all are in the list of jobs. */
const maxJobs = 3;

export function timelineView(state: State, merging: Merging = 'changes'): TimelineView {
	const {timeline, view} = state;
	const pane = layoutOf(view).panes.timeline;
	const jobs = state.jobs.filter(isOpen).toReversed().slice(0, maxJobs);
	const height = Math.max(1, (pane?.height ?? view.size.rows) - 1 - jobs.length);
	const {problem, test} = timelineTest({kinds: timeline.kinds, text: timeline.filter.field.text}, state);
	const {all, shown, isWhole} = axisOf(state, test, merging);
	const total = shown.length;
	const {cursor} = timeline;
	const at = cursor ? placeOf(shown, cursor) : total - 1;
	const last = Math.max(0, total - height);
	const top = cursor ? Math.max(0, Math.min(last, at - Math.min(cursor.row, height - 1))) : last;
	return {
		jobs,
		entries: shown.slice(top, top + height),
		top,
		at,
		current: shown[at],
		total,
		all: all.length,
		height,
		following: cursor === undefined,
		unread: cursor ? total - placeAfter(shown, cursor.seen) : 0,
		problem,
		isWhole,
	};
}

/** Returns the index of the cursor; the nearest entry if its own is gone or hidden. */
function placeOf(shown: readonly Entry[], {key, order}: {key: string; order: number}): number {
	for (let place = placeAfter(shown, order) - 1; (shown[place]?.order ?? -1) >= order; place--) {
		if (shown[place]?.key === key) return place;
	}
	// The entry has moved: a command that was waiting moves to the time of its answer.
	const moved = shown.findLastIndex(entry => entry.key === key);
	return moved === -1 ? Math.min(shown.length - 1, placeAfter(shown, order)) : moved;
}

const wideFrom = 64;
const serverWidth = 18;
const dayMs = 86_400_000;

/** Returns the row of an entry, at most `width` wide: in columns if they fit, else as a sentence. */
export function rowOf(entry: Entry, state: State, width: number, now: number): {text: string; tone: Tone}[] {
	const {
		who,
		text: said,
		outcome,
		tone,
	} = describeEntry(entry, state.automations.list, state.view.time === 'utc');
	const server = serverOf(state, entry);
	const isPast = entry.subject.what === 'past';
	const text = isPast ? timelineMessages.earlier(said) : foldSign(entry, state, said);
	const time = timeText(entry.at, state.view.time, now);
	const room = Math.max(0, width - time.length - 1);
	const shade = isPast ? 'faint' : tone;
	if (width >= wideFrom) {
		// Entries without a server keep the column.
		const left = `${fit(who, 6)} ` + (server === undefined ? '' : `${fit(server, serverWidth, 'middle')} `);
		return [
			{text: `${time} `, tone: 'time'},
			{text: left, tone: isPast ? 'faint' : who === 'other' || who === 'me' ? who : 'faint'},
			{
				text: withOutcome(text, outcome, Math.max(0, room - left.length)),
				tone: shade,
			},
		];
	}
	return [
		{text: `${time} `, tone: 'time'},
		{text: withOutcome(sentenceOf(who, server, text), outcome, room), tone: shade},
	];
}

/** An entry that represents several shows whether they are hidden. */
function foldSign({key, subject}: Entry, {timeline}: State, text: string): string {
	return subject.what === 'crashes' ? timelineMessages.folded(text, !timeline.unfolded.has(key)) : text;
}

const minCommandWidth = 8;

/** Keeps the outcome of a command visible and cuts the text before it. */
function withOutcome(text: string, outcome: string | undefined, room: number): string {
	if (outcome === undefined) return cut(text, room);
	const left = room - widthOf(outcome) - 3;
	return left < minCommandWidth ? cut(`${text}   ${outcome}`, room) : `${cut(text, left)}   ${outcome}`;
}

/** Puts the important part first, since the end may be cut off. */
function sentenceOf(who: string, server: string | undefined, text: string): string {
	if (who === 'me' || who === 'probe' || who === 'other')
		return `${who} ${text}${server === undefined ? '' : ` @${server}`}`;
	if (who === 'state') return `${server ?? ''} ${text}`;
	if (who === 'bookmark') return timelineMessages.bookmarkLine(text);
	return server === undefined ? text : `${server}: ${text}`;
}

/** Formats a time; includes the date on another day. */
export function timeText(at: number, mode: TimeMode, now: number): string {
	if (mode === 'relative') return fitRight(timelineMessages.timeAgo(formatDuration(now - at)), 8);
	const isUtc = mode === 'utc';
	if (now - at < dayMs / 2) return clockText(at, isUtc);
	return `${dayText(at, isUtc)} ${clockText(at, isUtc)}`;
}

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
		{text: `${progressOf(known, job)} ${job.status}`, tone: isPaused ? 'warning' : 'changing'},
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

/** An entry as it is written to a file; `at` in epoch ms. */
export type TimelineRow = {
	at: number;
	kind: EntryKind;
	by: Entry['by'];
	server: string | undefined;
	text: string;
	/** The outcome of a command. */
	outcome?: string;
	/** It represents several that are not listed. */
	isFold?: true;
	/** From the journal of an earlier session. */
	isPast: boolean;
};

/** Returns all entries that match a filter, oldest first; by default, those that the screen shows. */
export function timelineRows(
	state: State,
	filter: TimelineFilter = {kinds: state.timeline.kinds, text: state.timeline.filter.field.text},
): TimelineRow[] {
	const {test} = timelineTest(filter, state);
	const all = allEntries(state);
	const passing = test ? all.filter(test) : all;
	return passing.map(entry => {
		const {text, outcome} = describeEntry(entry, state.automations.list, state.view.time === 'utc');
		return {
			at: entry.at,
			kind: entry.kind,
			by: entry.by,
			server: serverOf(state, entry),
			text,
			...(outcome !== undefined && {outcome}),
			...(entry.subject.what === 'crashes' && {isFold: true as const}),
			isPast: entry.subject.what === 'past',
		};
	});
}
