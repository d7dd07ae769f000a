import {expect, test} from 'vitest';
import {maxPages} from '../../../src/client/rest/answers.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt} from './helpers.ts';

type Records = readonly {id: string; [name: string]: unknown}[];
const records = (count: number): Records =>
	Array.from({length: count}, (_, n) => ({id: `r${n}`, name: `n${n}`}));

/** Envelopes of a page. (Specification: Page<T>) */
const envelopes = {
	flat: (all: Records, page: number, size: number) => ({
		content: all.slice(page * size, (page + 1) * size),
		page,
		size,
		totalElements: all.length,
		totalPages: Math.ceil(all.length / size),
		first: page === 0,
		last: (page + 1) * size >= all.length,
	}),
	'with a page object': (all: Records, page: number, size: number) => ({
		content: all.slice(page * size, (page + 1) * size),
		page: {number: page, size, totalElements: all.length, totalPages: Math.ceil(all.length / size)},
	}),
	'of which only `last` is known': (all: Records, page: number, size: number) => ({
		items: all.slice(page * size, (page + 1) * size),
		last: (page + 1) * size >= all.length,
	}),
};

async function paged(answer: (page: number) => unknown) {
	const {url, seen} = await httpService((request, response) =>
		json(response, 200, answer(Number(new URL(request.url, 'http://x').searchParams.get('page') ?? 0))),
	);
	return {api: apiAt(url), url, asked: () => seen.map(request => request.url)};
}

const ids = (items: readonly {id?: unknown}[]) => items.map(({id}) => id);

test.each(Object.entries(envelopes))(
	'every list in an envelope %s is read to its end',
	async (_, envelope) => {
		const all = records(45);
		const {api, asked} = await paged(page => envelope(all, page, 20));
		const lists = {
			listServers: await api.listServers({teamId: 't'}),
			listNodes: await api.listNodes({teamId: 't'}),
			listAutomations: await api.listAutomations({teamId: 't'}),
			listNodeTasks: await api.listNodeTasks({nodeId: 'n'}),
			listServersOfNode: await api.listServersOfNode({nodeId: 'n'}),
			listApplicationUsers: await api.listApplicationUsers({teamId: 't'}),
			listNotifications: await api.listNotifications({teamId: 't', onlyUnread: 'true'}),
		};
		for (const {items, unreadable} of Object.values(lists)) {
			expect(ids(items)).toEqual(ids(all));
			expect(unreadable).toEqual([]);
		}
		expect(asked().slice(0, 3)).toEqual(['', '?page=1', '?page=2'].map(query => `/server/by-team/t${query}`));
		expect(asked().at(-1)).toBe('/team/t/notifications?onlyUnread=true&page=2');
	},
);

test('polls keep the records that have not changed', async () => {
	const all = records(45).map(({id}) => ({id, displayName: id}));
	const {api} = await paged(page => envelopes.flat(all, page, 20));
	const before = await api.listServers({teamId: 't'}, {background: true});
	const after = await api.listServers({teamId: 't'}, {background: true});
	expect(after.items.every((item, index) => item === before.items[index])).toBe(true);
});

test('a list ends at its limit, and says so', async () => {
	const all = records(20 * (maxPages + 3));
	const {api, asked} = await paged(page => envelopes.flat(all, page, 20));
	const {items, unreadable} = await api.listServers({teamId: 't'});
	expect(items).toHaveLength(20 * maxPages);
	expect(unreadable).toEqual([
		expect.objectContaining({
			isMissing: true,
			reason: '1000 of 1060 records read from 50 pages, the limit',
		}),
	]);
	expect(asked()).toHaveLength(maxPages);
});

test('a `last` that never comes ends the list', async () => {
	const {api, asked} = await paged(page => ({content: [{id: `r${page}`}], page, last: false}));
	const {items, unreadable} = await api.listServers({teamId: 't'});
	expect(items).toHaveLength(maxPages);
	expect(unreadable).toMatchObject([{isMissing: true}]);
	expect(asked()).toHaveLength(maxPages);
});

test('a service that ignores the page number is not polled repeatedly', async () => {
	const {api, asked} = await paged(() => envelopes.flat(records(45), 0, 20));
	const {items, unreadable} = await api.listServers({teamId: 't'});
	expect(items).toHaveLength(20);
	expect(unreadable).toMatchObject([
		{
			isMissing: true,
			reason: '20 of 45 records read: page 1 repeats earlier ones',
		},
	]);
	expect(asked()).toHaveLength(2);
});

test('an empty page ends the list', async () => {
	const {api} = await paged(page => ({content: page === 0 ? records(2) : [], last: false}));
	expect(await api.listNodes({teamId: 't'})).toMatchObject({items: [{id: 'r0'}, {id: 'r1'}], unreadable: []});
});

test('fewer records than the service counts are reported', async () => {
	const {api} = await paged(page => ({
		content: page === 0 ? records(2) : [],
		totalElements: 5,
		last: page > 0,
	}));
	expect((await api.listNodes({teamId: 't'})).unreadable).toMatchObject([
		{isMissing: true, reason: 'the service sent 2 of 5 records'},
	]);
});

test('a record that moves to the next page meanwhile is listed once', async () => {
	const {api} = await paged(page =>
		page === 0
			? {content: [{id: 'a'}, {id: 'b'}], last: false}
			: {content: [{id: 'b'}, {id: 'c'}], last: true},
	);
	expect(await api.listServers({teamId: 't'})).toMatchObject({
		items: [{id: 'a'}, {id: 'b'}, {id: 'c'}],
		unreadable: [],
	});
});

test('a page that fails fails the list: a part of it is not a list', async () => {
	const {url} = await httpService((request, response) =>
		request.url.includes('page=1')
			? json(response, 403, {key: 'missingPermission.ACCESS_SERVERS'})
			: json(response, 200, envelopes.flat(records(45), 0, 20)),
	);
	await expect(apiAt(url).listServers({teamId: 't'})).rejects.toMatchObject({status: 403});
});

test('unreadable records of all pages are counted', async () => {
	const all = [...records(20), {id: ''}, ...records(5).map(({id}) => ({id: `x${id}`})), {id: ''}] as Records;
	const {api} = await paged(page => envelopes.flat(all, page, 10));
	const {items, unreadable} = await api.listServers({teamId: 't'});
	expect(items).toHaveLength(25);
	expect(unreadable.map(({index}) => index)).toEqual([20, 26]);
});

test('a page of runs stays a page', async () => {
	const {api, asked} = await paged(page => envelopes.flat(records(45), page, 20));
	expect(await api.listRuns({teamId: 't', page: 1, size: 20})).toMatchObject({
		page: 1,
		totalPages: 3,
		items: {length: 20},
	});
	expect(asked()).toHaveLength(1);
});

test('missing members of a team are reported', async () => {
	const {url} = await httpService((_request, response) =>
		json(response, 200, {id: 't', name: 'n', members: {content: [{id: 'm'}], totalElements: 3}}),
	);
	expect((await apiAt(url).myTeam()).unreadableMembers).toMatchObject([{isMissing: true}]);
});
