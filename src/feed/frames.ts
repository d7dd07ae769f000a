import {FrameImpl} from '@stomp/stompjs';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

export type Frame = {command: string; headers: ReadonlyMap<string, string>; body: string};

/** The limit of a WebSocket message and of a frame. A packet about 10,000 servers takes 1 to 4 MB. */
export const maxFrameBytes = 16 * 1024 * 1024;

/** The peer sent something other than STOMP, or too much. The message is for the user. */
export class BadFrame extends Error {
	override name = 'BadFrame';
}

export type FrameReader = {
	/** Reads a WebSocket message. Throws `BadFrame`, after which the connection cannot be used any more. */
	read: (data: string | ArrayBuffer) => void;
	/** Whether the last message ended in the middle of a frame. */
	isInside: () => boolean;
};

/**
Splits messages into frames. A frame ends at the first NUL, whatever its `content-length`, because no packet contains one.
Line ends between frames are heart-beats. (STOMP 1.2: Augmented BNF) stompjs's parser would store each byte in an unlimited
array of numbers, and take quadratic time for long headers.
*/
export function createFrameReader(onFrame: (frame: Frame) => void): FrameReader {
	/** The parts of an unfinished frame. */
	let parts: Buffer[] = [];
	let length = 0;
	const add = (part: Buffer) => {
		length += part.length;
		if (length > maxFrameBytes) throw new BadFrame(feedConnectionMessages.tooLarge(maxFrameBytes / 2 ** 20));
		// Many small buffers would take far more memory than their bytes.
		const last = parts.at(-1);
		if (last && last.length < smallBytes) parts[parts.length - 1] = Buffer.concat([last, part]);
		else parts.push(part);
	};
	return {
		read: data => {
			// Two calls, because `from` has an overload for each type.
			const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
			let at = 0;
			for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, at)) {
				add(bytes.subarray(at, end));
				const [only, ...more] = parts;
				const frame = frameIn(only && more.length === 0 ? only : Buffer.concat(parts));
				parts = [];
				length = 0;
				at = end + 1;
				if (frame) onFrame(frame);
			}
			if (length === 0) while (bytes[at] === 10 || bytes[at] === 13) at++;
			// A copy, so that a large message can be freed.
			if (at < bytes.length) add(Buffer.from(bytes.subarray(at)));
		},
		isInside: () => length > 0,
	};
}

/** Limit for the command and headers. */
const maxHeadLength = 64 * 1024;
/** Smaller parts of an unfinished frame are joined. */
const smallBytes = 4096;

const commands: ReadonlySet<string> = new Set(['CONNECTED', 'MESSAGE', 'RECEIPT', 'ERROR']);

/** Returns undefined if there are only line ends before the NUL. */
function frameIn(bytes: Buffer): Frame | undefined {
	const text = bytes.toString().replace(/^[\r\n]+/, '');
	if (text === '') return undefined;
	const start = text.slice(0, maxHeadLength);
	const [blank = ''] = /\r?\n\r?\n/.exec(start) ?? [];
	const headEnd = start.indexOf(blank);
	const [command = '', ...lines] = start.slice(0, headEnd).split(/\r?\n/);
	if (blank === '' || !commands.has(command)) throw new BadFrame(feedConnectionMessages.badFrame);
	const headers = new Map<string, string>();
	for (const line of lines) {
		const colon = line.indexOf(':');
		const name = unescape(line.slice(0, colon === -1 ? undefined : colon)).trim();
		// Of repeated headers, the first counts. (STOMP 1.2: Repeated Header Entries)
		if (!headers.has(name)) headers.set(name, colon === -1 ? '' : unescape(line.slice(colon + 1)).trim());
	}
	return {command, headers, body: text.slice(headEnd + blank.length)};
}

const unescaped: ReadonlyMap<string, string> = new Map([
	['\\r', '\r'],
	['\\n', '\n'],
	['\\c', ':'],
	['\\\\', '\\'],
]);

const unescape = (text: string) => text.replaceAll(/\\[rnc\\]/g, code => unescaped.get(code) ?? code);

/** Returns a frame without a body. `escapes`: STOMP 1.2 escapes headers, except those of CONNECT. (STOMP 1.2: Value Encoding) */
export function frameText(
	command: string,
	headers: Readonly<Record<string, string>>,
	{escapes}: {escapes: boolean},
): string {
	// Without a binary body, `marshall` returns a string.
	return FrameImpl.marshall({command, headers: {...headers}, escapeHeaderValues: escapes}) as string;
}
