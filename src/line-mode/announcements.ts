import type {State} from '../app/state.ts';
import type {Notice} from '../app/kernel/notices.ts';
import {createConsoleAnnouncements} from './console-announcements.ts';
import type {FeedMode} from './session.ts';
import {announceFleet} from './fleet-announcements.ts';
import {announceJobs} from './job-text.ts';
import {createResultsAnnouncements} from './results-announcements.ts';
import {announceWatches} from './watch-announcements.ts';
import {unreadWords} from './commands/log.ts';
import type {Block} from './printer.ts';
import {pushAll} from '../lib/long-lists.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';

type AnnouncementOptions = {mode: FeedMode; isTarget: (serverId: string) => boolean; now: number};

export type Announcements = {
	/** Must be called with every state: the next state may no longer contain a notice. */
	collect: (state: State) => void;
	/** Returns the events since the last call as separate blocks; words come before symbols. */
	announce: (state: State, wanted: AnnouncementOptions) => Block[];
};

/** Compares each state with the last announced one. */
export function createAnnouncements(initial: State): Announcements {
	let before = initial;
	let notices = initial.notices;
	let newNotices: Notice[] = [];
	const consoleAnnouncements = createConsoleAnnouncements();
	const resultsAnnouncements = createResultsAnnouncements();
	const collect = (state: State) => {
		if (state.notices === notices) return;
		pushAll(
			newNotices,
			state.notices.filter(notice => !notices.includes(notice)),
		);
		notices = state.notices;
	};
	const announce: Announcements['announce'] = (state, {mode, isTarget, now}) => {
		if (state === before) return [];
		collect(state);
		const words = newNotices.map(noticeLine);
		newNotices = [];
		const old = before;
		before = state;
		// Must run before the results are announced as complete: they include answers that arrived late until then.
		const lines = consoleAnnouncements(state, {
			mode,
			isTarget,
			isTogether: resultsAnnouncements.isTogether,
			now,
		});
		return [
			...byLine(announceFleet(old, state, now, mode !== 'off')),
			...resultsAnnouncements.announce(state),
			...lines,
			...announceWatches(old, state),
			...byLine(announceJobs(old, state)),
			...byLine(undoWindowLines(old, state)),
			...byLine(unreadLines(old, state, isTarget)),
			...byLine(words),
		];
	};
	return {collect, announce};
}

const byLine = (lines: readonly string[]): Block[] => lines.map(line => [line]);

/** The read position from an earlier session arrives after the server was chosen. */
function unreadLines(
	{reading: old}: State,
	state: State,
	isTarget: AnnouncementOptions['isTarget'],
): string[] {
	if (old.unread === state.reading.unread) return [];
	return [...state.reading.unread.keys()]
		.filter(id => old.unread.get(id) === undefined && isTarget(id))
		.flatMap(id => unreadWords(state, id) ?? []);
}

function undoWindowLines({undoWindow: old}: State, {undoWindow}: State): string[] {
	return undoWindow
		.filter(action => !old.includes(action))
		.map(({text}) => lineSessionMessages.pending(text));
}

const tones = {info: '', done: 'DONE ', warning: 'WARNING ', failure: 'FAILED '} as const;

const noticeLine = ({tone, text}: Notice): string => `${tones[tone]}${text}`;
