/**
Decodes a text file that people wrote: UTF-8, or UTF-16 with a byte order mark, which is not part of the text. (Notepad and
PowerShell 5 write both.) undefined for other encodings and for binary files.
*/
export function decodeText(bytes: Uint8Array): string | undefined {
	const [first, second] = bytes;
	const encoding =
		first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
	try {
		const text = new TextDecoder(encoding, {fatal: true}).decode(bytes);
		return text.includes('\0') ? undefined : text;
	} catch {
		return undefined;
	}
}
