import {readArkPlayer} from '../../../games/player-list.ts';
import type {Table} from './answer-table.ts';

/** Parses the output of `ListPlayers`: one player per line, with blank lines around them. */
export function readArkPlayers(response: string): Table | undefined {
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
