import {type AskQuery, askUdp, invalidAnswer, type QueryAnswer, readFields} from './query.ts';

/*
Valve's developer wiki, "Server queries": A2S_INFO. Four bytes of ones, a type and the payload; little-endian. A long
answer comes in packets that begin with -2, the number of the answer, how many there are, the index of this one, and the
size at which the game splits.
*/
const single = Buffer.of(0xff, 0xff, 0xff, 0xff);
const split = Buffer.of(0xfe, 0xff, 0xff, 0xff);
const types = {info: 0x49, challenge: 0x41};
const splitHeaderBytes = 12;
/** The sign bit of the answer's number: compressed, which only old games do. */
const compressedBit = 0x80;
/** A game that only ever asks back would be asked for ever. */
const maxChallenges = 3;

const requestOf = (challenge: Uint8Array = Buffer.alloc(0)) =>
	Buffer.concat([single, Buffer.from('TSource Engine Query\0'), challenge]);

/** Creates the query of games with Steam's protocol. */
export function queryA2s(address: {host: string; port: number}): AskQuery {
	return options => {
		const join = createJoin();
		let challenges = 0;
		return askUdp({
			...address,
			...options,
			request: requestOf(),
			read: datagram => {
				const packet = join(datagram);
				if (!packet) return undefined;
				const type = packet[4];
				if (type === types.challenge) {
					if (packet.length < 9 || ++challenges > maxChallenges) throw invalidAnswer();
					return {request: requestOf(packet.subarray(5, 9))};
				}
				// Nothing else was asked for, so it is an answer to another question.
				if (type !== types.info) return undefined;
				return {answer: readInfo(packet.subarray(5))};
			},
		});
	};
}

function readInfo(bytes: Buffer): QueryAnswer {
	const fields = readFields(bytes);
	fields.skip(1);
	const [name, map] = [fields.text(), fields.text()];
	// The folder and the name of the game, and its number.
	const folder = fields.text();
	fields.text();
	fields.skip(2);
	const [all, maxPlayers, bots] = [fields.byte(), fields.byte(), fields.byte()];
	const large = folder === 'rust' ? readRustCounts(fields.rest()) : undefined;
	return {
		name: name || undefined,
		map: map || undefined,
		players: Math.max(0, (large?.players ?? all) - bots),
		maxPlayers: large?.maxPlayers ?? maxPlayers,
	};
}

/** The bytes of the optional fields before the keywords, by the flag that announces them. */
const beforeKeywords = [
	{flag: 0x80, bytes: 2},
	{flag: 0x10, bytes: 8},
] as const;
const flags = {spectator: 0x40, keywords: 0x20};

/**
Reads the numbers of Rust, which do not fit in the one byte of the protocol: the keywords have `mp` with the maximum and
`cp` with the players. (https://github.com/gamedig/node-gamedig, protocols/valve.js)
*/
function readRustCounts(bytes: Buffer): {players: number; maxPlayers: number} | undefined {
	const fields = readFields(bytes);
	// Type, platform, password, VAC.
	fields.skip(4);
	fields.text();
	const flag = fields.rest().length > 0 ? fields.byte() : 0;
	for (const each of beforeKeywords) if (flag & each.flag) fields.skip(each.bytes);
	if (flag & flags.spectator) {
		fields.skip(2);
		fields.text();
	}
	const words = flag & flags.keywords ? fields.text().split(',') : [];
	const numberOf = (name: string) => {
		const digits = words
			.map(word => /^([a-z]+)(\d{1,5})$/.exec(word))
			.find(found => found?.[1] === name)?.[2];
		return digits === undefined ? undefined : Number(digits);
	};
	const [players, maxPlayers] = [numberOf('cp'), numberOf('mp')];
	return players === undefined || maxPlayers === undefined ? undefined : {players, maxPlayers};
}

/** Returns the function that joins split packets; it returns undefined until they are complete. */
function createJoin(): (datagram: Buffer) => Buffer | undefined {
	const parts = new Map<number, Buffer>();
	let first: {id: number; total: number} | undefined;
	return datagram => {
		const header = datagram.subarray(0, 4);
		if (header.equals(single)) return datagram;
		if (!header.equals(split) || datagram.length < splitHeaderBytes) throw invalidAnswer();
		const [id, total, index] = [datagram.readInt32LE(4), datagram.readUInt8(8), datagram.readUInt8(9)];
		if (((datagram[7] ?? 0) & compressedBit) !== 0 || index >= total) throw invalidAnswer();
		first ??= {id, total};
		if (id !== first.id || total !== first.total) return undefined;
		parts.set(index, datagram.subarray(splitHeaderBytes));
		if (parts.size < total) return undefined;
		const joined = Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, part]) => part));
		if (!joined.subarray(0, 4).equals(single)) throw invalidAnswer();
		return joined;
	};
}
