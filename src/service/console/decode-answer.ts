/**
Decodes an answer: UTF-8; UTF-16, which consoles of Unreal Engine 4 send if a name is not ASCII; else Latin-1, line by line,
because a list may have names in several encodings.
*/
export function decodeAnswer(bytes: Buffer): string {
	if (isUtf16(bytes))
		return (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.of(0)])).toString('utf16le');
	const text = bytes.toString('utf8');
	if (!text.includes(unreadable)) return text;
	const lines: string[] = [];
	let start = 0;
	while (start <= bytes.length) {
		const end = bytes.indexOf(lineBreak, start);
		const stop = end === -1 ? bytes.length : end;
		lines.push(decodeLine(bytes.subarray(start, stop)));
		start = stop + 1;
	}
	return lines.join('\n');
}

const unreadable = '\ufffd';
const lineBreak = 0x0a;

/** Decodes a line: UTF-8, else Latin-1. */
export function decodeLine(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	const isOther = text.includes(unreadable) && !/[^\0-\x7f\ufffd]/.test(text);
	return isOther ? bytes.toString('latin1') : text;
}

/** Text with letters of the European scripts has a NUL in about every second byte, at odd places. */
function isUtf16(bytes: Buffer): boolean {
	let nuls = 0;
	for (let at = 1; at < bytes.length; at += 2) if (bytes[at] === 0) nuls++;
	return bytes.length >= 4 && nuls * 4 > bytes.length;
}

/** Removes the start of a UTF-8 character at the end, of which the rest is missing. */
export function withoutCutCharacter(bytes: Buffer): Buffer {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) break;
		const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
		if (byte >= 0xc0) return length > back ? bytes.subarray(0, -back) : bytes;
	}
	return bytes;
}
