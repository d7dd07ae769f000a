import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import type {ServerRecord, TaskRecord} from '../../src/service/records.ts';
import {openStore, type Store} from '../../src/service/store.ts';
import {dataFile} from './open-service.ts';
import {node, server as aServer, task as aTask, team} from './records/some-records.ts';

const server = (id: string, displayName: string, teamId = 'team') => aServer(id, {displayName, teamId});
const task = (id: string, type: TaskRecord['type'], delay: number, serverId = 'cs') =>
	aTask(id, serverId, {type, state: 'RUNNING', context: {delay}});

/** Opens a store with what servers and tasks refer to. */
function open(file = ':memory:'): Store {
	const store = openStore(file);
	onTestFinished(() => store.close());
	for (const id of ['team', 'others']) store.teams.put(team(id));
	store.nodes.put(node('node'));
	return store;
}

test('the database refuses a second server with a display name in a team', () => {
	const {servers, atomically} = open();
	servers.put(server('one', 'Éden'));
	const refusal = expect.objectContaining({status: 409, key: 'server.display_name_already_exists'});
	expect(() => servers.put(server('two', ' éDEN '))).toThrow(refusal);
	expect(() => atomically(() => servers.put(server('two', 'éden')))).toThrow(refusal);
	servers.put(server('one', 'éden'));
	servers.put(server('three', 'Éden', 'others'));
	servers.put(server('one', 'renamed'));
	servers.put(server('two', 'Éden'));
	expect(servers.all().map(({id}) => id)).toEqual(['one', 'three', 'two']);
});

test('the database refuses a second scheduled action of a server until the first is over', () => {
	const {tasks} = open();
	tasks.put(task('stop', 'TIMED_SHUTDOWN', 5));
	const refusal = (key: string) => expect.objectContaining({status: 409, key});
	expect(() => tasks.put(task('late', 'TIMED_SHUTDOWN', 9))).toThrow(
		refusal('server.timed_shutdown_already_scheduled'),
	);
	expect(() => tasks.put(task('restart', 'TIMED_RESTART', 9))).toThrow(
		refusal('server.timed_restart_already_scheduled'),
	);
	tasks.put(task('other', 'TIMED_RESTART', 9, 'ark'));
	tasks.put(task('backup', 'BACKUP', 0));
	tasks.put({...task('stop', 'TIMED_SHUTDOWN', 5), state: 'CANCELED'});
	tasks.put(task('restart', 'TIMED_RESTART', 9));
	expect(tasks.count()).toBe(4);
});

/** The records as version 3 wrote them; 0: before it set its version. */
function oldFile(records: [kind: string, record: {id: string}][], version = 3): string {
	const file = dataFile();
	const database = new DatabaseSync(file);
	database.exec(`
		CREATE TABLE records (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id));
		CREATE TABLE commands (seq INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, json TEXT NOT NULL);
		PRAGMA user_version = ${version};
	`);
	const insert = database.prepare('INSERT INTO records (kind, id, json) VALUES (?, ?, ?)');
	for (const [kind, record] of records) insert.run(kind, record.id, JSON.stringify(record));
	database.close();
	return file;
}

test('records of version 3 that break a rule are all kept: later names get a number, later schedules fail', () => {
	const names = ['Lobby', 'lobby ', 'lobby (2)', 'LOBBY', 'Arena'];
	const file = oldFile([
		...['team', 'others'].map((id): [string, {id: string}] => ['teams', team(id)]),
		['nodes', node('node')],
		...names.map((name, index): [string, ServerRecord] => ['servers', server(`s${index}`, name)]),
		['servers', server('elsewhere', 'Lobby', 'others')],
		['tasks', task('late', 'TIMED_RESTART', 30, 's0')],
		['tasks', task('first', 'TIMED_SHUTDOWN', 10, 's0')],
		['tasks', task('alone', 'TIMED_SHUTDOWN', 10, 's4')],
	]);
	const read = ({servers, tasks, notifications}: Store) => ({
		names: servers.all().map(({displayName}) => displayName),
		tasks: tasks.all().map(({id, state, errorMessage}) => [id, state, errorMessage]),
		notifications: notifications.all().map(({teamId, message}) => [teamId, message]),
	});
	const first = openStore(file);
	const upgraded = read(first);
	first.close();
	const oneOnly = 'A server can have only one scheduled stop or restart. The earlier one was kept.';
	expect(upgraded).toEqual({
		names: ['Lobby', 'lobby (3)', 'lobby (2)', 'LOBBY (4)', 'Arena', 'Lobby'],
		tasks: [
			['late', 'FAILED', oneOnly],
			['first', 'RUNNING', undefined],
			['alone', 'RUNNING', undefined],
		],
		notifications: [
			['team', expect.stringContaining('now lobby (3)')],
			['team', expect.stringContaining('now LOBBY (4)')],
			[
				'team',
				'The scheduled restart of Lobby was dropped, because an earlier stop or restart is scheduled. Schedule it again if you still need it.',
			],
		],
	});
	const again = open(file);
	expect(read(again)).toEqual(upgraded);
	expect(() => again.servers.put(server('new', 'lobby (3)'))).toThrow(
		expect.objectContaining({key: 'server.display_name_already_exists'}),
	);
});

test('a file whose first service was killed before it set the version opens', () => {
	const {servers} = open(oldFile([], 0));
	servers.put(server('one', 'Lobby'));
	expect(() => servers.put(server('two', 'lobby'))).toThrow(
		expect.objectContaining({key: 'server.display_name_already_exists'}),
	);
});
