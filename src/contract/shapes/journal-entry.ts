import {Count, field, Id, Moment, OwnId, shapeOf, Text} from '../shape.ts';
import {recordsIn} from '../models/envelope.ts';

/**
An entry of a team's journal. `seq` orders the entries of a team, and `previous` is that of the entry before, also if it
is no longer kept; 0: there was none. `at` is when it was made, by the service's clock, and `by` the member or program
whose credentials it came with. `kind`: see `JournalKind`. `state`: what was acknowledged.
*/
export const entryShape = shapeOf({
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
	text: Text,
});
type Entry = NonNullable<ReturnType<typeof entryShape.read>>;

/** Entries, oldest first. `newest`: the `seq` of the team's newest entry.  */
export const entriesShape = shapeOf({
	entries: field<NonNullable<typeof entryShape.sent>[], Entry[]>(value =>
		(recordsIn(value) ?? []).flatMap(record => entryShape.read(record) ?? []),
	),
	newest: Count,
});
