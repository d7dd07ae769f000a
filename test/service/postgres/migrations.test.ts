import {Client} from 'pg';
import {beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {migrate, migrations} from '../../../src/service/postgres/migrate.ts';
import {node, server, team} from '../records/some-records.ts';
import {wholeRecords} from '../records/whole-records.ts';
import {sharedKinds} from '../../../src/service/records/tables.ts';
import {emptyDatabase, missing, query} from './database.ts';
import {openPostgres} from './open-postgres.ts';

/** What the previous version survives. The first version has no previous one. */
const additions = [
	/^CREATE TABLE \w+ \(/,
	/^CREATE INDEX \w+ ON /,
	/^CREATE UNIQUE INDEX \w+ ON /,
	/^ALTER TABLE \w+ ADD COLUMN \w+ (?!.*NOT NULL(?!.*DEFAULT))[^,;]*$/s,
	/^UPDATE /,
];

const isAddition = (statement: string) => additions.some(pattern => pattern.test(statement));

test('migrations only make additions that the previous version survives', () => {
	expect(migrations.flat().filter(statement => !isAddition(statement))).toEqual([]);
	const column = 'ALTER TABLE servers ADD COLUMN region text';
	expect([column, `${column} NOT NULL DEFAULT ''`].every(isAddition)).toBe(true);
	const others = [`${column} NOT NULL`, 'ALTER TABLE servers DROP COLUMN state', 'DROP TABLE servers'];
	expect(others.some(isAddition)).toBe(false);
});

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));
	const versions = (url: string) => query(url, 'SELECT version FROM migrations ORDER BY version');
	const columnsIn = (url: string, table: string) =>
		query(
			url,
			`SELECT column_name AS name FROM information_schema.columns
			WHERE table_schema = current_schema AND table_name = $1`,
			[table],
		);

	test('instances that start at the same time on an empty database create its tables once', async () => {
		const url = await emptyDatabase();
		await Promise.all([migrate(url), migrate(url), migrate(url)]);
		expect(await versions(url)).toEqual(migrations.map((_, index) => ({version: index + 1})));
		for (const table of [...sharedKinds, 'commands'])
			expect((await columnsIn(url, table)).map(({name}) => name)).toContain('json');
	});

	test('a migration that fails leaves the tables as they were', async () => {
		const url = await emptyDatabase();
		await migrate(url);
		const failing = migrate(url, [
			...migrations,
			['CREATE TABLE later (id text)', 'CREATE TABLE teams (id text)'],
		]);
		await expect(failing).rejects.toThrow('already exists');
		expect(await versions(url)).toHaveLength(migrations.length);
		expect(await columnsIn(url, 'later')).toEqual([]);
	});

	test('a migration may take 50 seconds, much longer than a request', async () => {
		const url = await emptyDatabase();
		await query(url, 'CREATE TABLE large (id text)');
		const other = new Client({connectionString: url});
		await other.connect();
		onTestFinished(() => other.end());
		await other.query('BEGIN; LOCK TABLE large');
		vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
		onTestFinished(() => void vi.useRealTimers());
		const migrated = migrate(url, [
			[
				`CREATE TABLE set AS SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
			],
			['CREATE INDEX large_by_id ON large (id)'],
		]);
		const isWaiting = async () =>
			(await query(url, `SELECT FROM pg_locks WHERE relation = 'large'::regclass AND NOT granted`)).length >
			0;
		while (!(await isWaiting()));
		vi.advanceTimersByTime(50_000);
		await other.query('COMMIT');
		await migrated;
		expect(await query(url, 'SELECT * FROM set')).toEqual([{statement: '1min', lock: '1min'}]);
	});

	const schemaOf = (url: string) => /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? '';
	/** The tables of a database with the columns that a program writes, in the order of their creation. */
	async function writtenIn(url: string): Promise<Map<string, string[]>> {
		const columns = await query(
			url,
			`SELECT relname AS table, quote_ident(attname) AS column
			FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
			WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations'
				AND attnum > 0 AND attidentity = '' AND attgenerated = ''
			ORDER BY pg_class.oid, attnum`,
		);
		return new Map(
			Object.entries(Object.groupBy(columns, row => String(row['table']))).map(([table, rows = []]) => [
				table,
				rows.map(row => String(row['column'])),
			]),
		);
	}
	/** Creates the tables of all these versions, and writes one record of each kind as an instance of `version` does. */
	async function writeAs(version: number, all: readonly (readonly string[])[]): Promise<string> {
		const [source, earlier, target] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()];
		const records = await openPostgres(source);
		onTestFinished(() => records.close());
		await records.transact(async transaction => {
			for (const kind of Object.keys(wholeRecords) as (keyof typeof wholeRecords)[])
				// The kinds of records and of repositories are the same.
				await (transaction[kind] as {put: (record: unknown) => Promise<unknown>}).put(wholeRecords[kind]);
		});
		await migrate(earlier, all.slice(0, version));
		await migrate(target, all);
		for (const [table, columns] of await writtenIn(earlier)) {
			const names = columns.join(', ');
			await query(
				target,
				`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${schemaOf(source)}.${table}`,
			);
		}
		return target;
	}

	test.each(migrations.map((_, index) => index + 1))(
		'the newest program reads the records that version %i writes on the newest tables',
		async version => {
			const records = await openPostgres(await writeAs(version, migrations));
			onTestFinished(() => records.close());
			const {team: owner, server: found} = await records.read(async ({teams, servers}) => ({
				team: await teams.get('team'),
				server: await servers.get('server'),
			}));
			expect([owner?.name, found?.state]).toEqual([wholeRecords.teams.name, wholeRecords.servers.state]);
		},
	);

	test.each([
		['a column without a default', `ALTER TABLE servers ADD COLUMN region text NOT NULL`, 'not-null'],
		[
			'a constraint',
			`ALTER TABLE servers ADD CHECK (length(json ->> 'displayName') > 100)`,
			'check constraint',
		],
		['a column with another name', `ALTER TABLE servers RENAME COLUMN json TO record`, 'does not exist'],
	])('a migration with %s breaks the previous version', async (_, statement, problem) => {
		await expect(writeAs(migrations.length, [...migrations, [statement]])).rejects.toThrow(problem);
	});

	test('an instance works on after another one has migrated to the next version', async () => {
		const url = await emptyDatabase();
		const records = await openPostgres(url);
		onTestFinished(() => records.close());
		await records.transact(async ({teams, nodes, servers}) => {
			await teams.put(team('team'));
			await nodes.put(node('node'));
			await servers.put(server('a'));
		});
		await migrate(url, [
			...migrations,
			[
				`ALTER TABLE servers ADD COLUMN region text NOT NULL DEFAULT 'unknown'`,
				'ALTER TABLE servers ADD COLUMN owner text',
				'CREATE TABLE regions (id text PRIMARY KEY)',
			],
		]);
		await query(url, `UPDATE servers SET region = 'north'`);
		const rename = await records.transact(async ({servers}) => {
			const found = await servers.get('a');
			await servers.put(server('b'));
			return found && servers.put({...found, displayName: 'A'});
		});
		expect(rename).toEqual(server('a', {displayName: 'A'}));
		// What the next version has stored stays.
		expect(await query(url, 'SELECT id, region FROM servers ORDER BY id')).toEqual([
			{id: 'a', region: 'north'},
			{id: 'b', region: 'unknown'},
		]);
		// The previous version also starts again.
		const again = await openPostgres(url);
		onTestFinished(() => again.close());
		expect(await again.read(async ({servers}) => servers.countOfTeam('team'))).toBe(2);
	});
});
