/** Without schemas: a first paint needs no more of a record than this. */
const sources = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Keeps what a record was read from. */
export function keepSource(record: object, source: object): void {
	sources.set(record, {...source});
}

/** A record as the service sent it, nulls and unknown fields included; for others it is what it is. */
export const asRead = (record: object): Readonly<Record<string, unknown>> =>
	sources.get(record) ?? {...record};
