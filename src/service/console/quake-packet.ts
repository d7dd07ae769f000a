/*
Quake III's connectionless packets (ioquake3, README and code/server/sv_main.c): four bytes of ones, then text.
`rcon PASSWORD COMMAND` is answered with any number of packets `print`, a line break and text. DarkPlaces, the engine of
Xonotic, answers with `n` and text, as QuakeWorld did.
*/
const header = Buffer.alloc(4, 0xff);
const prints = [Buffer.from('print\n'), Buffer.from('n')];

export function encodeOutOfBand(text: string): Buffer {
	return Buffer.concat([header, Buffer.from(text)]);
}

/** Returns what follows the header; undefined if the packet is not connectionless. */
export function outOfBandBody(packet: Buffer): Buffer | undefined {
	return packet.subarray(0, 4).equals(header) ? packet.subarray(4) : undefined;
}

/** Returns the bytes that the game printed; undefined for any other packet. */
export function printedBytes(packet: Buffer): Buffer | undefined {
	const body = outOfBandBody(packet);
	const print = body && prints.find(prefix => body.subarray(0, prefix.length).equals(prefix));
	if (!body || !print) return undefined;
	const end = body.findLastIndex(byte => byte !== 0) + 1;
	return body.subarray(print.length, Math.max(print.length, end));
}

/** Asks without a password; every running game answers. */
export const infoRequest = (): Buffer => encodeOutOfBand('getinfo rcondeck');
