import {type Kysely, sql} from 'kysely';
import type {OnEvent} from '../events.ts';
import {answerShares, historyShares, openHistoryBudget, surplusIn} from '../records/history-budgets.ts';
import type {Trims} from './repositories.ts';
import type {Tables} from './tables.ts';

/** The kinds with a budget, as in SQLite. */
const history = (table: string) => ({
	table,
	budget: table,
	shares: historyShares,
	rows: `SELECT place, size, team_id FROM ${table}`,
});
const kinds = [
	history('actions'),
	history('notifications'),
	history('journal'),
	{
		...history('runs'),
		rows: `SELECT place, size, team_id, finished_at IS NOT NULL AS is_finished FROM runs`,
		droppable: 'is_finished',
	},
	{
		table: 'commands',
		budget: 'answers',
		shares: answerShares,
		rows: `SELECT commands.place, commands.size, node_id, team_id
			FROM commands JOIN servers ON servers.id = server_id`,
	},
];

/** Returns a function that takes the bytes of each kind that a transaction has stored. `trim` drops the oldest soon after. */
export function openHistoryBudgets(
	trim: (trims: Trims) => void,
	onEvent: OnEvent,
): (written: ReadonlyMap<string, number>) => void {
	const added = new Map(
		kinds.map(({table, budget, shares, ...rows}) => {
			const drop = (surplus: string) => async (database: Kysely<Tables>) => {
				const dropped = await sql<{who: string}>`
					WITH surplus AS (${sql.raw(surplus)}),
						dropped AS (DELETE FROM ${sql.table(table)} USING surplus WHERE ${sql.table(table)}.place = surplus.place)
					SELECT DISTINCT who FROM surplus`.execute(database);
				for (const {who} of dropped.rows) onEvent({kind: 'budget', budget, who});
			};
			const onSlack = openHistoryBudget(shares, share =>
				trim(new Map([[`${table}:${share.of}`, drop(surplusIn(rows, share))]])),
			);
			return [table, onSlack];
		}),
	);
	return written => {
		for (const [kind, size] of written) added.get(kind)?.(size);
	};
}
