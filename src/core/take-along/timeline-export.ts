import type {Settings} from '../services.ts';
import type {State} from '../state/index.ts';
import {axisOf} from '../timeline/axis.ts';
import {serverOf, tell} from '../timeline/describe.ts';
import type {Entry as TimelineEntry} from '../timeline/entry.ts';
import {timelineTest} from '../timeline/filter.ts';
import {blindSpots} from './blind-spots.ts';
import {headingFor} from './collect.ts';
import {entryOfLine, withoutSecretsIn, type Entry} from './entry.ts';
import {formats, type FormatId} from './formats.ts';

type Wanted = {format: FormatId; now: number; hide: (text: string) => string};

/** The timeline as the screen narrows it, as the text of a file; commands have their answers there. */
export function timelineText(
	state: State,
	settings: Settings,
	{format, now, hide}: Wanted,
): {text: string; entries: number} {
	const {kinds, filter} = state.timeline;
	const {test} = timelineTest({kinds, text: filter.field.text}, state);
	const {all} = axisOf(state);
	const entries = (test ? all.filter(test) : all).map(entry =>
		withoutSecretsIn(fileEntry(entry, state), hide),
	);
	const {heading, entry} = formats[format];
	const facts: [string, string][] = [
		['Range', kinds === 'all' ? 'the whole timeline' : `the timeline, only ${kinds}`],
		...(filter.field.text.trim() === '' ? [] : [['Filter', hide(filter.field.text)] as [string, string]]),
		...blindSpots(state, state.fleet.order, {}, settings.pollMs).map((text): [string, string] => [
			'Could not see',
			text,
		]),
	];
	return {
		text: heading(headingFor('Timeline', state, {settings, now, hide}, facts)) + entries.map(entry).join(''),
		entries: entries.length,
	};
}

function fileEntry(entry: TimelineEntry, state: State): Entry {
	const {subject, serverId, at} = entry;
	const server = serverOf(state, entry);
	if (subject.what === 'line' && serverId !== undefined)
		return entryOfLine(subject.line, serverId, server ?? serverId);
	const {who, text, tone} = tell(entry, state.automations.list);
	const isPlain = who === 'state' || who === 'mark' || who === 'act';
	return {
		kind: 'note',
		at,
		serverId,
		server,
		tone: tone === 'failure' ? 'failure' : who === 'state' ? 'state' : who === 'mark' ? 'mark' : 'act',
		text: isPlain ? text : `${who}: ${text}`,
	};
}
