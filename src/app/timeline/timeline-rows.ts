import type {State} from '../state.ts';
import {allEntries} from './axis.ts';
import {serverOf, describeEntry} from './describe.ts';
import type {Entry, EntryKind} from './entry.ts';
import {timelineTest, type TimelineFilter} from './timeline-filter.ts';

/** An entry as it is written to a file; `at` in epoch ms. */
export type TimelineRow = {
	at: number;
	kind: EntryKind;
	by: Entry['by'];
	server: string | undefined;
	text: string;
	/** The outcome of a command. */
	outcome?: string;
	/** It stands for several that are not listed. */
	isFold?: true;
	/** From the journal of an earlier session. */
	isPast: boolean;
};

/** Returns all entries that match a filter, oldest first; by default, those that the screen shows. */
export function timelineRows(
	state: State,
	filter: TimelineFilter = {kinds: state.timeline.kinds, text: state.timeline.filter.field.text},
): TimelineRow[] {
	const {test} = timelineTest(filter, state);
	const all = allEntries(state);
	const passing = test ? all.filter(test) : all;
	return passing.map(entry => {
		const {text, outcome} = describeEntry(entry, state.automations.list);
		return {
			at: entry.at,
			kind: entry.kind,
			by: entry.by,
			server: serverOf(state, entry),
			text,
			...(outcome !== undefined && {outcome}),
			...(entry.subject.what === 'crashes' && {isFold: true as const}),
			isPast: entry.subject.what === 'past',
		};
	});
}
