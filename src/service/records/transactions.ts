import type {DatabaseSync} from 'node:sqlite';

/** An open transaction. */
type Changes = {
	/** Restores the records in memory, newest change last. */
	undo: (() => void)[];
	effects: (() => void)[];
};

export type Transactions = ReturnType<typeof openTransactions>;

/**
Opens the transactions of a database. `onBug` is called with errors of effects and of the steps of a rollback,
`onRolledBack` last of those steps.
*/
export function openTransactions(
	database: DatabaseSync,
	onBug: (bug: unknown) => void,
	onRolledBack: () => void = () => {},
) {
	let open: Changes | undefined;
	let changeCount = 0;
	const run = (step: () => void) => {
		try {
			step();
		} catch (error) {
			onBug(error);
		}
	};
	return {
		/**
		Stores all changes of `work`, or none if it throws. `work` is synchronous. What `isDurable` survives a power cut as
		soon as this returns; the rest soon after.
		*/
		atomically: <Result>(work: () => Result, isDurable = false): Result => {
			// Part of the outer transaction.
			if (open) return work();
			const changes: Changes = {undo: [onRolledBack], effects: []};
			if (isDurable) database.exec('PRAGMA synchronous = FULL');
			database.exec('BEGIN IMMEDIATE');
			open = changes;
			let result: Result;
			try {
				result = work();
				database.exec('COMMIT');
				open = undefined;
			} catch (error) {
				open = undefined;
				changeCount++;
				rollBack(database, changes, run);
				throw error;
			} finally {
				if (isDurable) database.exec('PRAGMA synchronous = NORMAL');
			}
			for (const effect of changes.effects) run(effect);
			return result;
		},
		/**
		Calls `effect` once the open transaction is committed, after the effects before it, and never if it fails.
		Without a transaction, calls it at once. For everything that leaves the process: it cannot be undone.
		*/
		afterCommit: (effect: () => void): void => {
			if (open) open.effects.push(effect);
			else effect();
		},
		/** Calls `undo` if the open transaction fails. For changes outside of the records. */
		onRollback: (undo: () => void): void => void open?.undo.push(undo),
		/**
		Precedes each change. Throws an error if a full disk has ended the open transaction: later changes would be stored
		on their own.
		*/
		check: (): void => {
			if (open && !database.isTransaction) throw new TypeError('The transaction has failed.');
			changeCount++;
		},
		/** Differs from an earlier value if any record has changed since. */
		changeCount: (): number => changeCount,
	};
}

/** Starts `work` once the open transaction is committed. The promise never settles if the transaction fails. */
export function whenCommitted<Result>(
	{afterCommit}: Pick<Transactions, 'afterCommit'>,
	work: () => Promise<Result>,
): Promise<Result> {
	return new Promise(resolve => afterCommit(() => resolve(work())));
}

/** `run` reports errors instead of throwing them, so that all steps run. */
function rollBack(database: DatabaseSync, {undo}: Changes, run: (step: () => void) => void): void {
	// A full disk may have ended the transaction already.
	if (database.isTransaction) run(() => database.exec('ROLLBACK'));
	for (const restore of undo.toReversed()) run(restore);
}
