import {mergeSorted} from '../../lib/lists/merge-sorted.ts';
import {type Line, newestOf, noLines, oldestFirst} from '../console/record/lines.ts';
import {serverName} from '../../actions/names.ts';
import type {Settings} from '../kernel/state/settings.ts';
import {notableSkew} from '../kernel/state/access.ts';
import type {State} from '../state.ts';
import {
	countParts,
	coverageGaps,
	entryParts,
	type Export,
	gapTouches,
	headingPart,
	isUnknown,
	isWithin,
	type Part,
	type Span,
} from './export-parts.ts';
import {bookmarkEntry, entryOfLine, type Entry} from './export-entry.ts';
import {fileTime, formats, type FormatId, type Heading, isUtcIn} from './formats.ts';
import {offsetText} from '../../lib/time/ago.ts';
import {exportMessages} from '../../messages/export.ts';

type Placed = {order: number; entry: Entry | undefined};

/** Returns the newest entries of a console in order, including feed gaps and bookmarks. */
export function newestEntries(state: State, serverId: string, most: number): Entry[] {
	const lines = newestOf(state.console.get(serverId)?.lines ?? noLines, most);
	return [...inOrder(state, [{serverId, lines}], {})].flatMap(({entry}) => entry ?? []).slice(-most);
}

/**
Yields the entries of these consoles within a time span, including gaps and bookmarks; undefined for each
entry outside it.
*/
export function* entriesOf(
	state: State,
	serverIds: readonly string[],
	span: Span,
): Generator<Entry | undefined, void> {
	const lists = serverIds.map(serverId => ({
		serverId,
		lines: oldestFirst(state.console.get(serverId)?.lines ?? noLines),
	}));
	for (const {entry} of inOrder(state, lists, span)) yield entry;
}

/** Keeps the order of each console. */
function inOrder(
	state: State,
	consoles: readonly {serverId: string; lines: Iterable<Line>}[],
	span: Span,
): Generator<Placed, void> {
	// Gaps and bookmarks are dated by our clock, lines by the clock of the service.
	const skewMs = notableSkew(state.access) ?? 0;
	const gaps = state.feed.gaps
		.filter(gap => gapTouches(gap, span))
		.map(({from, to, filled}): Placed => ({
			order: from + skewMs,
			entry: {kind: 'gap', at: from, to, filled},
		}));
	const bookmarks = state.bookmarks
		.filter(({at}) => isWithin(at, span))
		.map(({at, note}): Placed => ({order: at + skewMs, entry: bookmarkEntry(at, note)}));
	const lines = consoles.map(({serverId, lines: of}) =>
		placeEntries(of, serverId, serverName(state.fleet, serverId), span),
	);
	return mergeSorted([gaps, bookmarks, ...lines], ({order}) => order);
}

function* placeEntries(
	lines: Iterable<Line>,
	serverId: string,
	server: string,
	span: Span,
): Generator<Placed, void> {
	for (const line of lines) {
		const entry = isWithin(line.at, span) ? entryOfLine(line, serverId, server) : undefined;
		yield {order: line.order, entry};
	}
}

type About = {settings: Settings; now: number; isUtc: boolean; hide: (text: string) => string};

/** Returns the heading of an export: author, source, time and notes, without secrets. */
export function headingFor(
	title: string,
	state: State,
	{settings: {profile, version}, now, isUtc, hide}: About,
	more: Heading['facts'],
): Heading {
	const {team} = state.access;
	const facts: Heading['facts'] = [
		['Written', exportMessages.heading.written(fileTime(now, isUtc), version, profile.label)],
		['Team', team?.name ?? team?.id ?? exportMessages.heading.notKnown],
		['Times', exportMessages.heading.times(offsetText(now, isUtc))],
		...clockFacts(state),
		...more,
		['Secrets', exportMessages.heading.secrets],
	];
	return {title: hide(title), facts: facts.map(([label, text]) => [label, hide(text)])};
}

/** Times of the service and of this machine are not comparable if their clocks differ. */
function clockFacts({access}: State): Heading['facts'] {
	const skewMs = notableSkew(access);
	if (skewMs === undefined) return [];
	const by = exportMessages.heading.clockDifference(Math.round(Math.abs(skewMs) / 1000), skewMs);
	return [['Clocks', exportMessages.heading.clocks(by)]];
}

type Wanted = {
	serverIds: readonly string[];
	span: Span;
	range: string;
	format: FormatId;
	now: number;
	hide: (text: string) => string;
};

/** Returns the text of a file with the entries of consoles within a time span. */
export function consoleExport(state: State, settings: Settings, wanted: Wanted): Export {
	const buffers = wanted.serverIds.flatMap(id => state.console.get(id) ?? []);
	return {
		lines: buffers.reduce((sum, {lines}) => sum + lines.length, 0),
		parts: consoleParts(state, settings, wanted),
	};
}

function* consoleParts(
	state: State,
	settings: Settings,
	{serverIds, span, range, format, now, hide}: Wanted,
): Generator<Part, void> {
	const unknown = yield* unknownIn(state, serverIds, span);
	const of =
		serverIds.length === 1
			? serverName(state.fleet, serverIds[0] ?? '')
			: exportMessages.heading.consoles(serverIds.length);
	const isUtc = isUtcIn(state, format);
	const facts: [string, string][] = [
		['Range', range],
		...coverageFacts(coverageGaps(state, serverIds, span, {pollMs: settings.pollMs, unknown, isUtc})),
	];
	const heading = headingFor(exportMessages.heading.console(of), state, {settings, now, isUtc, hide}, facts);
	yield headingPart(formats[format].heading(heading));
	yield* entryParts(entriesOf(state, serverIds, span), {format, isUtc, hide});
}

/** Counts in parts the commands that may or may not have run. */
export const unknownIn = (state: State, serverIds: readonly string[], span: Span): Generator<Part, number> =>
	countParts(
		serverIds.flatMap(id => state.console.get(id)?.lines ?? []),
		isUnknown(span),
	);

export const coverageFacts = (words: readonly string[]): [string, string][] =>
	words.map(text => [exportMessages.heading.couldNotSee, text]);
