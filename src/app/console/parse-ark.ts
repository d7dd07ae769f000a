import type {Table} from './answer-table.ts';

/** `0. Name, 0002abcd…`; names may contain commas, ids do not. */
const player = /^\s*(\d+)\. (.*), ?([0-9A-Za-z|]+)\s*$/;

/** Parses the output of `ListPlayers`: one player per line, with blank lines around them. */
export function readArkPlayers(response: string): Table | undefined {
	const lines = response.split('\n').filter(line => line.trim() !== '');
	const rows: string[][] = [];
	for (const line of lines) {
		const [, place, name, id] = player.exec(line) ?? [];
		if (place === undefined || name === undefined || id === undefined) return undefined;
		rows.push([place, name, id]);
	}
	if (rows.length === 0) return undefined;
	return {
		columns: [{header: '#', align: 'right'}, {header: 'Name', shrinks: true}, {header: 'Id'}],
		rows,
		before: [],
		after: [],
	};
}
