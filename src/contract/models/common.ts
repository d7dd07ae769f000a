import {idOf, isFields, type Fields} from '../wire-values.ts';
import {createList} from './list.ts';
import {withSource} from '../sources.ts';
import {missingFrom, recordsIn} from './envelope.ts';
import type {Shape} from '../shape.ts';
import type {Listed, Unreadable} from './listed.ts';
import * as z from 'zod';

/** Returns the schema of a list of records, bare or wrapped. An invalid record never hides the others. */
export function listOf<Schema extends z.ZodType>(item: Schema) {
	return z
		.custom<z.input<Schema>[]>(value => recordsIn(value) !== undefined, 'expected a list')
		.transform((value: unknown) => {
			const records = recordsIn(value) ?? [];
			return readList(item, records, missingFrom(value, records.length));
		});
}

export function readList<Schema extends z.ZodType>(
	item: Schema,
	records: readonly unknown[],
	missing: readonly Unreadable[] = [],
): Listed<z.output<Schema>> {
	const list = createList<z.output<Schema>>();
	for (const [index, record] of records.entries()) list.addRead(() => item.safeParse(record), record, index);
	return list.done(missing);
}

const wrapperNames = ['data', 'content', 'payload', 'result', 'item', 'record'];
const maxWrappers = 3;

/**
Returns the schema of a record in any form: bare, wrapped (`{"team": {…}}`, `{"data": {…}}`), as the only item of a
list, or with its id as `teamId` if it has no `id`. `names` are the names of possible wrappers.
*/
export function recordOf<Schema extends z.ZodType>(names: readonly string[], schema: Schema) {
	const record = z
		.custom<z.input<Schema>>(() => true)
		.transform((value: unknown, context): z.output<Schema> => {
			const record = bareRecord(value, names, maxWrappers);
			const read = schema.safeParse(record);
			if (read.success) return isFields(record) ? withSource(read.data, record) : read.data;
			for (const {path, message} of read.error.issues)
				context.addIssue({code: 'custom', path: [...path], message});
			return z.NEVER;
		});
	return record.register(recordFields, {fields: fieldsIn(schema)});
}

const recordFields = z.registry<{fields: readonly string[]}>();

/** Returns the schema of a record, which reads it like its shape and says why it cannot. */
export function schemaOf<Sent, Read>(shape: Shape<Sent, Read>): z.ZodType<Read, Sent> {
	const schema = z.looseObject({}).transform((record, context): Read => {
		const read = shape.read(record);
		if (read !== undefined) return read;
		context.addIssue({code: 'custom', path: [shape.ownId ?? ''], message: 'expected an id'});
		return z.NEVER;
	});
	// It accepts more than the local service sends.
	return (schema as z.ZodType<Read, unknown> as z.ZodType<Read, Sent>).register(recordFields, {
		fields: shape.names,
	});
}

const fieldsIn = (schema: z.core.$ZodType): readonly string[] =>
	recordFields.get(schema)?.fields ?? (schema instanceof z.ZodPipe ? fieldsIn(schema.in) : []);

/** Returns the fields of a record made by `recordOf` that the specification names; a service may send more. */
export const fieldsOfRecord = (record: z.ZodType): string[] => [...(recordFields.get(record)?.fields ?? [])];

function bareRecord(value: unknown, names: readonly string[], depth: number): unknown {
	if (Array.isArray(value) && value.length === 1 && depth > 0) return bareRecord(value[0], names, depth - 1);
	if (!isFields(value) || idOf(value['id']) !== undefined || depth === 0) return value;
	for (const name of [...names, ...wrapperNames]) {
		const inner = Object.hasOwn(value, name) ? value[name] : undefined;
		const record = typeof inner === 'object' ? bareRecord(inner, names, depth - 1) : undefined;
		if (isFields(record) && idOf(record['id']) !== undefined) return record;
	}
	return withId(value, names);
}

function withId(value: Fields, names: readonly string[]): Fields {
	const id = names.map(name => idOf(value[`${name}Id`])).find(found => found !== undefined);
	return id === undefined ? value : {...value, id};
}
