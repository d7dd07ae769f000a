const escapes: ReadonlyMap<string, string> = new Map([
	['r', '\r'],
	['n', '\n'],
	['c', ':'],
	['\\', '\\'],
]);

/** A frame as stompjs's parser reports it. */
export type RawFrame = {
	command: string | undefined;
	headers: readonly (readonly [name: string, value: string])[];
};

/**
Reads the headers of a frame, trimmed; of repeated headers, the first counts. stompjs would take quadratic time for a
header of spaces, and read an escaped backslash before an n as a line break. (STOMP 1.2: Value Encoding, Repeated Header
Entries)
*/
export function readHeaders({command, headers}: RawFrame): Record<string, string> {
	const isPlain = command === 'CONNECT' || command === 'CONNECTED';
	const unescape = (value: string) =>
		isPlain ? value : value.replaceAll(/\\([rnc\\])/g, (_, letter: string) => escapes.get(letter) ?? '');
	const pairs = headers.map(([name, value]) => [name.trim(), unescape(value.trim())] as const);
	return Object.fromEntries(pairs.toReversed());
}
