import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openStore, type Store} from '../../src/service/store.ts';
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
	expect([store.tasks.count(), store.nodes.count(), store.commands.of('ark')]).toEqual([0, 1, []]);
	store.close();
});

function fileOfVersion4(records: [kind: string, record: {id: string}][]): string {
	const file = dataFile();
	const database = new DatabaseSync(file);
	database.exec(`
		CREATE TABLE records (
			kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, unique_key TEXT, PRIMARY KEY (kind, id)
		);
		CREATE TABLE commands (seq INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, json TEXT NOT NULL);
		PRAGMA user_version = 4;
	`);
	const put = database.prepare('INSERT INTO records (kind, id, json) VALUES (?, ?, ?)');
	for (const [kind, record] of records) put.run(kind, record.id, JSON.stringify(record));
	database.close();
	return file;
}

const contentOf = ({teams, nodes, servers, tasks, commands}: Store) => ({
	ids: [teams, nodes, servers, tasks].map(kind => kind.all().map(({id}) => id)),
	answers: commands.of('b').map(({commandId}) => commandId),
});

test('the records of version 4 move to their tables in their order, without what nothing refers to any more', () => {
	const file = fileOfVersion4([
		['tasks', task('stop', 'b')],
		['tasks', {...task('lost', 'b'), nodeId: 'removed'}],
		['servers', server('b')],
		['servers', server('a')],
		['servers', server('stray', {nodeId: 'lost'})],
		['nodes', node('node')],
		['nodes', {...node('lost'), teamId: 'left'}],
		['teams', team('team')],
	]);
	const old = new DatabaseSync(file);
	const add = old.prepare('INSERT INTO commands (server, json) VALUES (?, ?)');
	for (const [serverId, commandId] of ['b1', 'a2', 'stray3', 'b4'].map(text => [text.slice(0, -1), text]))
		add.run(serverId ?? '', JSON.stringify({command: 'status', response: '', commandId, timestamp: 0}));
	old.close();

	for (let opening = 1; opening <= 2; opening++) {
		const store = openStore(file);
		expect(contentOf(store)).toEqual({
			ids: [['team'], ['node'], ['b', 'a'], ['stop']],
			answers: ['b1', 'b4'],
		});
		store.close();
	}
});

test('a record that is not JSON has its file called damaged, and is refused later', () => {
	const old = fileOfVersion4([]);
	const database = new DatabaseSync(old);
	database.exec("INSERT INTO records (kind, id, json) VALUES ('teams', 'team', '{cut')");
	database.close();
	for (let opening = 1; opening <= 2; opening++) expect(() => openStore(old)).toThrow('is damaged');
	const file = dataFile();
	openStore(file).close();
	const others = new DatabaseSync(file);
	expect(() => others.exec("INSERT INTO teams (id, json) VALUES ('team', '{cut')")).toThrow('malformed JSON');
	others.close();
});
