import type {State} from '../../core/state/index.ts';
import type {Notice} from '../../core/state/notices.ts';
import {createConsoleNews} from './console-news.ts';
import type {FeedMode} from './desk.ts';
import {fleetNews} from './fleet-news.ts';
import {jobNews} from './job-words.ts';
import {createManyNews} from './many-news.ts';
import {watchNews} from './watch-news.ts';
import {unreadWords} from './log.ts';
import type {Told} from './saying.ts';
import {pushAll} from '../../lib/long-lists.ts';

type Wanted = {mode: FeedMode; isTarget: (serverId: string) => boolean; now: number};

export type News = {
	/** Must be called with every state: a word to the admin may be gone with the next one. */
	look: (state: State) => void;
	/** What has happened since it was last asked, each event by itself, words before symbols. */
	tell: (state: State, wanted: Wanted) => Told[];
};

/** Compares each state with the one that was told last. */
export function createNews(initial: State): News {
	let before = initial;
	let notices = initial.notices;
	let heard: Notice[] = [];
	const consoleNews = createConsoleNews();
	const manyNews = createManyNews();
	const look = (state: State) => {
		if (state.notices === notices) return;
		pushAll(
			heard,
			state.notices.filter(notice => !notices.includes(notice)),
		);
		notices = state.notices;
	};
	const tell: News['tell'] = (state, {mode, isTarget, now}) => {
		if (state === before) return [];
		look(state);
		const words = heard.map(noticeLine);
		heard = [];
		const old = before;
		before = state;
		// Before it is told that all answers are there: what came late until then is among them.
		const lines = consoleNews(state, {mode, isTarget, isTogether: manyNews.isTogether, now});
		return [
			...byLine(fleetNews(old, state, now, mode !== 'off')),
			...manyNews.tell(state),
			...lines,
			...watchNews(old, state),
			...byLine(jobNews(old.jobs, state.jobs)),
			...byLine(holdNews(old, state)),
			...byLine(unreadNews(old, state, isTarget)),
			...byLine(words),
		];
	};
	return {look, tell};
}

const byLine = (lines: readonly string[]): Told[] => lines.map(line => [line]);

/** Up to where a console was read in an earlier session becomes known after it was chosen. */
function unreadNews({reading: old}: State, state: State, isTarget: Wanted['isTarget']): string[] {
	if (old.unread === state.reading.unread) return [];
	return [...state.reading.unread.keys()]
		.filter(id => old.unread.get(id) === undefined && isTarget(id))
		.flatMap(id => unreadWords(state, id) ?? []);
}

function holdNews({holds: old}: State, {holds}: State): string[] {
	return holds
		.filter(hold => !old.includes(hold))
		.map(({text}) => `HELD ${text}, it is sent in 3 seconds; :undo or Ctrl-C recalls it`);
}

const tones = {info: '', done: 'DONE ', warning: 'WARNING ', failure: 'FAILED '} as const;

const noticeLine = ({tone, text}: Notice): string => `${tones[tone]}${text}`;
