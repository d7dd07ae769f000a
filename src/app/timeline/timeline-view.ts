import {clockText, dayText, formatDuration} from '../../lib/ago.ts';
import {cut, fit, fitRight, widthOf} from '../../lib/width.ts';
import {layoutOf} from '../kernel/layout.ts';
import type {Tone} from '../kernel/spans.ts';
import type {State} from '../state.ts';
import {isOpen, type Job} from '../jobs/jobs-state.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {axisOf} from './axis.ts';
import {serverOf, describeEntry} from './describe.ts';
import type {Entry} from './entry.ts';
import {timelineTest} from './timeline-filter.ts';
import {placeAfter} from './merge-entries.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** The part of the timeline that is on screen. */
export type TimelineView = {
	/** Jobs that are not over, the newest first: they are above. */
	jobs: readonly Job[];
	entries: readonly Entry[];
	/** The place of the first visible entry. */
	top: number;
	/** The place of the cursor; -1 where nothing is shown. */
	at: number;
	current: Entry | undefined;
	total: number;
	/** How many there are without filter and kind. */
	all: number;
	height: number;
	following: boolean;
	/** Entries that came since the end was left. */
	unread: number;
	/** What is wrong with the filter. */
	problem: string | undefined;
};

/** Running jobs above the timeline; the rest is in the list of jobs. */
const maxJobs = 3;

export function timelineView(state: State): TimelineView {
	const {timeline, view} = state;
	const pane = layoutOf(view).panes.timeline;
	const jobs = state.jobs.filter(isOpen).toReversed().slice(0, maxJobs);
	const height = Math.max(1, (pane?.height ?? view.size.rows) - 1 - jobs.length);
	const {problem, test} = timelineTest({kinds: timeline.kinds, text: timeline.filter.field.text}, state);
	const {all, shown} = axisOf(state, test);
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
	};
}

/** Where the cursor is; the nearest one where its entry is gone or hidden. */
function placeOf(shown: readonly Entry[], {key, order}: {key: string; order: number}): number {
	for (let place = placeAfter(shown, order) - 1; (shown[place]?.order ?? -1) >= order; place--) {
		if (shown[place]?.key === key) return place;
	}
	// It has another place: a command that was waiting is where its answer belongs.
	const moved = shown.findLastIndex(entry => entry.key === key);
	return moved === -1 ? Math.min(shown.length - 1, placeAfter(shown, order)) : moved;
}

const wideFrom = 64;
const serverWidth = 18;
const dayMs = 86_400_000;

/** The row of an entry, never wider than `width`: in columns where there is room, else as a sentence. */
export function rowOf(entry: Entry, state: State, width: number, now: number): {text: string; tone: Tone}[] {
	const {who, text: said, outcome, tone} = describeEntry(entry, state.automations.list);
	const server = serverOf(state, entry);
	const isPast = entry.subject.what === 'past';
	const text = isPast ? timelineMessages.earlier(said) : said;
	const time = timeText(entry.at, state.view.time, now);
	const room = Math.max(0, width - time.length - 1);
	const shade = isPast ? 'faint' : tone;
	if (width >= wideFrom) {
		// What is about no server has its place, too.
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

const minCommandWidth = 8;

/** What became of a command is read before the rest of its text. */
function withOutcome(text: string, outcome: string | undefined, room: number): string {
	if (outcome === undefined) return cut(text, room);
	const left = room - widthOf(outcome) - 3;
	return left < minCommandWidth ? cut(`${text}   ${outcome}`, room) : `${cut(text, left)}   ${outcome}`;
}

/** What matters is first, since the end may be cut off. */
function sentenceOf(who: string, server: string | undefined, text: string): string {
	if (who === 'me' || who === 'other') return `${who} ${text}${server === undefined ? '' : ` @${server}`}`;
	if (who === 'state') return `${server ?? ''} ${text}`;
	if (who === 'bookmark') return timelineMessages.bookmarkLine(text);
	return server === undefined ? text : `${server}: ${text}`;
}

/** A moment; one of another day says which. */
function timeText(at: number, mode: TimeMode, now: number): string {
	if (mode === 'relative') return fitRight(timelineMessages.timeAgo(formatDuration(now - at)), 8);
	const isUtc = mode === 'utc';
	if (now - at < dayMs / 2) return clockText(at, isUtc);
	return `${dayText(at, isUtc)} ${clockText(at, isUtc)}`;
}
