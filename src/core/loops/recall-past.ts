import {printableLine} from '../../lib/text.ts';
import type {PastEntry} from '../memory.ts';
import type {Services} from '../services.ts';
import {afterFirstList} from './after-first-list.ts';

/** Enough for the last days of a usual team, and read in a few milliseconds. */
const mostPast = 500;

/** Once, when there is a list: what earlier sessions saw, for the timeline. The first paint does not wait for it. */
export function recallPast({store, memory}: Services): () => void {
	const recall = async () => {
		const past = await memory.past(mostPast);
		if (past.length === 0) return;
		const clean = past.filter(isFirst()).map(entry => ({
			...entry,
			text: printableLine(entry.text),
			server: entry.server === undefined ? undefined : printableLine(entry.server),
		}));
		store.dispatch({type: 'timeline/recalled', past: clean});
	};
	return afterFirstList({store}, recall);
}

/** One act on several servers was kept for each of them, all in the same second. */
function isFirst(): (entry: PastEntry) => boolean {
	const seen = new Set<string>();
	return ({kind, at, text}) => {
		if (kind !== 'act' && kind !== 'failure') return true;
		const name = `${Math.floor(at / 1000)} ${text}`;
		if (seen.has(name)) return false;
		seen.add(name);
		return true;
	};
}
