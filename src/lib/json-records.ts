import {parseJson} from './json.ts';
import {hasTooManyValues} from './json-size.ts';

/** The first record of a compact list, up to its first key. */
const firstKey = /^[ \t\r\n]*\[(\{"[^"\\]{1,64}":)/;
/** Space for the first key. */
const headBytes = 128;

/**
Parses a JSON list of objects while its bytes arrive, so that neither its text nor all its records are in memory. It splits
the list where a record starts with the same key as the first one. Because such a place may also be inside a record, only
what is valid JSON up to there is parsed. `onRecords` receives the records in their order. Limits on the number of values apply
to each part.
*/
export function createRecordStream(onRecords: (records: unknown[]) => void) {
	/** The bytes that are not parsed, after a space for the bracket of the list. Thousands of small chunks would take more. */
	let buffer = Buffer.from('[');
	let end = 1;
	/** Undefined until the first key is known. Empty if this is anything other than a compact list of objects. */
	let separator: string | undefined;
	/** Fewer bytes are not parsed: a list that cannot be split is parsed only a few times. */
	let leastBytes = 0;
	const append = (chunk: Uint8Array) => {
		if (end + chunk.byteLength >= buffer.byteLength) {
			const larger = Buffer.allocUnsafeSlow(2 * (end + chunk.byteLength));
			larger.set(buffer.subarray(0, end));
			buffer = larger;
		}
		buffer.set(chunk, end);
		end += chunk.byteLength;
	};
	/** Removes the bytes before a record. */
	const dropUntil = (start: number) => {
		buffer.copyWithin(1, start, end);
		end -= start - 1;
	};
	const begin = () => {
		const [before = '', key] = firstKey.exec(buffer.toString('latin1', 1, Math.min(end, headBytes))) ?? [];
		if (key !== undefined) {
			separator = `},${key}`;
			dropUntil(1 + before.length - key.length);
		} else if (end > headBytes) separator = '';
	};
	return {
		add: (chunk: Uint8Array): void => {
			append(chunk);
			if (separator === undefined) begin();
			if (!separator || end < leastBytes) return;
			// It may begin in the chunk before.
			const from = Math.max(1, end - chunk.byteLength - separator.length);
			const at = buffer.subarray(from, end).lastIndexOf(separator);
			if (at === -1) return;
			const comma = from + at + 1;
			buffer.write(']', comma);
			const records = parseList(buffer.subarray(0, comma + 1));
			buffer.write(',', comma);
			leastBytes = records ? 0 : 2 * end;
			if (!records) return;
			dropUntil(comma + 1);
			onRecords(records);
		},
		/** What is left: a list of the last records, or everything if it cannot be split. It may be invalid. */
		rest: (): Uint8Array => buffer.subarray(separator ? 0 : 1, end),
	};
}

function parseList(text: Buffer): unknown[] | undefined {
	if (hasTooManyValues(text)) return undefined;
	try {
		return parseJson(text.toString()) as unknown[]; // a text in brackets is a list, if anything
	} catch {
		return undefined;
	}
}
