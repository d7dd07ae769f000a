import type {State} from '../../core/state/index.ts';
import {createConsoleNews} from './console-news.ts';
import type {FeedMode} from './desk.ts';
import {fleetNews} from './fleet-news.ts';
import {jobNews} from './job-words.ts';
import {createManyNews} from './many-news.ts';
import {watchNews} from './watch-news.ts';
import {inWords} from './in-words.ts';
import {unreadWords} from './log.ts';
import type {Told} from './saying.ts';

type Wanted = {mode: FeedMode; isTarget: (serverId: string) => boolean; now: number};

/** Tells what has happened since it was last asked, each event by itself, words before symbols. */
export function createNews(initial: State): (state: State, wanted: Wanted) => Told[] {
	let before = initial;
	const consoleNews = createConsoleNews();
	const manyNews = createManyNews();
	return (state, {mode, isTarget, now}) => {
		if (state === before) return [];
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
			...byLine(noticeNews(old, state)),
		];
	};
}

const byLine = (lines: readonly string[]): Told[] => lines.map(line => [line]);

/** Up to where a console was read in an earlier session becomes known after it was chosen. */
function unreadNews({reading: old}: State, state: State, isTarget: Wanted['isTarget']): string[] {
	if (old.unread === state.reading.unread) return [];
	return Object.keys(state.reading.unread)
		.filter(id => old.unread[id] === undefined && isTarget(id))
		.flatMap(id => unreadWords(state, id) ?? []);
}

function holdNews({holds: old}: State, {holds}: State): string[] {
	return holds
		.filter(hold => !old.includes(hold))
		.map(({text}) => `HELD ${text}, it is sent in 3 seconds; :undo or Ctrl-C recalls it`);
}

function noticeNews({notices: old}: State, {notices}: State): string[] {
	const words = {info: '', done: 'DONE ', warning: 'WARNING ', failure: 'FAILED '} as const;
	return notices
		.filter(notice => !old.includes(notice))
		.map(({tone, text}) => `${words[tone]}${inWords(text)}`);
}
