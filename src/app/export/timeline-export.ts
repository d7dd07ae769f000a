import type {Settings} from '../kernel/state/settings.ts';
import type {State} from '../state.ts';
import {allEntries, type EntryTest} from '../timeline/axis.ts';
import {describeEntry, serverOf, wholeText} from '../timeline/describe.ts';
import type {Entry as TimelineEntry} from '../timeline/entry.ts';
import {hidesProbes, timelineTest} from '../timeline/timeline-filter.ts';
import {coverageGaps, entryParts, type Export, headingPart, type Part} from './export-parts.ts';
import {coverageFacts, headingFor, unknownIn} from './console-export.ts';
import {type Entry, entryOfLine} from './export-entry.ts';
import {type FormatId, formats, isUtcIn} from './formats.ts';
import {exportMessages} from '../../messages/export.ts';

type Wanted = {format: FormatId; now: number; hide: (text: string) => string};

/** Returns the text of a file with the timeline as filtered on screen. Commands include their answers. */
export function timelineExport(state: State, settings: Settings, wanted: Wanted): Export {
	const {kinds, filter} = state.timeline;
	const {test} = timelineTest({kinds, text: filter.field.text, folds: false}, state);
	// The axis changes in place while the file is being written.
	const entries = [...allEntries(state)];
	return {lines: entries.length, parts: timelineParts(state, settings, wanted, {entries, test})};
}

function* timelineParts(
	state: State,
	settings: Settings,
	{format, now, hide}: Wanted,
	{entries, test}: {entries: readonly TimelineEntry[]; test: EntryTest | undefined},
): Generator<Part, void> {
	const {kinds, filter} = state.timeline;
	const {order} = state.fleet;
	const isUtc = isUtcIn(state, format);
	const unknown = yield* unknownIn(state, order, {});
	const {whole, only, withoutProbes} = exportMessages.timeline;
	const range = kinds === 'all' ? whole : only(kinds);
	const facts: [string, string][] = [
		['Range', hidesProbes({kinds, text: filter.field.text}) ? withoutProbes(range) : range],
		...(filter.field.text.trim() === '' ? [] : [['Filter', hide(filter.field.text)] as [string, string]]),
		...coverageFacts(coverageGaps(state, order, {}, {pollMs: settings.pollMs, unknown, isUtc})),
	];
	yield headingPart(
		formats[format].heading(headingFor('Timeline', state, {settings, now, isUtc, hide}, facts)),
	);
	const shown = entries
		.values()
		.map(entry => (test && !test(entry) ? undefined : fileEntry(entry, state, isUtc)));
	yield* entryParts(shown, {format, isUtc, hide});
}

function fileEntry(entry: TimelineEntry, state: State, isUtc: boolean): Entry {
	const {subject, serverId, at} = entry;
	const server = serverOf(state, entry);
	if (subject.what === 'line' && serverId !== undefined)
		return entryOfLine(subject.line, serverId, server ?? serverId);
	const description = describeEntry(entry, state.automations.list, isUtc);
	const {who, tone} = description;
	const text = wholeText(description);
	const isPlain = who === 'state' || who === 'node' || who === 'bookmark' || who === 'action';
	return {
		kind: 'note',
		at,
		serverId,
		server,
		tone:
			tone === 'failure'
				? 'failure'
				: who === 'state' || who === 'node'
					? who
					: who === 'bookmark'
						? 'bookmark'
						: 'act',
		text: isPlain ? text : `${who}: ${text}`,
	};
}
