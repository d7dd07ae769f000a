import {printableLine} from '../../lib/text.ts';
import type {Services} from '../services.ts';
import {afterFirstList} from './after-first-list.ts';
import {onceForAll} from './once-for-all.ts';

/** Enough for the last days of a usual team, and read in a few milliseconds. */
const mostPast = 500;

/** Once, when there is a list: what earlier sessions saw, for the timeline. The first paint does not wait for it. */
export function recallPast({store, memory}: Services): () => void {
	const recall = async () => {
		const past = await memory.past(mostPast);
		if (past.length === 0) return;
		const clean = past.filter(onceForAll()).map(entry => ({
			...entry,
			text: printableLine(entry.text),
			server: entry.server === undefined ? undefined : printableLine(entry.server),
		}));
		store.dispatch({type: 'timeline/recalled', past: clean});
	};
	return afterFirstList({store}, recall);
}
