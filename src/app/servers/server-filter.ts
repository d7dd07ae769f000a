import {type Filter, parseFilter, type Vocabulary} from '../kernel/screens/filter.ts';
import {
	type FieldName,
	fieldTest,
	type FilterArgs,
	idTest,
	type Known,
	nameTest,
	phaseTest,
} from './server-fields.ts';

export type ServerFilter = Filter<FilterArgs>;

const vocabulary = (known: Known): Vocabulary<FilterArgs, FieldName | 'name' | 'id' | 'is', 'players'> => ({
	text: (server, state) =>
		[server.displayName ?? server.id, state, server.gameType, server.nodeName, server.map]
			.join('\n')
			.toLowerCase(),
	fields: {
		state: text => fieldTest('state', text, known),
		game: text => fieldTest('game', text, known),
		node: text => fieldTest('node', text, known),
		map: text => fieldTest('map', text, known),
		is: phaseTest,
		name: nameTest,
		id: idTest,
	},
	// If the service gives no player count, there is no number to compare.
	numbers: {
		players: ({onlinePlayers}) => (onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers)),
	},
});

/**
Parses the filter of the list. Words match name, state, game, node and map; `state:`, `game:`, `node:`,
`map:`, `name:`, `id:` match one field; `is:` matches as the header counts; `players>0` and the like compare numbers.
*/
export const serverFilter = (text: string, known: Known): ServerFilter =>
	parseFilter(text, vocabulary(known));
