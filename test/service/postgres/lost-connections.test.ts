import {Client} from 'pg';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import type {Records} from '../../../src/service/records/repositories.ts';
import {node, server, team} from '../records/some-records.ts';
import {emptyDatabase, missing, query} from './database.ts';
import {openPostgres} from './open-postgres.ts';
import {wireProxy, type WireProxy} from './wire-proxy.ts';

const unavailable = {key: 'general.not_carried_out', status: 503};

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));
	let url: string;
	let wire: WireProxy;
	let records: Records;
	beforeEach(async () => {
		url = await emptyDatabase();
		wire = await wireProxy(url);
		// Long enough for a busy machine to answer.
		const timeouts = {
			connectionTimeoutMillis: 1500,
			lock_timeout: 1000,
			statement_timeout: 1000,
			query_timeout: 1500,
			idle_in_transaction_session_timeout: 1000,
		};
		records = await openPostgres(wire.url, {timeouts});
		onTestFinished(() => records.close());
		await records.transact(async ({teams, nodes}) => {
			await teams.put(team('team'));
			await nodes.put(node('node'));
		});
	});
	const put = (id: string) =>
		records.transact(async ({servers, afterCommit}) => {
			await servers.put(server(id));
			afterCommit(() => void done.push(id));
			return id;
		});
	let done: string[];
	beforeEach(() => void (done = []));
	const stored = () => records.read(async ({servers}) => (await servers.ofTeam('team')).map(({id}) => id));

	test('a request whose connection is lost is refused, has changed nothing, and the next one succeeds', async () => {
		const killed = records.transact(async ({servers}) => {
			await servers.put(server('a'));
			// Other tests use the same database.
			await query(
				url,
				`SELECT pg_terminate_backend(pid) FROM (
					SELECT DISTINCT pid FROM pg_locks JOIN pg_class ON pg_class.oid = relation
					WHERE relnamespace = current_schema()::regnamespace AND pid <> pg_backend_pid()
				) AS own`,
			);
			await servers.put(server('b'));
		});
		await expect(killed).rejects.toMatchObject(unavailable);
		expect(await put('c')).toBe('c');
		expect(await stored()).toEqual(['c']);
	});

	test('a transaction that has committed when its connection is lost has its result and its effects, once', async () => {
		wire.cutAfter('commit');
		expect(await put('a')).toBe('a');
		expect(done).toEqual(['a']);
		expect(await stored()).toEqual(['a']);
	});

	test('a connection on which nothing arrives is given up', async () => {
		const frozen = records.transact(async ({servers}) => {
			await servers.put(server('a'));
			wire.freeze();
			await servers.put(server('b'));
		});
		await expect(frozen).rejects.toMatchObject(unavailable);
		wire.thaw();
		expect(await put('c')).toBe('c');
		expect(await stored()).toEqual(['c']);
	});

	test('a record that someone else keeps locked for too long is a refusal', async () => {
		await put('a');
		const other = new Client({connectionString: url});
		await other.connect();
		onTestFinished(() => other.end());
		await other.query('BEGIN');
		await other.query(`SELECT FROM servers WHERE id = 'a' FOR UPDATE`);
		await expect(put('a')).rejects.toMatchObject(unavailable);
		await other.query('ROLLBACK');
		expect(await put('a')).toBe('a');
	});

	test('a database that cannot be reached is a refusal', async () => {
		wire.close();
		await expect(stored()).rejects.toMatchObject(unavailable);
	});
});
