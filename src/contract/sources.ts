import type {Fields} from './wire-values.ts';

const source = Symbol('sent');

/** Keeps the JSON that the service sent for a record with it. Copies of the record do not have it. */
export function withSource<Read>(read: Read, sent: Fields): Read {
	if (typeof read === 'object' && read !== null)
		Object.defineProperty(read, source, {value: sent, configurable: true});
	return read;
}

/** Returns the record as the service sent it, with the nulls and fields that reading omits or changes. */
export const sourceOf = (record: object & {[source]?: Fields}): Fields | undefined => record[source];
