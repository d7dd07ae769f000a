/**
Decodes the output of a container without a terminal: frames with a header of 8 bytes, which are the stream (0 to 2;
Docker 3 for its own errors), three zeros and the size of the payload, big-endian. (Docker Engine API: ContainerAttach,
Stream format) Returns everything up to bytes that are no frame; the last frame may be incomplete.
*/
export function decodeFrames(bytes: Buffer): Buffer {
	const payloads: Buffer[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		if ((bytes[at] ?? 0) > 3 || bytes.readUIntBE(at + 1, 3) !== 0) break;
		const end = at + 8 + bytes.readUInt32BE(at + 4);
		payloads.push(bytes.subarray(at + 8, end));
		at = end;
	}
	return Buffer.concat(payloads);
}
