import * as z from 'zod';
import {idField} from '../fields.ts';
import {entriesShape, entryShape} from '../shapes/journal-entry.ts';
import {schemaOf} from './common.ts';

/** `note`: a bookmark. The others concern the alert of a server. */
const journalKinds = ['note', 'acknowledged', 'unacknowledged'] as const;
export type JournalKind = (typeof journalKinds)[number];

export const JournalEntry = schemaOf(entryShape);
export type JournalEntry = z.output<typeof JournalEntry>;

export const JournalEntries = schemaOf(entriesShape);

const maxLength = 1000;
const maxEntries = 100;
/** The longest time without the service that the time of an entry reflects: a week. */
const maxAgeMs = 7 * 24 * 3_600_000;
const text = z.string().max(maxLength);

/**
A new entry. Its id is made by its author, so that it can be sent twice. `ageMs`: how long ago it was made, for one that
could not be sent at once.
*/
const NewJournalEntry = z.object({
	id: idField.max(100),
	kind: z.enum(journalKinds),
	ageMs: z.int().min(0).max(maxAgeMs).optional(),
	serverId: text.optional(),
	state: text.optional(),
	text: text.optional(),
});
export type NewJournalEntry = z.output<typeof NewJournalEntry>;
export const NewJournalEntries = z.array(NewJournalEntry).min(1).max(maxEntries);
