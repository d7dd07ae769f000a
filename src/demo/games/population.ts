import type {Clock} from '../../lib/clock.ts';
import {peopleCount, personAt, type Person} from './people.ts';

/** A player who is on the server. */
export type Player = Person & {
	/** The number by which games identify players. It is never reused while the game runs. */
	userId: number;
	joinedAt: number;
	pingMs: number;
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
		const person = personAt(Math.floor(random() * peopleCount));
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
