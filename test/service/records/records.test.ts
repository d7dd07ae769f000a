import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {Refusal} from '../../../src/service/http/refusal.ts';
import type {NodeOrders, Records, Transaction} from '../../../src/service/records/repositories.ts';
import type {ServerRecord, TaskRecord} from '../../../src/service/records/records.ts';
import {openStoreRecords} from '../../../src/service/records/store-records.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {nameKey} from '../../../src/service/records/unique-records.ts';
import {engines, idsOf, openFilled} from './engines.ts';
import {nobody, node, server, task, team} from './some-records.ts';
import {wholeRecords} from './whole-records.ts';

/** The oldest records are dropped soon after the commit. */

const action = (id: string, teamId = 'team') => ({
	id,
	teamId,
	createdAt: 0,
	who: 'Ada',
	action: 'startServer',
});
const rename = (records: Records, id: string, displayName: string) =>
	records.transact(async ({servers}) => {
		const found = await servers.get(id);
		if (found) await servers.put({...found, displayName});
	});

describe.each(engines)('$name', ({why, open}) => {
	beforeEach(({skip}) => skip(why !== undefined, why));

	const openWith = (servers: readonly ServerRecord[], agent?: Partial<NodeOrders>) =>
		openFilled(open, servers, agent);

	test('a transaction reads its own changes, and others read them once it has committed', async () => {
		const records = await openWith([server('a'), server('b'), server('elsewhere', {teamId: 'other'})]);
		const listed = () => records.read(async ({servers}) => idsOf(await servers.ofTeam('team')));
		await records.transact(async ({servers}) => {
			await servers.remove('a');
			await servers.put(server('c'));
			await servers.put(server('b', {displayName: 'B', nodeId: 'away'}));
			expect(await servers.get('a')).toBeUndefined();
			expect(idsOf(await servers.ofTeam('team'))).toEqual(['b', 'c']);
			expect(await servers.countOfTeam('team')).toBe(2);
			expect(idsOf(await servers.ofNode('node'))).toEqual(['elsewhere', 'c']);
			expect(await servers.countOfNode('node')).toBe(2);
			expect(await servers.named(nameKey({teamId: 'team', displayName: ' b '}))).toMatchObject({id: 'b'});
			expect(await servers.named(nameKey({teamId: 'team', displayName: 'a'}))).toBeUndefined();
			expect([...(await servers.getMany(['a', 'b', 'c', 'c'])).keys()]).toEqual(['b', 'c']);
			expect((await servers.get('b'))?.displayName).toBe('B');
		});
		expect(await listed()).toEqual(['b', 'c']);
	});

	test('every record is read as it was stored, with all its fields and with few', async () => {
		const records = await open({} as NodeOrders); // orders nothing
		onTestFinished(() => records.close());
		const kinds = Object.keys(wholeRecords) as (keyof typeof wholeRecords)[]; // of a constant
		type AnyRepository = Pick<Transaction['servers'], 'get' | 'put'>;
		// Each kind gets its own record.
		const all = kinds.map(kind => [kind, wholeRecords[kind] as ServerRecord] as const);
		await records.transact(async transaction => {
			for (const [kind, record] of all) await (transaction[kind] as AnyRepository).put(record);
		});
		await records.read(async reading => {
			for (const [kind, record] of all) expect(await reading[kind].get(record.id)).toEqual(record);
			expect((await reading.teams.withInvite('hash'))?.id).toBe('team');
			expect(await reading.teams.withInvite('none')).toBeUndefined();
			expect(idsOf(await reading.automations.enabled())).toEqual(['automation']);
		});
		const {members, invites} = wholeRecords.teams;
		const lean = {...team('team'), members, invites: invites.slice(1)};
		await records.transact(async ({teams, servers}) => {
			await teams.put(lean);
			await servers.put(server('server'));
		});
		await records.read(async ({teams, servers}) => {
			expect(await teams.get('team')).toEqual(lean);
			expect(await servers.get('server')).toEqual(server('server'));
		});
	});

	test('texts of games and JSON with characters that a database refuses are stored', async () => {
		const records = await openWith([]);
		const text = 'a\0b\uD800c';
		await records.transact(async ({actions, nodes}) => {
			await actions.put({...action('strange'), who: text});
			await nodes.put({...node('node'), settings: {[text]: [text], kept: '\\u0000'}});
		});
		await records.read(async ({actions, nodes}) => {
			expect((await actions.get('strange'))?.who).toMatch(/^a.b.c$/s);
			const {settings = {}} = (await nodes.get('node')) ?? {};
			expect(settings['kept']).toBe('\\u0000');
			expect(JSON.stringify(settings)).toMatch(/a.+b.+c/);
		});
	});

	test('a transaction that fails changes nothing, orders nothing and has no effects', async () => {
		const done: string[] = [];
		const records = await openWith([server('a')], {start: id => void done.push(id)});
		const failure = records.transact(async transaction => {
			await transaction.servers.put(server('b'));
			transaction.order('node', agent => agent.start('b'));
			transaction.afterCommit(() => void done.push('effect'));
			throw new Refusal('general.not_found');
		});
		await expect(failure).rejects.toThrow(Refusal);
		expect(done).toEqual([]);
		expect(await records.read(async ({servers}) => idsOf(await servers.ofTeam('team')))).toEqual(['a']);
	});

	test('stores orders with their changes, runs effects after the commit, and a refused order rolls everything back', async () => {
		const done: string[] = [];
		const records = await openWith([server('a')], {
			start: id => void done.push(`start ${id}`),
			stop: () => {
				throw new Refusal('server.too_many_commands');
			},
		});
		await records.transact(async ({order, afterCommit, servers}) => {
			afterCommit(() => void done.push('effect'));
			order('node', agent => agent.start('a'));
			await servers.put(server('b'));
			expect(done).toEqual([]);
		});
		expect(done).toEqual(['start a', 'effect']);
		const refused = records.transact(async ({order, afterCommit, servers}) => {
			await servers.remove('a');
			afterCommit(() => void done.push('another effect'));
			order('node', agent => agent.stop('a', false));
		});
		await expect(refused).rejects.toMatchObject({key: 'server.too_many_commands'});
		expect(done).toEqual(['start a', 'effect']);
		expect(await records.read(async ({servers}) => servers.get('a'))).toBeDefined();
	});

	test('refuses a duplicate name and a second scheduled action with their keys', async () => {
		const records = await openWith([server('a'), server('b', {displayName: 'Ragnarok'})]);
		await expect(rename(records, 'a', ' RAGNAROK ')).rejects.toMatchObject({
			key: 'server.display_name_already_exists',
			status: 409,
		});
		const put = (record: TaskRecord) => records.transact(async ({tasks}) => tasks.put(record));
		await put(task('first', 'a'));
		await expect(put(task('second', 'a'))).rejects.toMatchObject({
			key: 'server.timed_restart_already_scheduled',
			status: 409,
		});
		await put(task('first', 'a', {state: 'CANCELED'}));
		await put(task('third', 'a'));
		await put(task('of another', 'b', {type: 'BACKUP'}));
		await records.read(async ({tasks}) => {
			expect(idsOf(await tasks.liveOfServer('a'))).toEqual(['third']);
			expect(idsOf(await tasks.ofNode('node'))).toEqual(['first', 'third', 'of another']);
		});
	});

	test('two transactions that read the same record do not overwrite each other', async () => {
		const records = await openWith([server('a')]);
		const add = (mod: number) =>
			records.transact(async ({servers}) => {
				const found = await servers.get('a');
				await servers.put(server('a', {modCount: (found?.modCount ?? 0) + mod}));
			});
		await Promise.all([add(1), add(10), add(100)]);
		expect((await records.read(async ({servers}) => servers.get('a')))?.modCount).toBe(111);
	});

	test('two transactions that find the same place free have one winner', async () => {
		const records = await openWith([]);
		const take = (id: string) =>
			records.transact(async ({servers}) => {
				if ((await servers.countOfTeam('team')) > 0) throw new Refusal('team.too_many_servers');
				await servers.put(server(id));
			});
		const results = await Promise.allSettled([take('a'), take('b')]);
		expect(results.map(({status}) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	test('acknowledgments do not push notes out of the journal', async () => {
		const records = await openWith([]);
		const kinds = ['note', 'acknowledged', 'acknowledged', 'note', 'unacknowledged', 'note'] as const;
		await records.transact(async ({journal}) => {
			for (const [index, kind] of kinds.entries()) {
				const seq = index + 1;
				const entry = {id: `team ${seq}`, entryId: `${seq}`, teamId: 'team', by: 'Ada', madeAt: 0};
				await journal.put({...entry, seq, previous: index, kind});
			}
			await journal.dropOldest('team', 2);
		});
		const kept = () =>
			records.read(async ({journal}) => (await journal.after('team', 0, 10)).map(({seq}) => seq));
		await expect.poll(kept).toEqual([3, 4, 5, 6]);
	});

	test('the newest commands of a server are kept within the limit and 4 MiB, the last one always', async () => {
		const records = await openWith([server('a'), server('b')]);
		const add = (serverId: string, commandId: string, response: string | null, limit: number) =>
			records.transact(({commands}) =>
				commands.add(serverId, {command: 'status', commandId, response, timestamp: 1}, limit),
			);
		const kept = (serverId: string) =>
			records.read(async ({commands}) =>
				((await commands.ofServers([serverId])).get(serverId)?.commands ?? []).map(
					({commandId}) => commandId,
				),
			);
		for (const id of ['1', '2', '3']) await add('a', id, null, 2);
		await expect.poll(() => kept('a')).toEqual(['2', '3']);
		const large = 'x'.repeat(3 * 1024 * 1024);
		for (const id of ['4', '5', '6']) await add('b', id, id === '4' ? 'small' : large, 10);
		await expect.poll(() => kept('b')).toEqual(['6']);
		await records.read(async ({commands}) => {
			expect(await commands.find('a', '3')).toMatchObject({command: 'status', response: null});
			expect(await commands.find('b', '3')).toBeUndefined();
		});
	});

	test('runs are filtered and paged, newest first', async () => {
		const records = await openWith([]);
		await records.transact(async ({runs}) => {
			for (let number = 1; number <= 6; number++) {
				const automationId = number % 2 ? 'odd' : 'even';
				const status = number > 4 ? ('RUNNING' as const) : ('FAILED' as const);
				await runs.put({...aRun(`${number}`), automationId, status, createdAt: number});
			}
			await runs.put({...aRun('other'), teamId: 'other'});
		});
		const list = (filter: object, skip = 0, limit = 10) =>
			records.read(async ({runs}) => {
				const found = await runs.filtered('team', {...anyRun, ...filter}, {skip, limit});
				return [found.count, idsOf(found.runs).join(' ')];
			});
		expect(await list({})).toEqual([6, '6 5 4 3 2 1']);
		expect(await list({}, 2, 3)).toEqual([6, '4 3 2']);
		expect(await list({}, 9)).toEqual([6, '']);
		expect(await list({automationId: 'odd'}, 1, 1)).toEqual([3, '3']);
		expect(await list({statuses: ['RUNNING', 'LOST']})).toEqual([2, '6 5']);
		expect(await list({statuses: ["'; --"]})).toEqual([0, '']);
		expect(await list({from: 2, to: 4})).toEqual([3, '4 3 2']);
		expect(await list({automationId: 'even', statuses: ['FAILED'], from: 3})).toEqual([1, '4']);
	});

	test('the oldest records of a team are dropped, but no unfinished run', async () => {
		const records = await openWith([]);
		const run = (id: string, finishedAt?: number) => ({
			...aRun(id),
			status: finishedAt === undefined ? ('RUNNING' as const) : ('FAILED' as const),
			...(finishedAt !== undefined && {finishedAt}),
		});
		await records.transact(async ({actions, runs}) => {
			for (const id of ['1', '2', '3']) await actions.put(action(id));
			await actions.put(action('of another team', 'other'));
			await actions.dropOldest('team', 2);
			for (const record of [run('running'), run('old', 1), run('new', 2)]) await runs.put(record);
			await runs.dropOldest('team', 2);
		});
		const kept = () =>
			records.read(async ({actions, runs}) => [
				idsOf(await actions.ofTeam('team')),
				idsOf(await actions.ofTeam('other')),
				idsOf(await runs.ofTeam('team')),
				idsOf(await runs.unfinishedOfTeam('team')),
			]);
		const dropped = [['2', '3'], ['of another team'], ['running', 'new'], ['running']];
		await expect.poll(kept).toEqual(dropped);
	});
});

const anyRun = {automationId: undefined, statuses: undefined, from: undefined, to: undefined};

const aRun = (id: string) => ({
	id,
	automationId: 'automation',
	teamId: 'team',
	status: 'RUNNING' as const,
	createdAt: 0,
	targetIds: {},
	stepHistory: [],
	cancelRequested: false,
	workflow: [],
	runTimeoutSec: 60,
});

/** A store with a team and its node, which agents change as well. */
function aStore() {
	const store = openStore(':memory:');
	onTestFinished(store.close);
	store.teams.put(team('team'));
	store.nodes.put(node('node'));
	return {store, records: openStoreRecords(store, nobody)};
}

test('a transaction runs again if an agent changes a record that it has read, and gives up after a limit', async () => {
	const {store, records} = aStore();
	store.servers.put(server('a'));
	store.commands.add('a', {command: 'status', response: '', commandId: '1', timestamp: 0}, 10);
	const readers: ((transaction: Transaction) => Promise<unknown>)[] = [
		({servers}) => servers.get('a'),
		({servers}) => servers.ofTeam('team'),
		({servers}) => servers.getMany(['a']),
		({commands}) => commands.ofServers(['a']),
		// A change that nobody has read does not need a transaction.
		({servers}) => servers.get('b'),
	];
	const interfere = () => {
		store.servers.put(server('a'));
		store.commands.add('a', {command: 'status', response: '', commandId: '1', timestamp: 0}, 1);
	};
	const counts: number[] = [];
	for (const read of readers) {
		let count = 0;
		await records.transact(async transaction => {
			await read(transaction);
			if (++count === 1) interfere();
		});
		counts.push(count);
	}
	expect(counts).toEqual([2, 2, 2, 2, 1]);
	let attempts = 0;
	const endless = records.transact(async ({servers}) => {
		attempts++;
		await servers.put(server('a', {state: 'ONLINE'}));
		interfere();
		throw new Refusal('general.not_found');
	});
	await expect(endless).rejects.toMatchObject({key: 'general.not_carried_out'});
	expect(attempts).toBe(50);
	expect(store.servers.get('a')?.state).toBe('OFFLINE');
});

test('a read has one state of the records, and ends even while others change', async () => {
	const {store, records} = aStore();
	const setStates = (state: ServerRecord['state'], ...ids: string[]) => {
		for (const id of ids) store.servers.put(server(id, {state}));
	};
	setStates('OFFLINE', 'a', 'b');
	let reads = 0;
	const statesWhile = (change: () => unknown) =>
		records.read(async ({servers}) => {
			reads++;
			const first = await servers.get('a');
			change();
			const states = [first, await servers.get('b')].map(each => each?.state);
			if (states[0] === states[1]) return states[0];
			throw new Refusal('general.not_found');
		});
	expect(await statesWhile(() => reads === 1 && setStates('ONLINE', 'a', 'b'))).toBe('ONLINE');
	expect(reads).toBe(2);
	reads = 0;
	// It has not read the records that change constantly.
	expect(await statesWhile(() => setStates(reads % 2 ? 'ONLINE' : 'OFFLINE', 'other'))).toBe('ONLINE');
	expect(reads).toBe(4);
});

test('a removed history is empty within the same transaction', async () => {
	const {store, records} = aStore();
	store.servers.put(server('a'));
	store.commands.add('a', {command: 'status', response: '', commandId: '1', timestamp: 0}, 10);
	await records.transact(async ({commands}) => {
		await commands.removeAll('a');
		expect((await commands.ofServers(['a'])).get('a')?.commands).toEqual([]);
	});
	expect(store.commands.of('a').commands).toEqual([]);
});
