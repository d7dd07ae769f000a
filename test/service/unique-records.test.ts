import {expect, onTestFinished, test} from 'vitest';
import type {TaskRecord} from '../../src/service/records/records.ts';
import {openStore, type Store} from '../../src/service/records/store.ts';
import {node, server as aServer, task as aTask, team} from './records/some-records.ts';

const server = (id: string, displayName: string, teamId = 'team') => aServer(id, {displayName, teamId});
const task = (id: string, type: TaskRecord['type'], delay: number, serverId = 'cs') =>
	aTask(id, serverId, {type, state: 'RUNNING', context: {delay}});

/** Opens a store with what servers and tasks refer to. */
function open(): Store {
	const store = openStore(':memory:');
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

test('the database refuses a second scheduled action of a server until the first has ended', () => {
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
