import type {Fields} from './wire-values.ts';

/** What the service sent for each record that was read, as long as the record is kept. */
const sources = new WeakMap<object, Fields>();

export function withSource<Read>(read: Read, source: Fields): Read {
	if (typeof read === 'object' && read !== null) sources.set(read, source);
	return read;
}

/**
The record as the service sent it, with the nulls and the fields that reading leaves out or changes. The list of
servers has it only where it was asked for with `asSent`.
*/
export const sourceOf = (record: object): Fields | undefined => sources.get(record);
