import {Client} from 'pg';
import {pause, type Clock} from '../../lib/clock.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service-database.ts';
import {usualTimeouts} from './connect.ts';

/** How many instances use a database: one, or several that a broker connects. */
export type Instances = 'one' | 'several';

/** Chosen at random. With the schema, it names the lock of the records. */
const lock = 734_510_823;
/** The server releases the lock of a machine that is gone after 25 s. */
const settings =
	'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';
/** How often a lock that another instance has is tried at the start: it may be about to end. */
const [maxAttempts, betweenMs] = [5, 500];

/**
Holds a lock while this instance runs, so that none starts without a broker while others use the same records: the feed of
each would have its own events only. After a lost connection, takes the lock again. Throws `UsageError` if another instance
has it. Returns a function that releases it.
*/
export async function lockInstances(
	instances: Instances,
	{url, clock}: {url: string; clock: Clock},
): Promise<() => Promise<void>> {
	const closing = new AbortController();
	let connection = await connect(url);
	for (let attempt = 1; !(await take(connection.client, instances)); attempt++) {
		if (attempt === maxAttempts) {
			await connection.client.end();
			throw new UsageError(instances === 'one' ? messages.notAlone : messages.otherIsAlone);
		}
		await pause(clock, betweenMs);
	}
	const keep = async () => {
		while (!closing.signal.aborted) {
			await connection.ended;
			await pause(clock, betweenMs, closing.signal).catch(() => {});
			if (closing.signal.aborted) return;
			connection = await connect(url).catch(() => connection);
			await take(connection.client, instances).catch(() => {});
		}
	};
	const kept = keep();
	return async () => {
		closing.abort();
		await connection.client.end().catch(() => {});
		await kept;
	};
}

async function connect(url: string) {
	const {connectionTimeoutMillis, query_timeout} = usualTimeouts;
	const client = new Client({
		connectionTimeoutMillis,
		query_timeout,
		connectionString: url,
		keepAlive: true,
		application_name: 'rcondeck',
	});
	const ended = new Promise<void>(resolve => client.once('end', resolve));
	// `end` follows.
	client.on('error', () => {});
	await client.connect();
	await client.query(settings);
	return {client, ended};
}

async function take(client: Client, instances: Instances): Promise<boolean> {
	const lockIt = instances === 'one' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
	const {rows} = await client.query<{taken: boolean}>(
		`SELECT ${lockIt}(${lock}, hashtext(current_schema())) AS taken`,
	);
	return rows[0]?.taken === true;
}
