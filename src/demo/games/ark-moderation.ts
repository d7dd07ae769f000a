import type {Person} from './people.ts';
import type {Population} from './population.ts';

/** Runs one command, given its words and its line as typed. Undefined means accepted without output. */
export type ArkVerb = (args: string[], line: string) => string | undefined | Promise<string | undefined>;

type Moderation = {verbs: Record<string, ArkVerb>; mayJoin: (person: Person) => boolean};

/** Creates the commands for kicks, bans and the allowlist. Ids are those of `ListPlayers`: `idOf`. */
export function createArkModeration(
	population: () => Population,
	idOf: (person: Person) => string,
	note: (text: string) => void,
): Moderation {
	const banned = new Set<string>();
	const allowlist = new Set<string>();
	const playerWith = (id: string) =>
		population()
			.list()
			.find(player => idOf(player) === id);
	const findPlayer = (name: string) =>
		population()
			.list()
			.find(player => player.name === name);
	const remove = (id: string) => {
		const player = playerWith(id);
		if (player) population().remove(player);
		return player !== undefined;
	};
	const sendToPlayer: ArkVerb = ([who = '', ...text]) => {
		const player = playerWith(who) ?? findPlayer(who);
		if (player) note(`SERVER to ${player.name}: ${text.join(' ')}`);
		return undefined;
	};
	return {
		mayJoin: person => allowlist.has(idOf(person)) || !banned.has(idOf(person)),
		verbs: {
			kickplayer: ([id = '']) => (remove(id) ? `${id} Kicked` : undefined),
			banplayer: ([id = '']) => {
				if (id === '') return undefined;
				banned.add(id);
				remove(id);
				return `${id} Banned`;
			},
			unbanplayer: ([id = '']) => (banned.delete(id) ? `${id} Unbanned` : undefined),
			allowplayertojoinnocheck: ([id = '']) => {
				if (id === '') return undefined;
				allowlist.add(id);
				return `${id} Allowed Player To Join No Check`;
			},
			disallowplayertojoinnocheck: ([id = '']) =>
				allowlist.delete(id) ? `${id} Disallowed Player To Join No Check` : undefined,
			serverchatto: sendToPlayer,
			serverchattoplayer: sendToPlayer,
			renameplayer: ([old = '', name]) => {
				const player = findPlayer(old);
				if (player && name) population().rename(player, name);
				return undefined;
			},
		},
	};
}
