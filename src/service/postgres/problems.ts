import {DatabaseError} from 'pg';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {Unavailable, UsageError} from '../../lib/errors.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service.ts';

/*
What an error of PostgreSQL means for a transaction. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
*/

/**
Someone else has changed what the transaction read, or the two waited for each other. 23503: someone has removed a
record that another one refers to, such as a member whose token was stored.
*/
const repeatable = new Set(['40001', '40P01', '23503']);
/** Two transactions have taken the same number of the journal, or the same time of a schedule. */
const takenAtOnce = new Set(['journal_seq', 'runs_unique_key']);

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

/** Returns whether a record has a unique key that another one has. A primary key does not count. */
export const isTaken = (error: unknown): boolean =>
	error instanceof DatabaseError && error.code === '23505' && uniqueConstraints.has(error.constraint ?? '');
const uniqueConstraints = new Set(['servers_unique_key', 'tasks_unique_key']);

/** Wrong credentials (28), no such database (3D000), no permission to create tables (42501). */
const setup = /^(?:28|3D000|42501)/;
/** The server has no TLS, or a certificate that is not trusted. The first is the driver's, without a code. */
const noTls = /^The server does not support SSL/;
const untrusted = /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS|ERR_SSL|ERR_OSSL)/;

/**
Converts an error of opening the database to a `UsageError` for a wrong setting, or to `Unavailable` if it may work later,
unless it is a bug.
*/
export function problemOf(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const code = codeOf(error);
	const text = error.message === '' ? code : error.message;
	const wrong = (message: string) => new UsageError(message, {cause: error});
	if (noTls.test(text)) return wrong(messages.noTls);
	if (error instanceof DatabaseError && setup.test(code)) return wrong(messages.cannotOpen(text));
	if (untrusted.test(code)) return wrong(messages.untrusted(text));
	return isUnusable(error) ? new Unavailable(messages.cannotOpen(text), {cause: error}) : error;
}
