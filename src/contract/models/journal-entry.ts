import * as z from 'zod';
import {idField} from '../fields.ts';
import {Count, Flag, Id, Moment, OwnId, record, Text} from '../record.ts';
import {listIn} from './list.ts';

/** `note`: a bookmark. The others concern the alert of a server. */
export const journalKinds = ['note', 'acknowledged', 'unacknowledged'] as const;
export type JournalKind = (typeof journalKinds)[number];

/**
An entry of a team's journal. `seq` orders the entries of a team, and `previous` is that of the entry before, also if it
is no longer kept; 0: there was none. `at` is when it was made, by the service's clock, and `by` the member or program
whose credentials it came with. `kind`: see `JournalKind`. `state`: what was acknowledged. `withNode`: as part of its lost
node, so that its own crashes still alert.
*/
export const JournalEntry = record({
	id: OwnId,
	seq: Count,
	previous: Count,
	at: Moment,
	by: Text,
	memberId: Id,
	kind: Text,
	serverId: Id,
	server: Text,
	state: Text,
	withNode: Flag,
	text: Text,
});
export type JournalEntry = z.output<typeof JournalEntry>;

/** Entries, oldest first. `newest`: the `seq` of the team's newest entry.  */
export const JournalEntries = record({entries: listIn(JournalEntry), newest: Count});

const maxLength = 1000;
const maxEntries = 100;
/** The longest time without the service that the time of an entry reflects: a week. */
const maxAgeMs = 7 * 24 * 3_600_000;
const text = z.string().max(maxLength);

/**
A new entry. Its id is made by its author, so that it can be sent twice. `ageMs`: how long ago it was made, for one that
could not be sent at once.
*/
const NewJournalEntry = z.strictObject({
	id: idField.max(100),
	kind: z.enum(journalKinds),
	ageMs: z.int().min(0).max(maxAgeMs).optional(),
	serverId: text.optional(),
	state: text.optional(),
	withNode: z.literal(true).optional(),
	text: text.optional(),
});
export type NewJournalEntry = z.output<typeof NewJournalEntry>;
export const NewJournalEntries = z.array(NewJournalEntry).min(1).max(maxEntries);
