import {sizeOf} from '../records/answer-limits.ts';
import type {NewestCommands} from '../records/command-history.ts';
import type {CommandRecord} from '../records/records.ts';
import type {Transaction} from '../records/repositories.ts';
import {budgets} from '../limits.ts';
import type {Row} from './database.ts';
import {type Session, storableJson} from './rows.ts';

/** Written by `add`. */
const commandIn = (row: Row): CommandRecord => row['json'] as CommandRecord;

/** Opens the commands of servers within one transaction. */
export const openCommands = ({query, trims, onPut}: Session): Transaction['commands'] => ({
	ofServers: async (serverIds, most) => {
		const ids = [...new Set(serverIds)];
		const isShown = most === undefined ? 'true' : 'sum(size) OVER newest <= ?';
		const rows = await query(
			`WITH counted AS (
				SELECT place, server_id, command_id, ${isShown} AS is_shown FROM commands WHERE server_id = ANY(?)
				WINDOW newest AS (PARTITION BY server_id ORDER BY place DESC)
			)
			SELECT counted.*, json FROM counted LEFT JOIN commands ON is_shown AND commands.place = counted.place
			ORDER BY counted.place`,
			[...(most === undefined ? [] : [most]), ids],
		);
		const byServer = Map.groupBy(rows, row => row['server_id']);
		return new Map(ids.map(id => [id, newestIn(byServer.get(id) ?? [])]));
	},
	find: async (serverId, commandId) => {
		const found = 'SELECT json FROM commands WHERE server_id = ? AND command_id = ? ORDER BY place LIMIT 1';
		const [row] = await query(found, [serverId, commandId]);
		return row && commandIn(row);
	},
	add: async (serverId, command, limit) => {
		const size = sizeOf(command);
		await query('INSERT INTO commands (server_id, command_id, size, json) VALUES (?, ?, ?, ?)', [
			serverId,
			command.commandId,
			size,
			storableJson(command),
		]);
		onPut('commands', size);
		trims.set(`commands ${serverId}`, run => run(surplus, [serverId, limit, budgets.answers.server]));
	},
	removeAll: async serverId => void (await query('DELETE FROM commands WHERE server_id = ?', [serverId])),
});

const newestIn = (rows: readonly Row[]): NewestCommands => {
	const shown = rows.filter(row => row['is_shown']);
	return {
		commands: shown.map(commandIn),
		older: rows.length - shown.length,
		// The type of its column.
		newestId: rows.at(-1)?.['command_id'] as string | undefined,
	};
};

/** Removes the oldest commands of a server beyond the limits, but never the newest one. */
const surplus = `DELETE FROM commands WHERE place IN (
	SELECT place FROM (
		SELECT place, row_number() OVER newest AS number, sum(size) OVER newest AS characters
		FROM commands WHERE server_id = ? WINDOW newest AS (ORDER BY place DESC)
	) AS counted
	WHERE number > 1 AND (number > ? OR characters > ?)
)`;
