import {Kysely, PostgresDialect} from 'kysely';
import {Pool, types} from 'pg';
import type {Tables} from './tables.ts';

/** Connections of an instance. PostgreSQL allows 100 by default, which all instances share. */
const maxConnections = 10;

/** Clients wait 15 s for an answer. */
export const usualTimeouts = {
	connectionTimeoutMillis: 5000,
	lock_timeout: 3000,
	statement_timeout: 5000,
	// For a connection that is lost without a sign: the query, and then the rollback. The connection is discarded.
	query_timeout: 6000,
	idle_in_transaction_session_timeout: 10_000,
};

/** Times and counts are integers that a number holds exactly; the driver's default is text. */
const bigint = 20;
const typeParsers = {
	getTypeParser: ((type: number, format?: 'text' | 'binary') =>
		type === bigint && format !== 'binary'
			? Number
			: types.getTypeParser(type, format as 'text')) as typeof types.getTypeParser,
};

/** Opens connections when they are needed. `url` may leave the password to `PGPASSWORD` or the password file. */
export function connect(url: string, timeouts = usualTimeouts): Kysely<Tables> {
	const pool = new Pool({
		...timeouts,
		connectionString: url,
		max: maxConnections,
		keepAlive: true,
		application_name: 'rcondeck',
		types: typeParsers,
	});
	// A connection was lost. The pool removes it, and its query fails, if it has one.
	pool.on('error', () => {}).on('connect', client => client.on('error', () => {}));
	return new Kysely<Tables>({dialect: new PostgresDialect({pool})});
}
