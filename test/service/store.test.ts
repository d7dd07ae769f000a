import {expect, test} from 'vitest';
import {openStore, type Store} from '../../src/service/records/store.ts';
import type {NotificationRecord} from '../../src/service/records/records.ts';
import {dataFile} from './open-service.ts';
import {node, server, team} from './records/some-records.ts';

const note = (id: string, title = id): NotificationRecord => ({
	id,
	teamId: 'team',
	createdAt: 0,
	type: 'x',
	title,
	message: '',
	read: false,
});
/** Opens a store with what notifications and commands refer to. */
function openFilled(file: string, onBug?: (bug: unknown) => void): Store {
	const store = openStore(file, {onBug});
	for (const id of ['team', 'others']) store.teams.put(team(id));
	store.nodes.put(node('node'));
	store.servers.put(server('cs'));
	return store;
}

const answer = (commandId: string) => ({command: 'status', response: '', commandId, timestamp: 0});

const contentOf = ({notifications, commands}: Store) => ({
	notes: notifications.all().map(({id, title}) => [id, title]),
	count: notifications.count(),
	b: notifications.get('b')?.title,
	answers: commands.of('cs').commands.map(({commandId}) => commandId),
});

test('a transaction that fails changes nothing: neither the records in memory nor those in the file', () => {
	const file = dataFile();
	const store = openFilled(file);
	for (const id of ['a', 'b', 'c']) store.notifications.put(note(id));
	for (const id of ['1', '2']) store.commands.add('cs', answer(id), 2);
	const before = contentOf(store);
	const work = () => {
		store.notifications.remove('b');
		store.notifications.put(note('a', 'changed'));
		store.notifications.put(note('d'));
		store.commands.add('cs', answer('3'), 2);
		store.atomically(() => store.commands.removeAll('cs'));
		throw new Error('too late');
	};
	expect(() => store.atomically(work)).toThrow('too late');
	expect(contentOf(store)).toEqual(before);
	store.atomically(() => store.notifications.put(note('e')));
	store.close();
	const reopened = openStore(file);
	expect(contentOf(reopened)).toEqual({...before, notes: [...before.notes, ['e', 'e']], count: 4});
	reopened.close();
});

test('a transaction that fails after removals restores the order of the records', () => {
	const store = openFilled(dataFile());
	for (const id of ['a', 'b', 'c', 'd']) store.notifications.put(note(id));
	const work = () => {
		for (const id of ['b', 'a']) store.notifications.remove(id);
		store.notifications.put(note('b', 'again'));
		store.notifications.remove('d');
		throw new Error('too late');
	};
	expect(() => store.atomically(work)).toThrow('too late');
	expect(store.notifications.all()).toEqual(['a', 'b', 'c', 'd'].map(id => note(id)));
	store.close();
});

test('effects of a transaction run in order after its commit, and never if it fails', () => {
	const bugs: unknown[] = [];
	const store = openFilled(':memory:', bug => void bugs.push(bug));
	const seen: string[] = [];
	const see = (what: string) =>
		store.afterCommit(() => void seen.push(`${what} ${store.notifications.count()}`));
	const bug = new Error('a bug');
	store.atomically(() => {
		see('first');
		store.afterCommit(() => {
			throw bug;
		});
		store.atomically(() => see('nested'));
		store.notifications.put(note('a'));
		expect(seen).toEqual([]);
	});
	expect(seen).toEqual(['first 1', 'nested 1']);
	expect(bugs).toEqual([bug]);
	const undone: string[] = [];
	const work = () => {
		see('failed');
		for (const what of ['one', 'two']) store.onRollback(() => void undone.push(what));
		throw new Error('too late');
	};
	expect(() => store.atomically(work)).toThrow('too late');
	expect(undone).toEqual(['two', 'one']);
	see('alone');
	expect(seen).toEqual(['first 1', 'nested 1', 'alone 1']);
	store.close();
});

test('the oldest records of a team are dropped beyond a limit, and those of other teams stay', () => {
	const store = openFilled(':memory:');
	const {notifications} = store;
	for (const id of ['a', 'b', 'c', 'd']) {
		notifications.put(note(id));
		notifications.put({...note(`other ${id}`), teamId: 'others'});
	}
	const ids = (teamId: string) => notifications.all().flatMap(one => (one.teamId === teamId ? one.id : []));
	const drop = () => notifications.dropOldest('team', 2, "id <> 'a'", 'true');
	const work = () => {
		drop();
		notifications.put(note('e'));
		throw new Error('too late');
	};
	expect(() => store.atomically(work)).toThrow('too late');
	expect(ids('team')).toEqual(['a', 'b', 'c', 'd']);
	drop();
	drop();
	expect(ids('team')).toEqual(['a', 'd']);
	expect(ids('others')).toHaveLength(4);
	notifications.dropOldest('others', 4);
	notifications.dropOldest('nobody', 0);
	expect(notifications.count()).toBe(6);
	store.close();
});
