import {createFirstOfOperation, printableActivity} from '../../actions/activity.ts';
import {printableLine} from '../../lib/text.ts';
import type {PastEntry} from '../kernel/journal.ts';
import type {Services} from '../kernel/services.ts';
import {afterFirstList} from '../kernel/after-first-list.ts';

/** Covers the last days of a usual team, and is read in a few milliseconds. */
const maxPast = 500;

/** Loads what earlier sessions saw for the timeline, once there is a list. The first frame does not wait for it. */
export function loadHistory({store, journal}: Services): () => void {
	const load = async () => {
		const past = await journal.past(maxPast);
		if (past.length === 0) return;
		const isFirst = createFirstOfOperation();
		const entries = past.filter(entry => entry.kind !== 'note' || isFirst(entry.activity));
		store.dispatch({type: 'timeline/loaded', past: entries.map(printableEntry)});
	};
	return afterFirstList({store}, load);
}

function printableEntry(entry: PastEntry): PastEntry {
	const server = entry.server === undefined ? undefined : printableLine(entry.server);
	switch (entry.kind) {
		case 'note':
			return {...entry, server, activity: printableActivity(entry.activity)};
		case 'bookmark':
			return {...entry, server, text: printableLine(entry.text)};
		case 'gap':
			return {...entry, server};
	}
}
