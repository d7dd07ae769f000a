import type {Clock} from '../../lib/clock.ts';
import {createBanList} from './cs2-bans.ts';
import type {Person} from './people.ts';
import type {Player, Population} from './population.ts';
import {afterFirstWord, type Verb} from './console-line.ts';

type Moderation = {verbs: Record<string, Verb>; mayJoin: (person: Person) => boolean};

/** Creates the commands for kicks and bans. */
export function createModeration(clock: Clock, population: () => Population): Moderation {
	const ids = createBanList(clock, {title: 'ID', usage: 'banid <minutes> <steam id> [kick]'});
	const addresses = createBanList(clock, {title: 'IP', usage: 'addip <minutes> <address>'});
	const players = () => population().list();
	const byId = (id: string | undefined) =>
		players().find(({userId, steamId, steamId64}) => [String(userId), steamId, steamId64].includes(id ?? ''));
	const kick = (player: Player | undefined, who: string, reason: string) => {
		if (!player) return `Unable to find player: ${who}`;
		population().remove(player);
		return `Dropped client '${player.name}' from server: ${reason}`;
	};
	return {
		mayJoin: ({steamId, address}) => !ids.has(steamId) && !addresses.has(address),
		verbs: {
			users: () => usersText(players()),
			kick: (_, line) => {
				const who = afterFirstWord(line);
				const player = players().find(({name}) => name.toLowerCase() === who.toLowerCase());
				return kick(player, who, 'Kicked by Console');
			},
			kickid: ([id = '', ...reason]) => kick(byId(id), id, reason.join(' ') || 'Kicked by Console'),
			banid: ([minutes, id, then]) => {
				const player = byId(id);
				const text = ids.add(minutes, player?.steamId ?? id);
				return text === '' && then === 'kick' && player
					? kick(player, player.steamId, 'Banned by Console')
					: text;
			},
			removeid: ([id]) => ids.remove(id),
			listid: () => ids.text(),
			addip: ([minutes, address]) => {
				const text = addresses.add(minutes, address);
				for (const player of players().filter(player => addresses.has(player.address)))
					population().remove(player);
				return text;
			},
			removeip: ([address]) => addresses.remove(address),
			listip: () => addresses.text(),
			writeid: () => '',
			writeip: () => '',
		},
	};
}

function usersText(players: readonly Player[]): string {
	const rows = players.map(({userId, name}, slot) => `${slot}:${userId}:"${name}"`);
	return ['<slot:userid:"name">', ...rows, `${players.length} users`].join('\n');
}
