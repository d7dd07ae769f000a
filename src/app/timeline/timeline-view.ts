import {clockText, dayText, formatDuration} from '../../lib/ago.ts';
import {cut, fit, fitRight, widthOf} from '../../lib/width.ts';
import {layoutOf} from '../kernel/layout.ts';
import type {Tone} from '../kernel/spans.ts';
import type {State} from '../state.ts';
import type {Job} from '../../actions/job.ts';
import {isOpen} from '../jobs/jobs-state.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {axisOf, type Merging} from './axis.ts';
import {serverOf, describeEntry} from './describe.ts';
import type {Entry} from './entry.ts';
import {timelineTest} from './timeline-filter.ts';
import {placeAfter} from './merge-entries.ts';
import {timelineMessages} from '../../messages/timeline.ts';

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
	const {who, text: said, outcome, tone} = describeEntry(entry, state.automations.list);
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

/** An entry that stands for several shows whether they are hidden. */
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
function timeText(at: number, mode: TimeMode, now: number): string {
	if (mode === 'relative') return fitRight(timelineMessages.timeAgo(formatDuration(now - at)), 8);
	const isUtc = mode === 'utc';
	if (now - at < dayMs / 2) return clockText(at, isUtc);
	return `${dayText(at, isUtc)} ${clockText(at, isUtc)}`;
}
