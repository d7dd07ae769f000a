import * as z from 'zod';
import {
	createRenamer,
	type Fields,
	flagOf,
	idOf,
	idsOf,
	isFields,
	numberOf,
	type OtherNames,
	type RecordNames,
	textOf,
	valueNamed,
	wordsOf,
} from './wire-values.ts';
import {readMoment, type Moment as MomentRead} from './moments.ts';
import {sourceOf, withSource} from './sources.ts';
import {readState} from './states.ts';

/** A field of a record that is read whatever it holds. `Sent`: what the local service sends, unless it leaves the field out. */
type Field<Sent, Read> = z.ZodType<Read, Sent | null | undefined> & {_zod: {optin: 'optional'}};

/** Returns a field that is never invalid, so that it never makes its record unreadable. */
export const field = <Sent, Read>(read: (value: unknown) => Read): Field<Sent, Read> =>
	// The types do not say that a transform also reads a field that is missing.
	z.transform((value: unknown) => read(value)) as z.ZodType<Read> as Field<Sent, Read>;

/*
Records share these: creating a schema takes longer than applying it.
*/
export const Text = field<string, string | undefined>(textOf);
export const Id = field<string, string | undefined>(idOf);
export const Ids = field<string[], string[]>(idsOf);
export const Count = field<number, number | undefined>(numberOf);
export const Flag = field<boolean, boolean | undefined>(flagOf);
export const Words = field<string[], string[] | undefined>(wordsOf);
export const Moment = field<string | number, MomentRead>(readMoment);
export const State = field<string, string | undefined>(readState);
export const OpenRecord = field<Fields, Fields | undefined>(value => (isFields(value) ? value : undefined));
export const Anything = z.unknown().optional();
/** The id of a record. A record without one is unreadable. */
export const OwnId = z
	.custom<string>(value => idOf(value) !== undefined, 'expected an id')
	.transform(id => idOf(id) ?? '');

const recordNames = z.registry<RecordNames>();

/**
Declares the fields of a record, and `others`: what other services call them. A record may have more fields, which stay as they
are.
*/
export function record<const Given extends z.ZodRawShape>(given: Given, others: OtherNames = {}) {
	const names = Object.keys(given);
	const schemas = new Map(Object.entries(given));
	const withUsualNames = createRenamer(names, others, (name, value) => {
		const schema = schemas.get(name);
		const read = schema && z.safeParse(schema, value);
		// Some fields are an empty text if there is none.
		return read?.success === true && read.data !== undefined && (read.data !== '' || value === '');
	});
	const fields = z.object(given);
	const schema = z.transform((sent: unknown, context) => {
		const renamed = isFields(sent) ? withUsualNames(sent) : sent;
		const {success, data, error} = fields.safeParse(renamed);
		if (success) return {...otherFields(renamed as Fields), ...data};
		for (const {path, message} of error.issues) context.addIssue({code: 'custom', path: [...path], message});
		return z.NEVER;
	});
	// It accepts more than the local service sends.
	return (
		schema as z.ZodType as z.ZodType<z.output<typeof fields> & Fields, z.input<typeof fields> & Fields>
	).register(recordNames, {names, withUsualNames});
}

/** More fields than any service sends. Copying 200,000 takes a second. */
const maxFields = 2000;

/** Returns the fields that are kept although nobody reads them: none of a hostile record. */
function otherFields(sent: Fields): Fields {
	if (Object.keys(sent).length > maxFields) return {};
	if (!Object.hasOwn(sent, '__proto__')) return sent;
	const {['__proto__']: _, ...others} = sent;
	return others;
}

/** Returns the names of the fields of a record, also of one whose schema was extended. */
export const namesIn = (schema: z.core.$ZodType): RecordNames | undefined =>
	recordNames.get(schema) ??
	(schema instanceof z.ZodPipe ? (namesIn(schema.in) ?? namesIn(schema.out)) : undefined);

/** Returns the fields of a record that the specification names; a service may send more. */
export const fieldsOfRecord = (schema: z.ZodType): string[] => [...(namesIn(schema)?.names ?? [])];

/** Gives the fields of a record their usual names. */
export const withUsualNames = (schema: z.ZodType, sent: Fields): Fields =>
	namesIn(schema)?.withUsualNames(sent) ?? sent;

const wrapperNames = ['data', 'content', 'payload', 'result', 'item', 'record', 'body'];
const maxWrappers = 3;

/** `names`: of possible wrappers. `isAlsoId`: a text or number is the id of a record. */
type Forms = {names: readonly string[]; hasId: (value: Fields) => boolean; isAlsoId: boolean};

/**
Returns the schema of a record in any form: bare, wrapped (`{"team": {…}}`, `{"data": {…}}`), as the only item of a
list, or with its id as `_id`, `uuid` or `teamId` if it has no `id`. Keeps the record as sent, for `sourceOf`.
*/
export function recordOf<Schema extends z.ZodType>(
	names: readonly string[],
	schema: Schema,
	isAlsoId = false,
) {
	const hasId = (value: Fields) => idOf(withUsualNames(schema, value)['id']) !== undefined;
	const forms = {names: [...names, ...wrapperNames], hasId, isAlsoId};
	const read = z.transform((value: z.input<Schema>, context): z.output<Schema> => {
		// It was read before.
		if (isFields(value) && sourceOf(value)) return value as z.output<Schema>;
		const sent = bareRecord(value, forms, maxWrappers);
		const {success, data, error} = schema.safeParse(sent);
		if (success) return isFields(sent) ? withSource(data, sent) : data;
		for (const {path, message} of error.issues) context.addIssue({code: 'custom', path: [...path], message});
		return z.NEVER;
	});
	const known = namesIn(schema);
	return known ? read.register(recordNames, known) : read;
}

function bareRecord(value: unknown, forms: Forms, depth: number): unknown {
	if (Array.isArray(value) && value.length === 1 && depth > 0) return bareRecord(value[0], forms, depth - 1);
	if (forms.isAlsoId && isBareId(value)) return {id: value};
	if (!isFields(value) || idOf(valueNamed(value, 'id')) !== undefined || depth === 0) return value;
	for (const name of forms.names) {
		const inner = valueNamed(value, name);
		const isInside = typeof inner === 'object' || (forms.isAlsoId && name !== 'result' && name !== 'body');
		const record = isInside ? bareRecord(inner, forms, depth - 1) : undefined;
		if (isFields(record) && forms.hasId(record)) return record;
	}
	return value;
}

/** An id has no spaces; a sentence does. */
const isBareId = (value: unknown): boolean => /^\S+$/.test(idOf(value) ?? '');
