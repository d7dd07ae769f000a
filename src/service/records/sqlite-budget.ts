import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import type {OnEvent} from '../events.ts';
import {openHistoryBudget, type Share, surplusIn} from './history-budgets.ts';

type Options = Parameters<typeof surplusIn>[0] & {
	database: DatabaseSync;
	budget: string;
	shares: readonly Share[];
	/** Removes a row. */
	remove: (place: SQLInputValue) => void;
	onEvent: OnEvent;
};

/** Drops the oldest rows beyond the budgets at once. Returns a function that takes the size of each written row. */
export function openSqliteBudget({database, budget, shares, remove, onEvent, ...rows}: Options) {
	const statements = new Map(shares.map(share => [share, database.prepare(surplusIn(rows, share))]));
	return openHistoryBudget(shares, share => {
		const found = statements.get(share)?.all() ?? [];
		for (const {place} of found) remove(place ?? null);
		for (const who of new Set(found.map(row => String(row['who'])))) onEvent({kind: 'budget', budget, who});
	});
}
