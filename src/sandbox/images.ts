const signatures: [type: string, at: number, bytes: number[]][] = [
	['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['image/jpeg', 0, [0xff, 0xd8, 0xff]],
	['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
	['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** The content type by the first bytes, whatever the sender called it. Undefined for what is no picture we know. */
export function imageType(bytes: Uint8Array): string | undefined {
	return signatures.find(([, at, signature]) =>
		signature.every((byte, index) => bytes[at + index] === byte),
	)?.[0];
}
