import {parseJson} from './json.ts';
import {endOfString, hasTooManyValues} from './json-size.ts';

const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [quote, comma] = [0x22, 0x2c];

type Parsed = {
	bytes: Buffer;
	/** Where each record starts and ends in the bytes: two numbers per record. */
	places: readonly number[];
	records: unknown[];
};

const nothing: Parsed = {bytes: Buffer.alloc(0), places: [], records: []};

/**
Creates a parser for one polled list: an array of objects in UTF-8. A record with the same bytes at the same position as in
the previous list is not parsed again, but is the previous value, as its reader left it, unless it left undefined.
Returns undefined for anything else, also for invalid JSON or too many values, and for the first list: parsing a list
whole is faster, and many programs read only one.
*/
export function createListParser(): (body: Uint8Array) => unknown[] | undefined {
	let before: Parsed | undefined;
	return body => {
		const next = before && !hasTooManyValues(body) ? parseList(body, before) : undefined;
		before = next ?? nothing;
		return next?.records;
	};
}

function parseList(body: Uint8Array, before: Parsed): Parsed | undefined {
	const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	const places: number[] = [];
	const records: unknown[] = [];
	let at = skipSpace(bytes, 0);
	if (bytes[at] !== openList) return undefined;
	do {
		at = skipSpace(bytes, at + 1);
		if (bytes[at] !== openObject) return undefined;
		const index = records.length;
		const size = sizeOfKnown(bytes, at, before, index);
		const end = size === undefined ? endOfObject(bytes, at) : at + size;
		places.push(at, end);
		records.push(size === undefined ? parseRecord(bytes, at, end) : before.records[index]);
		if (records[index] === undefined) return undefined;
		at = skipSpace(bytes, end);
	} while (bytes[at] === comma);
	if (bytes[at] !== closeList || skipSpace(bytes, at + 1) < bytes.length) return undefined;
	return {bytes, places, records};
}

/** Returns the number of bytes of a record that the previous list had at the same position; undefined if it differs. */
function sizeOfKnown(bytes: Buffer, at: number, before: Parsed, index: number): number | undefined {
	const [start, end] = [before.places[2 * index], before.places[2 * index + 1]];
	if (start === undefined || end === undefined || before.records[index] === undefined) return undefined;
	const size = end - start;
	const isSame = at + size <= bytes.length && before.bytes.compare(bytes, at, at + size, start, end) === 0;
	return isSame ? size : undefined;
}

function parseRecord(bytes: Buffer, start: number, end: number): unknown {
	try {
		return parseJson(bytes.toString('utf8', start, end));
	} catch {
		return undefined;
	}
}

/** Returns the index after the bracket that closes the object at `start`, or after the last byte. */
function endOfObject(bytes: Buffer, start: number): number {
	let depth = 0;
	for (let at = start; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === quote) at = endOfString(bytes, at);
		else if (byte === openObject) depth++;
		else if (byte === closeObject && --depth === 0) return at + 1;
	}
	return bytes.length;
}

function skipSpace(bytes: Buffer, start: number): number {
	let at = start;
	while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
	return at;
}
