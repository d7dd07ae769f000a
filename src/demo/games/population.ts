import {createHash} from 'node:crypto';
import type {Clock} from '../../lib/time/clock.ts';
import {pick} from './console-line.ts';

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
const marks: readonly string[] = [
	'',
	'2',
	' [EU]',
	'_tv',
	' II',
	'99',
	' [NA]',
	'_ger',
	'07',
	' jr.',
	'x',
	' TTV',
	'42',
	'_uk',
	' [SE]',
	'1337',
	' afk',
	'_pl',
	'64',
	' the 3rd',
];

/** Who plays on a server: nobody of another one. `of`: how many servers there are at first. */
export type Crowd = {place: number; of: number};
const oneCrowd: Crowd = {place: 0, of: 1};

const marksOfCrowd = 4;
/** The number of different people of a crowd. */
export const peopleCount = names.length * marksOfCrowd;

/** Returns a person of a crowd. Each name occurs in all of them, with other marks. */
export function personAt(index: number, {place, of}: Crowd = oneCrowd): Person {
	const name = index % names.length;
	const round = marksOfCrowd * Math.floor(place / of) + Math.floor(index / names.length);
	const mark = round * of + ((place + name) % of);
	return createPerson(`${names[name] ?? ''}${marks[mark] ?? mark}`);
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

/** A player who is on the server. */
export type Player = Person & {
	/** The number by which games identify players. It is never reused while the game runs. */
	userId: number;
	joinedAt: number;
	pingMs: number;
	/** Nobody says the same twice in a row. */
	lastRemark?: string;
};

export type Population = {
	list: () => readonly Player[];
	remove: (player: Player) => void;
	rename: (player: Player, name: string) => void;
	stop: () => void;
};

type Options = {
	clock: Clock;
	random: () => number;
	maxPlayers: number;
	players: number;
	crowd?: Crowd | undefined;
	mayJoin: (person: Person) => boolean;
	onJoin: (player: Player) => void;
	onLeave: (player: Player) => void;
	/** Called each time a player could join or leave: a few times a minute. */
	onTurn?: () => void;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Simulates players who join and leave a few times a minute, along a daily curve that fills and empties the game. */
export function openPopulation({
	clock,
	random,
	maxPlayers,
	crowd,
	mayJoin,
	onJoin,
	onLeave,
	onTurn,
	...options
}: Options): Population {
	const players: Player[] = [];
	const highTideAt = random();
	let lastUserId = 1;
	let cancelTimer = () => {};

	const join = (joinedAt: number): Player | undefined => {
		const person = personAt(Math.floor(random() * peopleCount), crowd);
		if (players.some(({steamId64}) => steamId64 === person.steamId64) || !mayJoin(person)) return undefined;
		const player = {...person, userId: ++lastUserId, joinedAt, pingMs: 8 + Math.floor(random() ** 2 * 140)};
		players.push(player);
		return player;
	};
	const remove = (player: Player) => {
		const index = players.indexOf(player);
		if (index === -1) return;
		players.splice(index, 1);
		onLeave(player);
	};
	const wanted = () => {
		const tide = Math.cos(((clock.now() % dayMs) / dayMs - highTideAt) * 2 * Math.PI);
		return Math.round(maxPlayers * (0.5 + 0.35 * tide));
	};
	const turn = () => {
		const missing = wanted() - players.length;
		const comes = random() < (missing > 0 ? 0.75 : missing < 0 ? 0.1 : 0.3);
		const goes = !comes && random() < (missing < 0 ? 0.75 : 0.15);
		if (comes && players.length < maxPlayers) {
			const player = join(clock.now());
			if (player) onJoin(player);
		} else if (goes) {
			const player = players[Math.floor(random() * players.length)];
			if (player) remove(player);
		}
		onTurn?.();
		schedule();
	};
	const schedule = () => void (cancelTimer = clock.after(4000 + Math.floor(random() * 16_000), turn));

	const initial = Math.min(options.players, maxPlayers);
	for (let tries = 0; players.length < initial && tries < initial * 20; tries++) {
		join(clock.now() - Math.floor(random() * 3 * 60 * 60 * 1000));
	}
	schedule();
	return {
		list: () => players,
		remove,
		rename: (player, name) => void (player.name = name),
		stop: () => cancelTimer(),
	};
}

const remarks: readonly [string, ...string[]] = [
	'hi all',
	'gg',
	'anyone selling kibble?',
	'lag or is it me?',
	'brb, door',
	'who took my boat',
	'nice one',
	'wer kommt mit?',
	'когда рестарт?',
	'よろしくお願いします',
	'need one more',
	'stack on me',
	'admin here?',
	'lol',
	'good night everybody',
	'is the restart still at 5?',
	'never again',
	'thanks!',
	'behind you',
	'🦖🦖🦖',
];

/** Lets a random player say something, in about one of three calls. */
export function sayRandomRemark(
	random: () => number,
	players: readonly Player[],
	say: (player: Player, remark: string) => void,
): void {
	const speaker = players[Math.floor(random() * players.length * 3)];
	if (!speaker) return;
	const remark = pick(random, remarks);
	const next = remarks[(remarks.indexOf(remark) + 1) % remarks.length] ?? remark;
	speaker.lastRemark = remark === speaker.lastRemark ? next : remark;
	say(speaker, speaker.lastRemark);
}
