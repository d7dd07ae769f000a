import {readArkPlayer} from '../../../games/player-list.ts';
import {tableOf} from '../../../lib/json/maps.ts';
import type {Table} from './answer-table.ts';
import {readCs2Json, readCs2Status, readCs2Users} from './parse-cs2.ts';

type Reader = (response: string) => Table | undefined;

/** The readers by command: the text alone cannot identify a table, because players can write anything. */
const readers = {
	ark: tableOf<Reader>({listplayers: readArkPlayers, gettribeidplayerlist: readArkPlayers}),
	cs2: tableOf<Reader>({status: readCs2Status, status_json: readCs2Json, users: readCs2Users}),
};

/**
Parses an answer as a table, if the command lists items and every line could be parsed; otherwise returns undefined, so
that no text is lost.
*/
export function readAsTable(
	gameType: string | undefined,
	command: string,
	response: string | undefined,
): Table | undefined {
	const family = familyOf(gameType);
	const word = command.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
	if (family === undefined || response === undefined) return undefined;
	return readers[family].get(word)?.(response);
}

/** The list of games is open; all ARK games answer alike. (Specification: GameServer) */
function familyOf(gameType: string | undefined): 'ark' | 'cs2' | undefined {
	if (gameType === undefined) return undefined;
	if (gameType === 'ARK' || gameType.startsWith('ARK_')) return 'ark';
	return gameType === 'CS2' ? 'cs2' : undefined;
}

/** Parses the output of `ListPlayers`: one player per line, with blank lines around them. */
function readArkPlayers(response: string): Table | undefined {
	const lines = response.split('\n').filter(line => line.trim() !== '');
	const rows: string[][] = [];
	for (const line of lines) {
		const row = readArkPlayer(line);
		if (!row) return undefined;
		rows.push([row.place, row.name, row.id]);
	}
	if (rows.length === 0) return undefined;
	return {
		columns: [{header: '#', align: 'right'}, {header: 'Name', shrinks: true}, {header: 'Id'}],
		rows,
		before: [],
		after: [],
	};
}
