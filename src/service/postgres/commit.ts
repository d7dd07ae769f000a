import {sql, type Kysely, type Transaction} from 'kysely';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service.ts';
import {Refusal} from '../http/refusal.ts';
import {isUnusable} from './problems.ts';
import type {Tables} from './tables.ts';

/** How often the database is asked about a transaction whose connection was lost, and the pause between. */
const [maxAsked, betweenMs] = [30, 100];

/**
Runs `work` in a serializable transaction and commits it. If the connection is lost in the meantime, the database knows
whether it has committed.
*/
export async function commit<Result>(
	where: {database: Kysely<Tables>; clock: Clock},
	work: (open: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
	let done: {result: Result; id: string | null} | undefined;
	try {
		return await where.database
			.transaction()
			.setIsolationLevel('serializable')
			.execute(async open => {
				const result = await work(open);
				done = {result, id: await idOf(open)};
				return result;
			});
	} catch (error) {
		if (!done || !isUnusable(error)) throw error;
		const {result, id} = done;
		if (id !== null && !(await hasCommitted(where, id, error))) throw error;
		return result;
	}
}

/** Returns the id of the transaction, or null if it has changed nothing. */
async function idOf(open: Transaction<Tables>): Promise<string | null> {
	const {rows} = await sql<{id: string | null}>`SELECT pg_current_xact_id_if_assigned()::text AS id`.execute(
		open,
	);
	return rows[0]?.id ?? null;
}

/** Waits for a database that restarts. Throws `Refusal` if it cannot be asked. */
async function hasCommitted(
	{database, clock}: {database: Kysely<Tables>; clock: Clock},
	id: string,
	lost: unknown,
): Promise<boolean> {
	for (let asked = 0; asked < maxAsked; asked++) {
		const status = await statusOf(database, id).catch((error: unknown) => {
			if (!isUnusable(error)) throw error;
		});
		if (status === 'committed' || status === 'aborted') return status === 'committed';
		await pause(clock, betweenMs);
	}
	throw new Refusal('general.unknown_outcome', messages.unknownOutcome, {cause: lost});
}

async function statusOf(database: Kysely<Tables>, id: string): Promise<string | undefined> {
	const {rows} = await sql<{status: string}>`SELECT pg_xact_status(${id}::xid8) AS status`.execute(database);
	return rows[0]?.status;
}
