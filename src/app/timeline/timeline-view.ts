import {clockText, dayText, formatDuration} from '../../lib/time/ago.ts';
import {cut, fit, fitRight, widthOf, wrap} from '../../lib/text/width.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import type {Span, Tone} from '../kernel/text/spans.ts';
import type {State} from '../state.ts';
import type {Job} from '../../contract/models/job.ts';
import {isOpen} from '../jobs/jobs-state.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import {allEntries, axisOf, type Merging, placeAfter} from './axis.ts';
import {describeEntry, serverOf, wholeText} from './describe.ts';
import {type Entry, type EntryKind, isFold, isProbe} from './entry.ts';
import {hidesProbes, type TimelineFilter, timelineTest} from './timeline-filter.ts';
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
	/** Number of commands that rcondeck sent itself, if they are hidden. */
	hiddenProbes: number;
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
	const filter = {kinds: timeline.kinds, text: timeline.filter.field.text};
	const {problem, test} = timelineTest(filter, state);
	const {all, probes, shown, isWhole} = axisOf(state, test, merging);
	const hiddenProbes = hidesProbes(filter) ? probes : 0;
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
		all: all.length - hiddenProbes,
		hiddenProbes,
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

/** Minimum width for columns of who it is from and of the servers. */
const columnsFrom = 64;
const serverWidth = 18;
/** What is wrong is not cut. */
const maxLoudRows = 3;
const loud: ReadonlySet<Tone> = new Set(['failure', 'offline']);
const dayMs = 86_400_000;

type RowRoom = {
	width: number;
	now: number;
	/** Its text continues in rows below instead of being cut. */
	isWhole?: boolean;
};

/** Returns the rows of an entry, at most `width` wide: in columns if they fit, else as a sentence. */
export function rowsOf(
	entry: Entry,
	state: State,
	{width, now, isWhole = false}: RowRoom,
): {text: string; tone: Tone}[][] {
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
	const shade = isPast && !loud.has(tone) ? 'faint' : tone;
	const isWide = width >= columnsFrom;
	// Entries without a server keep the column.
	const left = isWide
		? `${fit(who, 6)} ${server === undefined ? '' : `${fit(server, serverWidth, 'middle')} `}`
		: '';
	const indent = time.length + 1 + left.length;
	const room = Math.max(0, width - indent);
	const about = isWide ? text : sentenceOf(entry, {who, server, text});
	const whole = wholeText({text: about, ...(outcome !== undefined && {outcome})});
	const isLoud = entry.kind !== 'command' && (loud.has(tone) || (who === 'team' && !isPast));
	const [first = '', ...rest] = isWhole
		? wrap(whole, Math.max(1, room))
		: isLoud
			? wrap(whole, Math.max(1, room)).slice(0, maxLoudRows)
			: [who === 'run' ? cut(whole, room) : withOutcome(about, outcome, room)];
	const leftTone = isPast || who !== 'me' ? 'faint' : who;
	return [
		[
			{text: `${time} `, tone: 'time'},
			...(isWide ? [{text: left, tone: leftTone} as const] : []),
			{text: first, tone: shade},
		],
		...rest.map((row): {text: string; tone: Tone}[] => [
			{text: ' '.repeat(indent), tone: 'time'},
			{text: row, tone: shade},
		]),
	];
}

/** An entry that represents several shows whether they are hidden. */
function foldSign(entry: Entry, {timeline}: State, text: string): string {
	return isFold(entry) ? timelineMessages.folded(text, !timeline.unfolded.has(entry.key)) : text;
}

const minCommandWidth = 8;

/** Keeps the outcome of a command visible and cuts the text before it. */
function withOutcome(text: string, outcome: string | undefined, room: number): string {
	if (outcome === undefined) return cut(text, room);
	const left = room - widthOf(outcome) - 3;
	return left < minCommandWidth ? cut(`${text}   ${outcome}`, room) : `${cut(text, left)}   ${outcome}`;
}

const inServer = (server: string | undefined, text: string): string =>
	server === undefined ? text : `${server}: ${text}`;

/** Puts the important part first, since the end may be cut off. */
function sentenceOf(
	{subject}: Entry,
	{who, server, text}: {who: string; server: string | undefined; text: string},
): string {
	// The outcome names its author.
	if (subject.what === 'line' && subject.line.kind === 'command' && subject.line.by === undefined)
		return `${who} ${text}${server === undefined ? '' : ` @${server}`}`;
	if (who === 'state') return `${server ?? ''} ${text}`;
	if (who === 'bookmark') return timelineMessages.bookmarkLine(text);
	return inServer(server, text);
}

/** Formats a time; includes the date on another day. */
function timeText(at: number, mode: TimeMode, now: number): string {
	if (mode === 'relative') return fitRight(timelineMessages.timeAgo(formatDuration(now - at)), 8);
	const isUtc = mode === 'utc';
	const isNear = now - at < dayMs / 2 || dayText(at, isUtc) === dayText(now, isUtc);
	return isNear ? clockText(at, isUtc) : `${dayText(at, isUtc)} ${clockText(at, isUtc)}`;
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
	const {only, probesHidden} = timelinePaneMessages;
	const spans: Span[] = [
		{text: `TIMELINE${count}`, tone: 'title'},
		...(kinds === 'all' ? [] : [{text: `  ${only(kinds)}`, tone: 'warning'} as const]),
		...(view.hiddenProbes === 0
			? []
			: [{text: `  ${probesHidden(view.hiddenProbes, !isFiltered && width >= 60)}`, tone: 'faint'} as const]),
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

/** Returns the number of commands that rcondeck sent itself, if a filter hides them. */
export const hiddenProbes = (state: State, filter: TimelineFilter): number =>
	hidesProbes(filter) ? allEntries(state).filter(isProbe).length : 0;

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
			...(isFold(entry) && {isFold: true as const}),
			isPast: entry.subject.what === 'past',
		};
	});
}
