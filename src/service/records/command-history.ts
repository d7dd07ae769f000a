import type {DatabaseSync} from 'node:sqlite';
import type {OnEvent} from '../events.ts';
import {budgets} from '../limits.ts';
import {sizeOf} from './answer-limits.ts';
import {answerShares} from './history-budgets.ts';
import type {CommandRecord} from './records.ts';
import {openSqliteBudget} from './sqlite-budget.ts';
import type {Transactions} from './transactions.ts';

/** The newest commands of a server, oldest first. */
export type NewestCommands = {
	commands: readonly CommandRecord[];
	/** How many older ones are kept. */
	older: number;
	/** Also if it is not among `commands`. */
	newestId: string | undefined;
};

export const noCommands: NewestCommands = {commands: [], older: 0, newestId: undefined};

/** Commands and answers of each server, at most `limit` and a budget per server and node. */
export type CommandHistory = {
	/** Returns the newest ones that have at most `most` characters together. */
	of: (serverId: string, most?: number) => NewestCommands;
	find: (serverId: string, commandId: string) => CommandRecord | undefined;
	/** Differs from an earlier value if any have changed since. */
	changeCount: () => number;
	add: (serverId: string, command: CommandRecord, limit: number) => void;
	removeAll: (serverId: string) => void;
};

type Changes = Pick<Transactions, 'atomically' | 'check' | 'afterCommit'>;

export function openHistory(
	database: DatabaseSync,
	{atomically, check, afterCommit}: Changes,
	onEvent: OnEvent,
): CommandHistory {
	const sizes = database.prepare(
		'SELECT seq, characters FROM commands_of_servers WHERE server_id = ? ORDER BY seq DESC',
	);
	const since = database.prepare(
		'SELECT json FROM commands_of_servers WHERE server_id = ? AND seq >= ? ORDER BY seq',
	);
	const idOf = database.prepare('SELECT command_id FROM commands_of_servers WHERE seq = ?');
	const byId = database.prepare(
		'SELECT json FROM commands_of_servers WHERE server_id = ? AND command_id = ? ORDER BY seq LIMIT 1',
	);
	const insert = database.prepare(
		'INSERT INTO commands_of_servers (server_id, command_id, characters, json) VALUES (?, ?, ?, ?)',
	);
	const forget = database.prepare('DELETE FROM commands_of_servers WHERE server_id = ? AND seq <= ?');
	const forgetAll = database.prepare('DELETE FROM commands_of_servers WHERE server_id = ?');
	const remove = database.prepare('DELETE FROM commands_of_servers WHERE seq = ?');
	const added = openSqliteBudget({
		database,
		budget: 'answers',
		rows: `WITH places AS MATERIALIZED (SELECT id, node_id, team_id FROM servers)
			SELECT seq AS place, characters AS size, node_id, team_id
			FROM commands_of_servers JOIN places ON places.id = server_id`,
		shares: answerShares,
		remove: seq => void remove.run(seq),
		onEvent: event => afterCommit(() => onEvent(event)),
	});
	let changeCount = 0;
	const change = () => {
		check();
		changeCount++;
	};
	return {
		of: (serverId, most = Infinity) => {
			const all = sizes.all(serverId);
			const newest = all[0]?.['seq'];
			if (newest === undefined) return noCommands;
			const count = countFitting(all, {most, limit: Infinity, least: 0});
			const first = all[count - 1]?.['seq'];
			const commands = first === undefined ? [] : since.all(serverId, first).map(({json}) => commandIn(json));
			const newestId = String(idOf.get(newest)?.['command_id']);
			return {commands, older: all.length - count, newestId};
		},
		find: (serverId, commandId) => {
			const row = byId.get(serverId, commandId);
			return row && commandIn(row['json']);
		},
		changeCount: () => changeCount,
		add: (serverId, command, limit) =>
			atomically(() => {
				change();
				const size = sizeOf(command);
				insert.run(serverId, command.commandId, size, JSON.stringify(command));
				const all = sizes.all(serverId);
				const surplus = all[countFitting(all, {most: budgets.answers.server, limit, least: 1})]?.['seq'];
				if (surplus !== undefined) forget.run(serverId, surplus);
				added(size);
			}),
		removeAll: serverId => {
			change();
			forgetAll.run(serverId);
		},
	};
}

type Bound = {most: number; limit: number; least: number};

/** Returns how many of these rows, newest first, have at most `most` characters and are at most `limit`. */
function countFitting(rows: readonly Record<string, unknown>[], {most, limit, least}: Bound): number {
	let [characters, count] = [0, 0];
	for (const row of rows) {
		characters += Number(row['characters']);
		if (count >= least && (count >= limit || characters > most)) break;
		count++;
	}
	return count;
}

/** Written by `add`; nothing else writes the file. */
const commandIn = (json: unknown): CommandRecord => JSON.parse(String(json)) as CommandRecord;
