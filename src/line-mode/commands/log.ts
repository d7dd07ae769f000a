import type {GameServer} from '../../contract/models/server.ts';
import {patternOf, rangesIn} from '../../app/console/read/search.ts';
import {shownLines} from '../../app/console/read/view.ts';
import {nameOf} from '../../actions/names.ts';
import {type Line, newestOf, noLines, placeAfter} from '../../app/console/record/lines.ts';
import {type ConsoleSource, consoleSources} from '../../app/console/read/reading-state.ts';
import type {State} from '../../app/state.ts';
import {clockText} from '../../lib/time/ago.ts';
import {entryText, linesOfEntry, printedText} from '../texts.ts';
import type {LineSession} from '../session.ts';
import {serverOf} from '../named-servers.ts';
import {lineConsoleMessages, lineMessages} from '../../messages/line-mode.ts';
import {activityText} from '../../actions/activity.ts';

const usualLines = 20;
const maxSearched = 5000;

const sources = consoleSources.filter(source => source !== 'commands');
const query = new RegExp(String.raw`^(?:(${sources.join('|')})\b)?\s*(?:(\d+)(?=\s|$))?\s*(.*)$`, 's');

type LogEntry = {at: number; lines: readonly string[]};

/** Parses `mine 50 words` into the source, the maximum number of lines and the search text. */
function parseLogQuery(rest: string): {source: ConsoleSource; most: number; sought: string} {
	const [, word, count, sought = ''] = query.exec(rest) ?? [];
	return {
		source: sources.find(name => name === word) ?? 'commands',
		most: count === undefined ? usualLines : Number(count),
		sought,
	};
}

/** Returns the number of unread lines of a console; 0 if unknown. */
function unreadIn({reading, console}: Pick<State, 'reading' | 'console'>, serverId: string): number {
	const after = reading.unread.get(serverId);
	const lines = shownLines(console.get(serverId)?.lines ?? noLines, 'commands');
	return after === undefined ? 0 : lines.length - placeAfter(lines, after);
}

/**
Returns undefined if nothing is unread. For a console that was never read, the number of unread lines is unknown.
*/
export function unreadWords(state: State, serverId: string): string | undefined {
	const count = unreadIn(state, serverId);
	if (count > 0) return lineConsoleMessages.unread(count);
	return state.unread.servers.has(serverId) ? lineConsoleMessages.unreadSome : undefined;
}

/** Prints the last lines of a console with the bookmarks between them, or the lines that contain a text. */
export function printLog(session: LineSession, rest: string): void {
	const {fleet} = session.services.store.getState();
	const [word, quoted, plain] = /^(?:"([^"]*)"|(\S+))/.exec(rest) ?? [];
	const name = quoted ?? plain;
	const named = fleet.servers.values().find(server => nameOf(server) === name || server.id === name);
	const server = named ?? serverOf(session, '');
	if (!server) return;
	const wanted = named && word ? rest.slice(word.length).trim() : rest;
	const most = unreadIn(session.services.store.getState(), server.id);
	if (wanted !== 'unread') printEntries(session, server, parseLogQuery(wanted));
	else if (most === 0) session.print(lineConsoleMessages.nothingNew(nameOf(server)));
	else printEntries(session, server, {source: 'commands', most, sought: ''});
}

/** Searches the console: prints the number of matching lines and the newest of them. */
export function printMatches(session: LineSession, sought: string): void {
	const server = sought === '' ? undefined : serverOf(session, '');
	if (sought === '') session.print(lineConsoleMessages.findTakes);
	else if (server) printEntries(session, server, {source: 'all', most: usualLines, sought});
}

function printEntries(
	{services, print}: LineSession,
	server: GameServer,
	{source, most, sought}: ReturnType<typeof parseLogQuery>,
): void {
	const {console, view, bookmarks} = services.store.getState();
	const pattern = patternOf(sought);
	if (pattern.problem !== undefined) {
		print(lineConsoleMessages.wrongPattern(sought, pattern.problem));
		return;
	}
	const lines = newestOf(shownLines(console.get(server.id)?.lines ?? noLines, source), maxSearched);
	const entries = [
		...lines.map((line): LogEntry => ({at: line.at, lines: wordsOf(line, nameOf(server))})),
		...(source === 'all' || source === 'commands' ? bookmarks : []).map(({at, note}): LogEntry => ({
			at,
			lines: [lineConsoleMessages.bookmark(note).trim()],
		})),
	]
		.filter(({lines}) => lines.length > 0)
		.toSorted((a, b) => a.at - b.at);
	const found =
		sought === '' ? entries : entries.filter(({lines}) => rangesIn(lines.join('\n'), pattern).length > 0);
	if (found.length === 0) {
		print(lineConsoleMessages.nothingFits(nameOf(server)));
		return;
	}
	const utc = view.time === 'utc';
	print(
		found
			.slice(-most)
			.flatMap(({at, lines: [first = '', ...others]}) => [`${clockText(at, utc)} ${first}`, ...others]),
	);
	if (sought !== '') {
		const part = found.length > most ? lineMessages.newestShown(most) : '';
		print(lineConsoleMessages.found(found.length, nameOf(server), part));
	}
}

function wordsOf(line: Line, server: string): readonly string[] {
	switch (line.kind) {
		case 'note':
			return [activityText(line.activity)];
		case 'command':
			return linesOfEntry(entryText(line, server));
		case 'output':
			return [printedText(line, server)];
	}
}
