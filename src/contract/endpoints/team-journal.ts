import * as z from 'zod';
import {endpoint} from '../endpoint.ts';
import {JournalEntries, NewJournalEntries} from '../models/journal-entry.ts';

/** Entries that a team's admins share besides their actions on servers. Not in the specification. */
export const teamJournal = {
	/** The entries after `after`, oldest first. There may be more: read again from the last one. */
	readJournal: endpoint({
		method: 'GET',
		path: '/journal/{teamId}',
		query: {after: z.coerce.number<number>().int().min(0).optional()},
		response: JournalEntries,
		permission: 'ACCESS_SERVERS',
		extension: true,
	}),
	/**
	Stores new entries and returns all of these that are stored, also earlier ones with the same ids. Whoever only reads
	cannot silence an alert for others.
	*/
	writeJournal: endpoint({
		method: 'POST',
		path: '/journal',
		body: {entries: NewJournalEntries},
		response: JournalEntries,
		permission: 'MANAGE_SERVERS',
		extension: true,
	}),
};
