import {type Clock, pause} from '../../lib/time/clock.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service.ts';
import {Refusal} from '../http/refusal.ts';
import type {Database, Query} from './database.ts';
import {isUnusable} from './problems.ts';

/** How often the database is asked about a transaction whose connection was lost, and the pause between. */
const [maxAsked, betweenMs] = [30, 100];

/**
Runs `work` in a serializable transaction and commits it. If the connection is lost in the meantime, the database knows
whether it has committed.
*/
export async function commit<Result>(
	where: {database: Database; clock: Clock},
	work: (query: Query) => Promise<Result>,
): Promise<Result> {
	let done: {result: Result; id: string | undefined} | undefined;
	try {
		return await where.database.transaction('BEGIN ISOLATION LEVEL SERIALIZABLE', async query => {
			const result = await work(query);
			done = {result, id: await idOf(query)};
			return result;
		});
	} catch (error) {
		if (!done || !isUnusable(error)) throw error;
		const {result, id} = done;
		if (id !== undefined && !(await hasCommitted(where, id, error))) throw error;
		return result;
	}
}

/** Returns the id of the transaction; undefined if it has changed nothing. */
async function idOf(query: Query): Promise<string | undefined> {
	const [row] = await query('SELECT pg_current_xact_id_if_assigned()::text AS id');
	return typeof row?.['id'] === 'string' ? row['id'] : undefined;
}

/** Waits for a database that restarts. Throws `Refusal` if it cannot be asked. */
async function hasCommitted(
	{database, clock}: {database: Database; clock: Clock},
	id: string,
	lost: unknown,
): Promise<boolean> {
	for (let asked = 0; asked < maxAsked; asked++) {
		const rows = await database
			.query('SELECT pg_xact_status(?::xid8) AS status', [id])
			.catch((error: unknown) => {
				if (!isUnusable(error)) throw error;
			});
		const status = rows?.[0]?.['status'];
		if (status === 'committed' || status === 'aborted') return status === 'committed';
		await pause(clock, betweenMs);
	}
	throw new Refusal('general.unknown_outcome', messages.unknownOutcome, {cause: lost});
}
