import {copyFileSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openStore} from '../../src/service/records/store.ts';
import {migrations} from '../../src/service/records/tables.ts';
import {dataFile} from './open-service.ts';
import {node, server, task, team} from './records/some-records.ts';

test('the database refuses records without the team, node or server that they refer to', () => {
	const store = openStore(':memory:');
	const missing = 'FOREIGN KEY constraint failed';
	expect(() => store.nodes.put(node('node'))).toThrow(missing);
	// Within a transaction, the order does not matter.
	store.atomically(() => {
		store.servers.put(server('cs'));
		store.nodes.put(node('node'));
		store.teams.put(team('team'));
	});
	expect(() => store.tasks.put({...task('stop', 'cs'), nodeId: 'other'})).toThrow(missing);
	const answer = {command: 'status', response: '', commandId: '1', timestamp: 0};
	expect(() => store.commands.add('ark', answer, 9)).toThrow(missing);
	expect(() => store.nodes.remove('node')).toThrow(missing);
	expect([store.tasks.count(), store.nodes.count(), store.commands.of('ark').commands]).toEqual([0, 1, []]);
	store.close();
});

test('a record that is not JSON is refused', () => {
	const file = dataFile();
	openStore(file).close();
	const database = new DatabaseSync(file);
	expect(() => database.exec("INSERT INTO teams (id, json) VALUES ('team', '{cut')")).toThrow(
		'malformed JSON',
	);
	database.close();
});

const next = [...migrations, 'ALTER TABLE teams ADD COLUMN region TEXT;'];
const backupsOf = (file: string) =>
	readdirSync(path.dirname(file))
		.filter(name => name.startsWith(`${path.basename(file)}.v`))
		.map(name => path.join(path.dirname(file), name));
const namesIn = (file: string, all = migrations) => {
	const store = openStore(file, {all});
	try {
		return store.teams.all().map(({id}) => id);
	} finally {
		store.close();
	}
};

test('the next version migrates the records, with a private copy beside them that opens as well', () => {
	const file = dataFile();
	const store = openStore(file);
	store.teams.put(team('team'));
	store.close();
	expect(backupsOf(file)).toEqual([]);
	for (let opening = 1; opening <= 2; opening++) expect(namesIn(file, next)).toEqual(['team']);
	const [backup = '', ...others] = backupsOf(file);
	expect(others).toEqual([]);
	expect(path.basename(backup)).toMatch(/\.v1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(statSync(backup).mode & 0o777).toBe(0o600);
	const restored = dataFile();
	copyFileSync(backup, restored);
	expect(namesIn(restored)).toEqual(['team']);
	// This version leaves a file of the next one unchanged.
	expect(() => namesIn(file)).toThrow('newer');
	expect(namesIn(file, next)).toEqual(['team']);
});

test('a migration that fails leaves the records as they were', () => {
	const file = dataFile();
	const store = openStore(file);
	store.teams.put(team('team'));
	store.close();
	expect(() => namesIn(file, [...next, 'CREATE TABLE teams (id TEXT) STRICT;'])).toThrow(
		'was not written by rcondeck',
	);
	expect(namesIn(file)).toEqual(['team']);
});
