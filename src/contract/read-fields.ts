import {isFields, type Fields} from './wire-values.ts';

/** Fields and how to read them. */
export type Readers = readonly (readonly [name: string, read: (value: unknown) => unknown])[];

/** A record without the one name that a copy of an object loses. */
export const isPlain = (value: unknown): value is Fields =>
	isFields(value) && !Object.hasOwn(value, '__proto__');

/** Returns a copy in which these fields are read. Missing fields stay missing. */
export function readFields(record: Fields, readers: Readers): Fields {
	const read = {...record};
	for (const [name, reader] of readers) if (Object.hasOwn(read, name)) read[name] = reader(read[name]);
	return read;
}
