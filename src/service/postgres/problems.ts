import {DatabaseError} from 'pg';
import {UsageError} from '../../lib/usage-error.ts';
import {serviceDatabaseMessages} from '../../messages/service-database.ts';

/*
What an error of PostgreSQL means for a transaction. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
*/

/**
Somebody else has changed what the transaction read, or the two waited for each other. 23503: somebody has removed a
record that another one refers to, such as a member whose token was stored.
*/
const repeatable = new Set(['40001', '40P01', '23503']);
/** Two transactions have taken the same number of the journal, or the same time of a schedule. */
const takenAtOnce = new Set(['journal_seq', 'runs_one_per_time']);

export const isRepeatable = (error: unknown): boolean =>
	error instanceof DatabaseError &&
	(repeatable.has(error.code ?? '') || takenAtOnce.has(error.constraint ?? ''));

/**
The database cannot be used now: connection lost (08), resources used up (53), an administrator's stop or a start that has
not finished (57P), a timeout (57014, 55P03, 25P03), a server that has become a standby (25006).
*/
const unusable = /^(?:08|53|57P|57014|55P03|25P03|25006)/;
/** Of the driver, which has no codes. */
const lost =
	/^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered|was closed))/;

export function isUnusable(error: unknown): boolean {
	if (error instanceof DatabaseError) return unusable.test(error.code ?? '');
	if (!(error instanceof Error)) return false;
	// A socket's error; several addresses of a host end in an error without a message.
	return 'syscall' in error || error instanceof AggregateError || lost.test(error.message);
}

/** Returns whether a record has a unique key that another one has. A primary key is not meant. */
export const isTaken = (error: unknown): boolean =>
	error instanceof DatabaseError && error.code === '23505' && uniqueConstraints.has(error.constraint ?? '');
const uniqueConstraints = new Set(['servers_unique_key', 'tasks_one_scheduled']);

/** Wrong credentials (28), no such database (3D000), no permission to create tables (42501). */
const setup = /^(?:28|3D000|42501)/;

/** Converts an error of opening the database to a `UsageError`, unless it is a bug. */
export function problemOf(error: unknown): unknown {
	const isSetup = error instanceof DatabaseError && setup.test(error.code ?? '');
	if (!isSetup && !isUnusable(error)) return error;
	const {message, code} = error as Error & {code?: string}; // by the checks before
	return new UsageError(serviceDatabaseMessages.cannotOpen(message === '' ? (code ?? '') : message), {
		cause: error,
	});
}
