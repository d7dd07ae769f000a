/** Bytes of telnet's own protocol. (RFC 854: Telnet command structure) None of them occurs in UTF-8. */
const codes = {
	subnegotiationEnd: 240,
	subnegotiation: 250,
	will: 251,
	wont: 252,
	do: 253,
	dont: 254,
	iac: 255,
};

type State = 'text' | 'command' | 'option' | 'subnegotiation' | 'subnegotiation-command';

/**
Creates a filter that removes telnet's own bytes from a stream of text, however it was split, and refuses every option
that the other side requests or offers. Each is refused once: replies to a peer that repeats itself and reads nothing would
fill the memory.
*/
export function createNegotiation(reply: (bytes: Uint8Array) => void): (chunk: Buffer) => Buffer {
	let state: State = 'text';
	let verb = 0;
	const refused = new Set<number>();
	const refuse = (answer: number, option: number) => {
		const key = answer * 256 + option;
		if (!refused.has(key)) reply(Uint8Array.of(codes.iac, answer, option));
		refused.add(key);
	};
	const next = (byte: number): State => {
		if (state === 'command') {
			verb = byte;
			if (byte === codes.subnegotiation) return 'subnegotiation';
			return byte >= codes.will && byte <= codes.dont ? 'option' : 'text';
		}
		if (state === 'option') {
			if (verb === codes.do) refuse(codes.wont, byte);
			if (verb === codes.will) refuse(codes.dont, byte);
			return 'text';
		}
		if (state === 'subnegotiation') return byte === codes.iac ? 'subnegotiation-command' : state;
		return byte === codes.subnegotiationEnd ? 'text' : 'subnegotiation';
	};
	return chunk => {
		if (state === 'text' && !chunk.includes(codes.iac)) return chunk;
		const text: number[] = [];
		for (const byte of chunk) {
			if (state !== 'text') state = next(byte);
			else if (byte === codes.iac) state = 'command';
			else text.push(byte);
		}
		return Buffer.from(text);
	};
}
