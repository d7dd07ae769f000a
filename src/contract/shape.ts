import {withSource} from './sources.ts';
import {flagOf, idOf, isFields, numberOf, textOf, wordsOf, type Fields} from './wire-values.ts';
import {readMoment, type Moment as MomentRead} from './moments.ts';

/**
How a field of a record is read: whatever it holds, so that it never makes its record unreadable. `Sent` is the type that
the local service sends.
*/
export interface Reader<Sent, Read> {
	(value: unknown): Read;
	readonly sent?: Sent;
}
/** A field that the type of a record need not have. */
type Optional = {readonly isOptional: true};
/** The id of a record. A record without one is unreadable. */
type Own = {readonly isOwnId: true};

export const field = <Sent, Read>(read: (value: unknown) => Read): Reader<Sent, Read> => read;
export const optional = <Sent, Read>(read: Reader<Sent, Read>): Reader<Sent, Read> & Optional =>
	Object.assign((value: unknown) => read(value), {isOptional: true} as const);

export const Text = field<string, string | undefined>(textOf);
export const Id = field<string, string | undefined>(idOf);
export const Count = field<number, number | undefined>(numberOf);
export const Flag = field<boolean, boolean | undefined>(flagOf);
export const Words = field<string[], string[] | undefined>(wordsOf);
export const Moment = field<string | number, MomentRead>(readMoment);
export const OpenRecord = field<Fields, Fields | undefined>(value => (isFields(value) ? value : undefined));
export const Anything = optional(field<unknown, unknown>(value => value));
export const OwnId: Reader<string, string> & Own = Object.assign((value: unknown) => idOf(value) ?? '', {
	isOwnId: true,
} as const);

type Readers = Readonly<{[name: string]: Reader<unknown, unknown>}>;
type Simple<Type> = {[Key in keyof Type]: Type[Key]};
type ReadOf<Given extends Readers> = Simple<
	{[Name in keyof Given as Given[Name] extends Optional ? never : Name]: ReturnType<Given[Name]>} & {
		[Name in keyof Given as Given[Name] extends Optional ? Name : never]?: ReturnType<Given[Name]>;
	} & Fields
>;
type SentOf<Given extends Readers> = Simple<
	{[Name in keyof Given as Given[Name] extends Own ? Name : never]: string} & {
		[Name in keyof Given as Given[Name] extends Own ? never : Name]?: Given[Name] extends Reader<
			infer Sent,
			unknown
		>
			? Sent | null | undefined
			: never;
	} & Fields
>;

/** The fields of a record that the contract reads. A record may have more, which stay as they are. */
export type Shape<Sent, Read> = {
	names: readonly string[];
	/** The name of its own id, without which it is unreadable. */
	ownId: string | undefined;
	/** Returns a copy in which the fields are read; undefined if the record is unreadable. */
	read: (record: unknown) => Read | undefined;
	readonly sent?: Sent;
};

/** Declares the fields of a record. They need no schemas, because the TUI at rest and its first list use none. */
export function shapeOf<const Given extends Readers>(given: Given): Shape<SentOf<Given>, ReadOf<Given>> {
	const readers = Object.entries(given);
	const ownId = readers.find(([, reader]) => 'isOwnId' in reader)?.[0];
	return {
		names: Object.keys(given),
		ownId,
		read: record => {
			if (!isFields(record) || (ownId !== undefined && idOf(record[ownId]) === undefined)) return undefined;
			const read: Fields = {};
			for (const [name, reader] of readers) {
				const value = reader(record[name]);
				if (value !== undefined || name in record) read[name] = value;
			}
			const others = Object.entries(record).filter(
				([name]) => !Object.hasOwn(given, name) && name !== '__proto__',
			);
			// Every field has been read above.
			return {...read, ...Object.fromEntries(others)} as ReadOf<Given>;
		},
	};
}

/** Reads a record and keeps it as sent, for `sourceOf`. */
export function readWithSource<Sent, Read>(shape: Shape<Sent, Read>, record: unknown): Read | undefined {
	const read = shape.read(record);
	return read !== undefined && isFields(record) ? withSource(read, record) : read;
}
