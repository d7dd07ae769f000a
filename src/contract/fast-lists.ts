import {excessOf, missingFrom, pageAround, recordsIn, type Page} from './models/envelope.ts';
import {createList} from './models/list.ts';
import type {Listed, Unreadable} from './models/listed.ts';
import {readWithSource, type Shape} from './shape.ts';

/**
Returns the list of records with their own ids, as the schema of the list reads it; undefined if one cannot be read so. Then
the schema reads all, and says why it cannot.
*/
function readUsual<Sent, Read>(
	shape: Shape<Sent, Read>,
	records: readonly unknown[],
	missing: readonly Unreadable[],
): Listed<Read> | undefined {
	const list = createList<Read>();
	for (const [index, record] of records.entries()) {
		const read = readWithSource(shape, record);
		if (read === undefined) return undefined;
		list.add(read, index);
	}
	return list.done(missing);
}

export const listReader =
	<Sent, Read>(shape: Shape<Sent, Read>) =>
	(value: unknown): Listed<Read> | undefined => {
		const records = recordsIn(value);
		return records && readUsual(shape, records, missingFrom(value, records.length));
	};

export const pageReader =
	<Sent, Read>(shape: Shape<Sent, Read>) =>
	(value: unknown): Page<Read> | undefined => {
		const records = recordsIn(value);
		const list = records && readUsual(shape, records, excessOf(value, records.length));
		return list && pageAround(value, list);
	};
