import type {teamJournal as rows} from '../../../contract/endpoints/team-journal.ts';
import type {NewJournalEntry} from '../../../contract/models/journal-entry.ts';
import type {Caller} from '../../access/accounts.ts';
import type {ServiceContext} from '../../context.ts';
import {publish} from '../../records/publish.ts';
import {type JournalRecord, ownApplicationId} from '../../records/records.ts';
import type {Transaction} from '../../records/repositories.ts';
import {journalEntryView} from '../../records/views.ts';
import type {HandlersOf} from './handlers-of.ts';

/** Notes, and other entries, that are kept for each team; entries in one response. */
const [maxEntries, maxPage] = [1000, 200];

/** The journal that the admins of a team share. */
export const teamJournal = {
	readJournal: async (_service, {teamId}, {after = 0}, {journal}) => ({
		entries: (await journal.after(teamId, after, maxPage)).map(journalEntryView),
		newest: (await journal.newest(teamId))?.seq ?? 0,
	}),
	writeJournal: async (service, caller, {entries}, records) => {
		const {journal, afterCommit} = records;
		const {teamId} = caller;
		const author = await authorOf(caller, records);
		const stored: JournalRecord[] = [];
		for (const entry of entries) {
			const id = `${teamId} ${entry.id}`;
			const known = await journal.get(id);
			const fresh = known ? undefined : await recordOf(service, {teamId, ...author}, entry, records);
			if (known) stored.push(known);
			if (!fresh) continue;
			stored.push(await journal.put({...fresh, id}));
			afterCommit(() => publish(service, teamId, {journalEntry: journalEntryView({...fresh, id})}));
		}
		await journal.dropOldest(teamId, maxEntries);
		const newest = (await journal.newest(teamId))?.seq ?? 0;
		return {entries: stored.map(journalEntryView), newest};
	},
} satisfies HandlersOf<typeof rows>;

type Author = Pick<JournalRecord, 'teamId' | 'by' | 'memberId'>;

/** Returns the name of the member or program. The owner's token has that of the team's owner. */
async function authorOf(
	{id, name, teamId, memberId}: Caller,
	{teams}: Pick<Transaction, 'teams'>,
): Promise<Pick<Author, 'by' | 'memberId'>> {
	if (id !== ownApplicationId) return {by: name, ...(memberId !== undefined && {memberId})};
	const {ownerId = '', members = []} = (await teams.get(teamId)) ?? {};
	const owner = members.find(member => member.id === ownerId);
	return owner ? {by: owner.name, memberId: ownerId} : {by: name};
}

/** Returns undefined for an entry about a server that the team does not have, or no longer. */
async function recordOf(
	{clock}: ServiceContext,
	author: Author,
	{id: entryId, kind, ageMs = 0, serverId, state, withNode, text}: NewJournalEntry,
	{journal, servers}: Pick<Transaction, 'journal' | 'servers'>,
): Promise<Omit<JournalRecord, 'id'> | undefined> {
	const {teamId} = author;
	const server = serverId === undefined ? undefined : await servers.get(serverId);
	if ((kind !== 'note' || serverId !== undefined) && server?.teamId !== teamId) return undefined;
	const now = clock.now();
	const previous = (await journal.newest(teamId))?.seq ?? 0;
	return {
		...author,
		entryId,
		// Grows even if the records are lost, so that readers of the old ones notice the new ones.
		seq: Math.max(now, previous + 1),
		previous,
		madeAt: now - ageMs,
		kind,
		...(server && {serverId: server.id, server: server.displayName}),
		...(state !== undefined && {state}),
		...(withNode && {withNode}),
		...(text !== undefined && {text}),
	};
}
