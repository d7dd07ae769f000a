import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {
	backupColumns,
	columnOf,
	columnsOf,
	commandColumns,
	inviteColumns,
	memberColumns,
} from '../../../src/service/postgres/columns.ts';
import {connect} from '../../../src/service/postgres/connect.ts';
import {migrate} from '../../../src/service/postgres/migrate.ts';
import {migrations} from '../../../src/service/postgres/migrations.ts';
import {node, server, team} from '../records/some-records.ts';
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

test('migrations only add what the previous version survives', () => {
	expect(migrations.flat().filter(statement => !isAddition(statement))).toEqual([]);
	const column = 'ALTER TABLE servers ADD COLUMN region text';
	expect([column, `${column} NOT NULL DEFAULT ''`].every(isAddition)).toBe(true);
	const others = [`${column} NOT NULL`, 'ALTER TABLE servers DROP COLUMN state', 'DROP TABLE servers'];
	expect(others.some(isAddition)).toBe(false);
});

const tables = {
	...columnsOf,
	members: memberColumns,
	invites: inviteColumns,
	backups: backupColumns,
	commands: commandColumns,
};

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));
	function connected(url: string) {
		const database = connect(url);
		onTestFinished(() => database.destroy());
		return database;
	}
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
		const databases = [connected(url), connected(url), connected(url)];
		await Promise.all(databases.map(database => migrate(database)));
		expect(await versions(url)).toEqual(migrations.map((_, index) => ({version: index + 1})));
		for (const [table, columns] of Object.entries(tables)) {
			const names = (await columnsIn(url, table)).map(({name}) => name);
			expect(names).toEqual(expect.arrayContaining([...Object.keys(columns).map(columnOf), 'more']));
		}
	});

	test('a migration that fails leaves the tables as they were', async () => {
		const url = await emptyDatabase();
		const database = connected(url);
		await migrate(database);
		const failing = migrate(database, [
			...migrations,
			['CREATE TABLE later (id text)', 'CREATE TABLE teams (id text)'],
		]);
		await expect(failing).rejects.toThrow('already exists');
		expect(await versions(url)).toHaveLength(migrations.length);
		expect(await columnsIn(url, 'later')).toEqual([]);
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
		await migrate(connected(url), [
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
