import {Client} from 'pg';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {UsageError} from '../../lib/errors.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service.ts';
import type {OnEvent} from '../events.ts';
import {usualTimeouts} from './database.ts';

/** How many instances use a database: one, or several that a broker connects. */
export type Instances = 'one' | 'several';

/** Chosen at random. With the schema, it names the lock of the records. */
const lock = 734_510_823;
/** The server releases the lock of a machine that is gone after 25 s. */
const settings =
	'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';
/** This side notices it as soon: Node.js then tries 10 times in 10 s. */
const keepAliveInitialDelayMillis = 10_000;
/** How often a lock that another instance has is tried at the start: it may be about to end. */
const [maxAttempts, betweenMs] = [5, 500];
/** How often a lost lock is tried. */
const retakeEveryMs = 2000;

type Held = {ended: Promise<void>; end: () => Promise<void>};

/**
Holds a lock while this instance runs, so that none starts without a broker while others use the same records: the feed of
each would have its own events only. After a lost connection, takes the lock again, and reports if another instance has it.
Throws `UsageError` if one has it at the start. Returns a function that releases it.
*/
export async function lockInstances(
	instances: Instances,
	{url, clock, onEvent}: {url: string; clock: Clock; onEvent: OnEvent},
): Promise<() => Promise<void>> {
	const closing = new AbortController();
	const problem = instances === 'one' ? messages.notAlone : messages.otherIsAlone;
	const retake = async (): Promise<Held> => {
		for (let isReported = false; ;) {
			await pause(clock, retakeEveryMs, closing.signal);
			// The database may be unreachable.
			const taken = await take(url, instances).catch(() => undefined);
			if (taken === 'refused' && !isReported) onEvent({kind: 'instances', problem});
			if (taken === 'refused') isReported = true;
			else if (taken) {
				if (isReported) onEvent({kind: 'instances', problem: undefined});
				return taken;
			}
		}
	};
	const takeFirst = async (): Promise<Held> => {
		for (let attempt = 1; ; attempt++) {
			const taken = await take(url, instances);
			if (taken !== 'refused') return taken;
			if (attempt === maxAttempts) throw new UsageError(problem);
			await pause(clock, betweenMs);
		}
	};
	let held = await takeFirst();
	const keep = async () => {
		while (!closing.signal.aborted) {
			await held.ended;
			held = await retake();
		}
	};
	const kept = keep().catch(() => {});
	return async () => {
		closing.abort();
		await held.end();
		await kept;
		// The other connection, if one was being opened.
		await held.end();
	};
}

/** Takes the lock on a connection of its own. Rejects if the database cannot be reached. */
async function take(url: string, instances: Instances): Promise<Held | 'refused'> {
	const {connectionTimeoutMillis, query_timeout} = usualTimeouts;
	const client = new Client({
		connectionTimeoutMillis,
		query_timeout,
		connectionString: url,
		keepAlive: true,
		keepAliveInitialDelayMillis,
		application_name: 'rcondeck',
	});
	const ended = new Promise<void>(resolve => client.once('end', resolve));
	// `end` follows.
	client.on('error', () => {});
	let isTaken = false;
	try {
		await client.connect();
		await client.query(settings);
		isTaken = await lockWith(client, instances);
	} finally {
		if (!isTaken) await client.end();
	}
	return isTaken ? {ended, end: () => client.end()} : 'refused';
}

async function lockWith(client: Client, instances: Instances): Promise<boolean> {
	const lockIt = instances === 'one' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
	const {rows} = await client.query<{taken: boolean}>(
		`SELECT ${lockIt}(${lock}, hashtext(current_schema())) AS taken`,
	);
	return rows[0]?.taken === true;
}
