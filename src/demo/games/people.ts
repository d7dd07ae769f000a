import {createHash} from 'node:crypto';

/** Somebody who plays now and then. The ids follow from the name: the same person has them on every server. */
export type Person = {
	name: string;
	/** 17 digits, as in Steam's web pages. */
	steamId64: string;
	/** The same in Source's older writing, `STEAM_1:Y:Z`. */
	steamId: string;
	/** 32 hexadecimal digits, as Epic's services give them to ARK's players. */
	eosId: string;
	/** From the blocks that are reserved for documentation. */
	address: string;
};

/** Some names are wide, some have commas, quotes or emoji in them: parsers that expect none are wrong. */
const names: readonly [string, ...string[]] = [
	'Mossback',
	'Käpt’n Blaubart',
	'雪豹',
	'rook_',
	'Old, but gold',
	'Zoë',
	'tinfoil',
	'さくら',
	'Brambleby',
	'n1ghtjar',
	'Łukasz',
	'한강',
	'Vex',
	'Smith, John',
	'Hexe 🧙',
	'Quillfeather',
	'ĐURO',
	'lil spoon',
	'Профессор',
	'BeetRoot',
	'O’Malley',
	'kelp',
	'Dr. Pancake',
	'麻婆豆腐',
	'grannyWithAGun',
	'Fenrik',
	'señor nada',
	'Wobble',
	'ice, ice, baby',
	'Tarn',
	'mumble',
	'Åse',
	'🦖 Rexy',
	'Pip the "Quick"',
	'Umbra',
	'noodlearm',
	'Ψ',
	'Saltwick',
	'Borrowed Time',
	'zzz',
	'Juniper',
	'half a duck',
	'Çelik',
	'Marrow',
	'ghost of bob',
	'Ivo',
	'Tessellate',
	'Night Bus',
	'ふくろう',
	'Radish',
];
const marks: readonly [string, ...string[]] = ['', '2', ' [EU]', '_tv'];

/** How many different people there are. */
export const peopleCount = names.length * marks.length;

export function personAt(index: number): Person {
	return personNamed(
		`${names[index % names.length] ?? ''}${marks[Math.floor(index / names.length) % marks.length] ?? ''}`,
	);
}

function personNamed(name: string): Person {
	const digest = createHash('sha256').update(name).digest();
	const account = digest.readUInt32LE(0) % 1_500_000_000;
	return {
		name,
		steamId64: String(76561197960265728n + BigInt(account)),
		steamId: `STEAM_1:${account % 2}:${Math.floor(account / 2)}`,
		eosId: `0002${digest.toString('hex', 8, 22)}`,
		address: `203.0.113.${1 + ((digest[30] ?? 0) % 254)}`,
	};
}
