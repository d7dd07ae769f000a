import {expect, test} from 'vitest';
import {withReused} from '../../../src/client/rest/answers.ts';
import {sourceOf} from '../../../src/contract/sources.ts';
import type {Wire} from '../../../src/client/rest/wire.ts';
import {apiAt} from './helpers.ts';

/** A client whose service answers with these values, one after the other. */
function answering(...values: unknown[]) {
	const bodies = values.map(value => Buffer.from(JSON.stringify(value)));
	const wire: Wire = () =>
		Promise.resolve({
			status: 200,
			header: () => undefined,
			body: bodies.shift() ?? Buffer.from(''),
			isCut: false,
		});
	return apiAt('http://127.0.0.1:9', {wire});
}

const fleet = (players: number, ...ids: string[]) =>
	ids.map(id => ({
		id,
		created: '2026-01-01T00:00:00Z',
		onlinePlayers: id === 'a' ? players : 7,
		extra: {tags: ['x']},
		commands: [{command: 'save', timestamp: '2026-01-01T00:00:00Z'}],
	}));

test('a poll with the same bytes returns the same list', async () => {
	const api = answering(fleet(1, 'a', 'b'), fleet(1, 'a', 'b'));
	const first = await api.listServers({teamId: 't'});
	expect(await api.listServers({teamId: 't'})).toBe(first);
});

test('an equal list with other bytes is the same list', async () => {
	const api = answering(fleet(1, 'a', 'b'), {content: fleet(1, 'a', 'b')});
	const first = await api.listServers({teamId: 't'});
	expect(await api.listServers({teamId: 't'})).toBe(first);
});

test('only the record that changed is another one, wherever the others are in the list', async () => {
	const api = answering(fleet(1, 'a', 'b', 'c'), fleet(2, 'c', 'a', 'b', 'd'));
	const {items: first} = await api.listServers({teamId: 't'});
	const {items: second} = await api.listServers({teamId: 't'});
	expect(second.map(({id}) => id)).toEqual(['c', 'a', 'b', 'd']);
	expect(second.map(server => first.includes(server))).toEqual([true, false, true, false]);
	expect(second[1]?.onlinePlayers).toBe(2);
});

test('each record has the values from the service, also if a later poll changed only others', async () => {
	const [first, second] = [fleet(1, 'a', 'b'), fleet(2, 'a', 'b')];
	const api = answering(first, {content: second});
	await api.listServers({teamId: 't'});
	const {items} = await api.listServers({teamId: 't'});
	expect(items.map(server => sourceOf(server))).toEqual(second);
	expect(items[0]).toMatchObject({onlinePlayers: 2, commands: [{timestamp: Date.UTC(2026, 0, 1)}]});
});

test('a record that was unreadable is read once it can be', async () => {
	const api = answering([{id: 'a'}, {displayName: 'b'}], [{id: 'a'}, {id: 'b', displayName: 'b'}]);
	const first = await api.listNodes({teamId: 't'});
	const second = await api.listNodes({teamId: 't'});
	expect([first.unreadable.length, second.unreadable.length]).toEqual([1, 0]);
	expect(second.items[0]).toBe(first.items[0]);
});

test('a page whose numbers changed is another one, with the same records', async () => {
	const content = [{id: 'r', status: 'RUNNING'}];
	const api = answering({content, totalElements: 1}, {content, totalElements: 2});
	const first = await api.listRuns({teamId: 't'});
	const second = await api.listRuns({teamId: 't'});
	expect([first.totalElements, second.totalElements]).toEqual([1, 2]);
	expect(second.items[0]).toBe(first.items[0]);
});

test('a record alone is the same one if it is equal', async () => {
	const api = answering({id: 't', name: 'Ranch'}, {name: 'Ranch', id: 't'}, {id: 't', name: 'Farm'});
	const first = await api.myTeam();
	expect(await api.myTeam()).toBe(first);
	expect((await api.myTeam()).name).toBe('Farm');
});

test('records without ids are never taken for one another', () => {
	const before = {items: [{title: 'one'}], unreadable: []};
	const now = {items: [{title: 'two'}, {title: 'one'}], unreadable: []};
	expect(withReused(now, before)).toEqual(now);
	expect(withReused(now, undefined)).toBe(now);
});
