import {type ClientBase, Pool, types} from 'pg';

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

export type Row = Record<string, unknown>;

/** Runs a statement. The values fill its `?`. */
export type Query = (text: string, values?: unknown[]) => Promise<Row[]>;

export type Database = {
	/** Runs a statement on a connection of its own. */
	query: Query;
	/** Runs `work` in a transaction, and commits it unless `work` rejects. `begin`: the statement that starts it. */
	transaction: <Result>(begin: string, work: (query: Query) => Promise<Result>) => Promise<Result>;
	close: () => Promise<void>;
};

/** Opens connections when they are needed. `url` may leave the password to `PGPASSWORD` or the password file. */
export function connect(url: string, timeouts = usualTimeouts): Database {
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
	return {
		query: queryOn(pool),
		transaction: async (begin, work) => {
			const client = await pool.connect();
			const query = queryOn(client);
			let isLost = false;
			try {
				await query(begin);
				const result = await work(query);
				await query('COMMIT');
				return result;
			} catch (error) {
				await query('ROLLBACK').catch(() => (isLost = true));
				throw error;
			} finally {
				client.release(isLost);
			}
		},
		close: () => pool.end(),
	};
}

function queryOn(client: Pick<ClientBase, 'query'>): Query {
	return async (text, values) => {
		let count = 0;
		const {rows} = await client.query<Row>(
			text.replaceAll('?', () => `$${++count}`),
			values,
		);
		return rows;
	};
}
