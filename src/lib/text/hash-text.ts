/** Returns the FNV-1a hash, a signed 32-bit integer. Of a longer text, only about `maxCharacters` evenly spaced characters count. */
export function hashText(text: string, maxCharacters: number): number {
	const {length} = text;
	const step = Math.max(1, length / maxCharacters);
	let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193);
	for (let at = 0; at < length; at += step) {
		hash = Math.imul(hash ^ text.charCodeAt(Math.floor(at)), 0x01000193);
	}
	return hash;
}
