import {parseJson} from './json.ts';
import {hasTooManyValues} from './json-size.ts';

/** The first record of a compact list, up to its first key. */
const firstKey = /^\s*\[(\{"[^"\\]{1,64}":)/;
/** Space for the first key. */
const headBytes = 128;

/**
Parses a JSON list of objects while its bytes arrive, so that neither its text nor all its records are in memory. It splits
the list where a record starts with the same key as the first one. Because such a place may also be inside a record, only
what is valid JSON up to there is parsed. `onRecords` receives the records in their order.
*/
export function createRecordStream(onRecords: (records: unknown[]) => void) {
	let pending: Uint8Array[] = [];
	let bytes = 0;
	/** Undefined until the first key is known. Empty if this is something else than a compact list of objects. */
	let separator: string | undefined;
	/** Fewer bytes are not parsed: a list that cannot be split is parsed only a few times. */
	let least = 0;
	/** Memory for the texts of parts, which are all about as long as a chunk. */
	let scratch = Buffer.alloc(0);
	const parse = (parts: readonly Uint8Array[], length: number): unknown[] | undefined => {
		const size = length + 2;
		if (scratch.byteLength < size) scratch = Buffer.allocUnsafeSlow(2 * size);
		let end = scratch.write('[');
		for (const part of parts) {
			scratch.set(part, end);
			end += part.byteLength;
		}
		end += scratch.write(']', end);
		return parseList(scratch.subarray(0, end));
	};
	const begin = () => {
		const head = Buffer.concat(pending, Math.min(bytes, headBytes)).toString('latin1');
		const [before = '', key] = firstKey.exec(head) ?? [];
		if (key === undefined) {
			if (bytes >= headBytes) separator = '';
			return;
		}
		separator = `},${key}`;
		const whole = Buffer.concat(pending).subarray(before.length - key.length);
		[pending, bytes] = [[whole], whole.byteLength];
	};
	return {
		add: (chunk: Uint8Array): void => {
			pending.push(chunk);
			bytes += chunk.byteLength;
			if (separator === undefined) begin();
			if (!separator || bytes < least) return;
			const last = viewOf(pending.at(-1) ?? chunk);
			const at = last.lastIndexOf(separator);
			if (at === -1) return;
			const records = parse([...pending.slice(0, -1), last.subarray(0, at + 1)], bytes);
			if (records) onRecords(records);
			pending = records ? [last.subarray(at + 2)] : pending;
			bytes = records ? last.byteLength - at - 2 : bytes;
			least = records ? 0 : 2 * bytes;
		},
		/** What is left: a list of the last records, or everything if it cannot be split. It may be invalid. */
		rest: (): Uint8Array => Buffer.concat(separator ? [Buffer.from('['), ...pending] : pending),
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

const viewOf = ({buffer, byteOffset, byteLength}: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
