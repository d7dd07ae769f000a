import path from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import type {BusMessage} from '../../../src/service/bus.ts';
import type {OrderRecord, RunRecord} from '../../../src/service/records/records.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {complete, connect, hello, id, server} from '../link/bare-agent.ts';
import {fastClock, openHub} from '../link/open-link.ts';
import {emptyDatabase, missing} from './database.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** An instance of this version, and what one of the next version does on the same database. */
async function besideTheNext() {
	const hub = await openHub({
		database: await emptyDatabase(),
		ownerTokenFile: path.join(tempFolder(), 'token'),
		clock: fastClock,
	});
	const {records, bus} = hub.service.context;
	/** With kinds and fields that this version does not know. */
	const next = {
		putOrder: (order: object) => records.transact(({orders}) => orders.put(order as OrderRecord)),
		putRun: (run: object) => records.transact(({runs}) => runs.put(run as RunRecord)),
		putServer: (more: object) =>
			records.transact(async ({servers}) => {
				const found = await servers.get(id);
				if (found) await servers.put({...found, ...more});
			}),
		send: (message: object) => bus.send(message as BusMessage),
	};
	return {hub, next};
}

describe('an instance runs beside one of the next version', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	test('passes on orders and keeps fields that it does not know, to and from an agent of the next version', async () => {
		const {hub, next} = await besideTheNext();
		const {nodeId, token} = await hub.addNode();
		const agent = await connect(hub.url, token);
		agent.send(
			{...hello, protocol: 2, oldest: 1, features: ['freeze']},
			{type: 'server', server: {...server, mods: 3}},
			{type: 'mods', serverId: id},
			{...complete, mods: []},
			{type: 'caughtUp'},
		);
		await hub.becomes(id, 'RUNNING');
		expect(agent.messages[0]).toMatchObject({type: 'welcome', protocol: 1});
		await next.putServer({region: 'north'});
		const order = {kind: 'freeze', serverId: id, untilTick: 5};
		const {teamId} = hub.service;
		await next.putOrder({id: 'order', teamId, nodeId, createdAt: Date.now(), order, priority: 1});
		next.send({kind: 'frozen', serverId: id});
		next.send({kind: 'orders', nodeId, priority: 1});
		expect(await agent.got('order')).toMatchObject([{id: 'order', order}]);
		const result = {kind: 'result', orderId: 'order', refused: 'It is too warm.', later: 1};
		agent.send(
			{type: 'server', server: {...server, state: 'OFFLINE'}},
			{type: 'report', sequence: 1, fact: {kind: 'frozen', serverId: id}},
			{type: 'report', sequence: 2, fact: result},
		);
		await waitFor(async () => expect(await agent.got('stored')).toHaveLength(2));
		expect(await hub.stored.server(id)).toMatchObject({state: 'OFFLINE', region: 'north'});
		expect(await hub.stored.notifications()).toEqual(['far was not changed. It is too warm.']);
		expect(await hub.stored.orders(nodeId)).toEqual([]);
	});

	test('performs a run of the next version, and keeps its unknown fields', async () => {
		const {hub, next} = await besideTheNext();
		const {body} = await hub.post('/automation/create', {
			teamId: hub.service.teamId,
			name: 'nightly',
			workflow: [{type: 'NOTIFY', message: 'done'}],
		});
		await hub.post(`/automation/${String(body['id'])}/trigger/manual`);
		const runs = async () => (await hub.stored.runs()).toSorted((a, b) => a.id.localeCompare(b.id));
		await waitFor(async () => expect(await runs()).toMatchObject([{status: 'SUCCEEDED'}]));
		const [run] = await runs();
		const {claimedBy: _, finishedAt: _end, ...fields} = run ?? {};
		const workflow = [
			{type: 'NOTIFY', message: 'again', retries: 2},
			{type: 'FREEZE', untilTick: 5},
			{type: 'NOTIFY', message: 'at last'},
		];
		await next.putRun({
			...fields,
			id: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
			status: 'QUEUED',
			stepHistory: [],
			workflow,
			priority: 1,
		});
		await waitFor(async () =>
			expect((await runs())[1]).toMatchObject({status: 'FAILED', workflow, priority: 1}),
		);
		expect((await runs())[1]?.stepHistory).toMatchObject([
			{type: 'NOTIFY'},
			{type: 'FREEZE', errorMessage: expect.stringContaining('FREEZE')},
			{type: 'NOTIFY'},
		]);
		expect(await hub.stored.notifications()).toEqual(['done', 'again', 'at last']);
	});
});
