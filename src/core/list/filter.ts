import type {GameServer} from '../../contract/models/server.ts';
import {parseFilter, type Filter, type Vocabulary} from '../filter.ts';
import {phaseOf, type Phase} from '../rules.ts';

/** A server, and the state that is shown of it. */
type Given = [server: GameServer, state: string | undefined];

export type ServerFilter = Filter<Given>;

const fieldTest =
	(read: (...given: Given) => string | undefined) =>
	(wanted: string) =>
	(...given: Given): boolean =>
		(read(...given) ?? '').toLowerCase().includes(wanted);

/** Groups of states, for those who do not want to know the service's words. */
const phases: Record<string, Phase> = {up: 'online', down: 'offline', busy: 'changing', unknown: 'unknown'};

/** The group of states that a word means, such as `down`; undefined for any other word. */
export const phaseNamed = (word: string): Phase | undefined =>
	Object.hasOwn(phases, word) ? phases[word] : undefined;

const vocabulary: Vocabulary<Given> = {
	text: (server, state) =>
		[server.displayName ?? server.id, state, server.gameType, server.nodeName, server.map]
			.join('\n')
			.toLowerCase(),
	fields: {
		state: wanted => {
			const phase = phaseNamed(wanted);
			if (phase !== undefined) return (_, state) => phaseOf(state) === phase;
			return fieldTest((_, state) => state)(wanted);
		},
		game: fieldTest(({gameType}) => gameType),
		node: fieldTest(({nodeName, nodeId}) => nodeName ?? nodeId),
		map: fieldTest(({map}) => map),
		name: fieldTest(({displayName, id}) => displayName ?? id),
		id: fieldTest(({id}) => id),
	},
	// Where the service names no players there is no number that could compare.
	numbers: {
		players: ({onlinePlayers}) => (onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers)),
	},
};

/**
What the filter of the list says: words look in name, state, game, node and map; `state:`, `game:`, `node:`, `map:`,
`name:`, `id:` look in one field; `players>0` and the like compare.
*/
export const serverFilter = (text: string): ServerFilter => parseFilter(text, vocabulary);
