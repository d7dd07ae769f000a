import type {Fields} from './wire-values.ts';

/** The JSON that the service sent for each record, for as long as the record is referenced. */
const sources = new WeakMap<object, Fields>();

export function withSource<Read>(read: Read, source: Fields): Read {
	if (typeof read === 'object' && read !== null) sources.set(read, source);
	return read;
}

/**
Returns the record as the service sent it, with the nulls and fields that reading omits or changes. Servers of a list
have it only if the list was requested with `asSent`.
*/
export const sourceOf = (record: object): Fields | undefined => sources.get(record);
