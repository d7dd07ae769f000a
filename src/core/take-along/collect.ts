import {noLines, oldestFirst} from '../state/console-lines.ts';
import {serverName} from '../list/order.ts';
import type {Settings} from '../services.ts';
import {notableSkew} from '../state/access.ts';
import type {State} from '../state/index.ts';
import {blindSpots, gapTouches, isWithin, type Span} from './blind-spots.ts';
import {entryOfLine, withoutSecretsIn, type Entry} from './entry.ts';
import {formats, utc, type FormatId, type Heading} from './formats.ts';

const markEntry = (at: number, text: string): Entry => ({
	kind: 'note',
	at,
	serverId: undefined,
	server: undefined,
	tone: 'mark',
	text,
});

/** Everything that the consoles of these servers have of a stretch of time, with the gaps of the feed, in its order. */
export function collect(state: State, serverIds: readonly string[], span: Span): Entry[] {
	const lists = serverIds.map(id => {
		const server = serverName(state.fleet, id);
		return [...oldestFirst(state.console[id]?.lines ?? noLines)]
			.filter(line => isWithin(line.at, span))
			.map(line => ({order: line.order, entry: entryOfLine(line, id, server)}));
	});
	// Gaps and marks are told by our clock, lines by that of the service.
	const skewMs = notableSkew(state.access) ?? 0;
	const gaps = state.feed.gaps
		.filter(gap => gapTouches(gap, span))
		.map(({from, to, filled}) => ({
			order: from + skewMs,
			entry: {kind: 'gap', at: from, to, filled} satisfies Entry,
		}));
	const marks = state.marks
		.filter(({at}) => isWithin(at, span))
		.map(({at, note}) => ({order: at + skewMs, entry: markEntry(at, note)}));
	// Within a server the order of its console stays: that is what the sort being stable is for.
	return [...gaps, ...marks, ...lists.flat()].toSorted((a, b) => a.order - b.order).map(({entry}) => entry);
}

type About = {settings: Settings; now: number; hide: (text: string) => string};

/** Who writes this, of what, and when; without secrets. */
export function headingFor(
	title: string,
	state: State,
	{settings: {profile, version}, now, hide}: About,
	more: Heading['facts'],
): Heading {
	const {team} = state.access;
	const facts: Heading['facts'] = [
		['Written', `${utc(now)} by rcondeck ${version}, profile ${profile.label}`],
		['Team', team?.name ?? team?.id ?? 'not known'],
		['Times', 'UTC, of the service where it gives one, else of this machine'],
		...clockFacts(state),
		...more,
		['Secrets', 'what looks like one is ***'],
	];
	return {title: hide(title), facts: facts.map(([label, text]) => [label, hide(text)])};
}

/** Times of the service and of this machine do not compare where their clocks differ. */
function clockFacts({access}: State): Heading['facts'] {
	const skewMs = notableSkew(access);
	if (skewMs === undefined) return [];
	const by = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'behind' : 'ahead of'}`;
	return [['Clocks', `this machine is ${by} the service`]];
}

type Wanted = {
	serverIds: readonly string[];
	span: Span;
	range: string;
	format: FormatId;
	now: number;
	hide: (text: string) => string;
};

/** The whole text of an export, and how many entries it has. */
export function exportText(
	state: State,
	settings: Settings,
	{serverIds, span, range, format, now, hide}: Wanted,
): {text: string; entries: number} {
	const entries = collect(state, serverIds, span).map(one => withoutSecretsIn(one, hide));
	const {heading, entry} = formats[format];
	const of =
		serverIds.length === 1 ? serverName(state.fleet, serverIds[0] ?? '') : `${serverIds.length} consoles`;
	const facts: [string, string][] = [
		['Range', range],
		...blindSpots(state, serverIds, span, settings.pollMs).map((text): [string, string] => [
			'Could not see',
			text,
		]),
	];
	return {
		text:
			heading(headingFor(`Console of ${of}`, state, {settings, now, hide}, facts)) +
			entries.map(entry).join(''),
		entries: entries.length,
	};
}
