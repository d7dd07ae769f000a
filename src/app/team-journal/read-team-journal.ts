import type {ReceivedTeamEntry, TeamEntry} from '../../actions/team-entry.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import {type JournalEntry, journalKinds} from '../../contract/models/journal-entry.ts';
import {knownMoment} from '../../contract/moments.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {printableLine} from '../../lib/text/text.ts';
import {teamJournalMessages} from '../../messages/team.ts';
import type {SessionJournal} from '../kernel/state/journal.ts';

/** `skewMs`: how far the service's clock is ahead of ours. */
export type SyncOptions = {
	api: Pick<Api, 'readJournal' | 'writeJournal'>;
	journal: Pick<SessionJournal, 'teamJournal' | 'keep'>;
	teamId: string;
	canWrite: boolean;
	now: number;
	skewMs: number;
	signal: AbortSignal;
};

/** `isIncomplete`: the service no longer has some entries after the last one that was read. */
export type TeamNews = {entries: readonly ReceivedTeamEntry[]; last: number; isIncomplete: boolean};

/** Another service may have other limits. */
const [maxPages, maxPerRequest, maxText, maxName] = [20, 100, 1000, 40];
const maxAgeMs = 7 * 24 * 3_600_000;

/**
Sends the entries that the service does not have yet, then reads those of others and keeps them in the journal; reads
also if it could not send. `last`: the last entry that this session has read; undefined: it begins where the journal
ends. Rejects with `ApiError`.
*/
export async function syncTeamJournal(options: SyncOptions, last?: number): Promise<TeamNews> {
	const {journal, canWrite} = options;
	const known = await journal.teamJournal();
	if (canWrite) await trySend(options, known.unsent);
	// Another session of this machine may have read further, but shows the entries to its user only.
	const news = await read(options, last ?? known.last);
	journal.keep(news.entries.map(entry => ({kind: 'teamEntry', at: entry.at, entry})));
	return {...news, entries: news.entries.filter(({id}) => !known.ownIds.has(id))};
}

/** A session that lost the permission to write still reads. Unsent entries stay in the journal. */
async function trySend(options: SyncOptions, entries: readonly TeamEntry[]): Promise<void> {
	try {
		await send(options, entries);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}

async function send(options: SyncOptions, entries: readonly TeamEntry[]): Promise<void> {
	const {api, journal, now, signal} = options;
	for (let from = 0; from < entries.length; from += maxPerRequest) {
		const batch = entries.slice(from, from + maxPerRequest);
		try {
			await api.writeJournal(
				{entries: batch.map(entry => newEntryOf(entry, now))},
				{signal, background: true},
			);
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 400) throw error;
			// One that this service does not accept must not hold up the others.
			if (batch.length > 1) for (const entry of batch) await send(options, [entry]);
		}
		journal.keep([{kind: 'teamDelivered', at: now, ids: batch.map(({id}) => id)}]);
	}
}

const newEntryOf = ({id, at, what, serverId, text, withNode}: TeamEntry, now: number) => ({
	id,
	kind: what,
	ageMs: Math.round(Math.max(0, Math.min(maxAgeMs, now - at))),
	...(serverId !== undefined && {serverId}),
	...(text !== undefined && {[what === 'note' ? 'text' : 'state']: text.slice(0, maxText)}),
	...(withNode && {withNode}),
});

async function read(options: SyncOptions, from: number): Promise<TeamNews> {
	const {api, teamId, signal} = options;
	const entries: ReceivedTeamEntry[] = [];
	let [last, isIncomplete] = [from, false];
	for (let page = 0; page < maxPages; page++) {
		const {entries: listed, newest = last} = await api.readJournal(
			{teamId, after: last},
			{signal, background: true},
		);
		// The service has lost the entries that were read.
		if (newest < last && page === 0) last = 0;
		else {
			const fresh = listed.filter(({seq = 0}) => seq > last);
			isIncomplete ||= last > 0 && hasGap(fresh, last);
			pushAll(
				entries,
				fresh.flatMap(entry => receivedEntry(entry, options)),
			);
			if (fresh.length === 0) break;
			last = fresh.reduce((newest, {seq = 0}) => Math.max(newest, seq), last);
		}
	}
	return {entries, last, isIncomplete};
}

/** Returns whether entries after `last` are missing: the service drops the oldest of each kind. */
const hasGap = (entries: readonly JournalEntry[], last: number): boolean =>
	entries.some(({previous = 0}, index) => previous > (entries[index - 1]?.seq ?? last));

/** Returns nothing for an entry of an unknown kind. */
function receivedEntry(entry: JournalEntry, {now, skewMs}: SyncOptions): ReceivedTeamEntry[] {
	const {id, seq = 0, by = '', serverId, server, withNode} = entry;
	const what = journalKinds.find(kind => kind === entry.kind);
	if (!what) return [];
	const text = what === 'note' ? entry.text : entry.state;
	const line = (words: string | undefined, most: number) =>
		words === undefined ? undefined : printableLine(words.slice(0, most)).trim();
	return [
		{
			id,
			seq,
			at: Math.min(now, (knownMoment(entry.at) ?? now + skewMs) - skewMs),
			by: line(by, maxName) || teamJournalMessages.someone,
			what,
			serverId,
			server: line(server, maxText),
			text: line(text, maxText),
			...(withNode && {withNode}),
		},
	];
}
