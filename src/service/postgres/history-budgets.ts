import type {OnEvent} from '../events.ts';
import {
	answerShares,
	droppableOf,
	historyShares,
	openHistoryBudget,
	surplusIn,
} from '../records/history-budgets.ts';
import type {Query} from './database.ts';
import type {Trims} from './rows.ts';

/** The kinds with a budget, as in SQLite. */
const kinds = [
	...Object.entries(droppableOf).map(([kind, droppable]) => ({
		table: kind,
		budget: kind,
		shares: historyShares,
		rows: `SELECT place, size, team_id, ${droppable} AS is_droppable FROM ${kind}`,
		droppable: 'is_droppable',
	})),
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
			const drop = (surplus: string) => async (query: Query) => {
				const dropped = await query(`WITH surplus AS (${surplus}),
					dropped AS (DELETE FROM ${table} USING surplus WHERE ${table}.place = surplus.place)
					SELECT DISTINCT who FROM surplus`);
				for (const {who} of dropped) onEvent({kind: 'budget', budget, who: String(who)});
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
