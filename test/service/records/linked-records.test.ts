import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import type {NodeOrders} from '../../../src/service/records/repositories.ts';
import {engines, idsOf, openFilled} from './engines.ts';
import {node, team} from './some-records.ts';
import {wholeRecords} from './whole-records.ts';

describe.each(engines)('$name', ({why, open}) => {
	beforeEach(({skip}) => skip(why !== undefined, why));

	test('orders wait in the order in which they were given until they are given up or removed', async () => {
		const records = await openFilled(open, []);
		const {isGivenUp: _, ...waiting} = {...wholeRecords.orders, createdAt: 1};
		await records.transact(async ({orders}) => {
			await orders.put({...wholeRecords.orders, id: 'given up', createdAt: 1});
			await orders.put({...waiting, id: 'late'});
			await orders.put({...waiting, id: 'new', nodeId: 'away', createdAt: 5});
		});
		await records.read(async ({orders}) => {
			expect(idsOf(await orders.ofNode('node'))).toEqual(['given up', 'late']);
			expect(idsOf(await orders.pendingOf('node'))).toEqual(['late']);
			expect(idsOf(await orders.waitingSince(4))).toEqual(['late']);
			expect(idsOf(await orders.waitingSince(5))).toEqual(['late', 'new']);
		});
	});

	test('a heartbeat changes nothing else of its node, and open connections are found', async () => {
		const records = await openFilled(open, []);
		const away = {
			...wholeRecords.nodes,
			id: 'away',
			link: {records: 'r', applied: 2, connection: 7, isOpen: true},
		};
		await records.transact(async ({nodes}) => {
			await nodes.put(away);
			await nodes.put({...away, id: 'lost', link: {...away.link, isOpen: false}});
			await nodes.put({...away, id: 'never', link: {records: '', applied: 0}});
			await nodes.keepAlive('away', 5);
			expect(await nodes.get('away')).toEqual({...away, lastAlive: 5});
		});
		await records.transact(({nodes}) => nodes.keepAlive('gone', 6));
		await records.read(async ({nodes}) => {
			expect(await nodes.get('away')).toEqual({...away, lastAlive: 5});
			expect(await nodes.connections()).toEqual([{nodeId: 'away', connection: 7, lastAlive: 5}]);
		});
	});

	test('orders for a linked node are stored in the transaction that gives them', async () => {
		const [stored, local]: [string[], string[]] = [[], []];
		// The test orders nothing else.
		const agent = {start: id => void local.push(id)} as NodeOrders;
		const records = await open(agent, async ({orders, afterCommit}, {id: nodeId}, {give}) => {
			const ids: string[] = [];
			give({...agent, start: id => void ids.push(id)});
			for (const id of ids) await orders.put({...wholeRecords.orders, id, nodeId});
			afterCommit(() => void stored.push(`${nodeId}: ${ids.join()}`));
		});
		onTestFinished(() => records.close());
		await records.transact(async ({teams, nodes}) => {
			await teams.put(team('team'));
			await nodes.put(node('here'));
			await nodes.put({...node('away'), link: {records: 'r', applied: 0}});
		});
		await records.transact(async ({order}) => {
			order('away', to => to.start('a'));
			order('here', to => to.start('b'));
		});
		expect([stored, local]).toEqual([['away: a'], ['b']]);
		await records.read(async ({orders, nodes}) => {
			expect(idsOf(await nodes.linked())).toEqual(['away']);
			expect(idsOf(await orders.ofNode('away'))).toEqual(['a']);
		});
	});
});
