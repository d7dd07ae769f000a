import {setTimeout as sleep} from 'node:timers/promises';
import type {ApiClient} from './api.ts';

type Entry = Record<string, unknown>;

export type FollowedJournal = {
	/** Resolves to all entries, oldest first. */
	stop: () => Promise<Entry[]>;
};

/** Well below the time in which the service drops the oldest entries. */
const everyMs = 3000;

/** Reads a team's journal as it grows, like another program of the team. */
export function followJournal(api: ApiClient, teamId: string): FollowedJournal {
	const entries: Entry[] = [];
	const stopping = new AbortController();
	/** Returns whether there may be more. */
	const read = async (): Promise<boolean> => {
		const after = Number(entries.at(-1)?.['seq'] ?? 0);
		const {body, outcome} = await api.get(`/journal/${teamId}?after=${after}&limit=500`);
		const page = (body['entries'] ?? []) as Entry[]; // of our own service
		entries.push(...page);
		return outcome !== 'accepted' || page.length > 0;
	};
	const follow = async () => {
		while (!stopping.signal.aborted) {
			await read();
			await sleep(everyMs, undefined, {signal: stopping.signal}).catch(() => {});
		}
		while (await read());
	};
	const following = follow();
	return {
		stop: async () => {
			stopping.abort();
			await following;
			return entries;
		},
	};
}
