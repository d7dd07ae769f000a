/** What the first bytes of an image file say. Sizes are in pixels, and undefined if they are not near the start. */
export type PictureFacts = {
	type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
	width: number | undefined;
	height: number | undefined;
};

const signatures: readonly (readonly [PictureFacts['type'], number, readonly number[]])[] = [
	['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['image/jpeg', 0, [0xff, 0xd8, 0xff]],
	['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
	['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** Returns the type of a picture by its bytes, whatever its name says, or undefined if the type is unknown. */
export function pictureFacts(bytes: Uint8Array): PictureFacts | undefined {
	const type = signatures.find(([, at, signature]) =>
		signature.every((byte, index) => bytes[at + index] === byte),
	)?.[0];
	return type && {type, ...sizeOf(type, bytes)};
}

function sizeOf(type: PictureFacts['type'], bytes: Uint8Array): Pick<PictureFacts, 'width' | 'height'> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// The header chunk of a PNG comes first (PNG, third edition, 11.2.1).
	if (type === 'image/png' && bytes.length >= 24)
		return {width: view.getUint32(16), height: view.getUint32(20)};
	if (type === 'image/gif' && bytes.length >= 10) {
		return {width: view.getUint16(6, true), height: view.getUint16(8, true)};
	}
	return {width: undefined, height: undefined};
}
