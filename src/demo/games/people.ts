import {createHash} from 'node:crypto';

/**
A person who plays from time to time. The ids are derived from the name, so a person has the same ids on every server.
*/
export type Person = {
	name: string;
	/** 17 digits, as in Steam's web pages. */
	steamId64: string;
	/** The same id in Source's older format, `STEAM_1:Y:Z`. */
	steamId: string;
	/** 32 hexadecimal digits, as Epic's services assign them to ARK players. */
	eosId: string;
	/** From the address blocks reserved for documentation. */
	address: string;
};

/** Some names are wide or contain commas, quotes or emoji, which parsers must handle. */
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

/** The number of different people. */
export const peopleCount = names.length * marks.length;

export function personAt(index: number): Person {
	return createPerson(
		`${names[index % names.length] ?? ''}${marks[Math.floor(index / names.length) % marks.length] ?? ''}`,
	);
}

function createPerson(name: string): Person {
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
