import {expect, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {notify} from '../../../src/service/records/history.ts';
import {aFakeService, aFarServer, complete, connect, hello, id, server, welcome} from './bare-agent.ts';
import {link, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test.each([
	{refused: undefined, late: 'The agent of machine confirmed the restart of far, whose result was unknown.'},
	{refused: 'It is OFFLINE.', late: 'far was not restarted. It is OFFLINE.'},
])('after 10 minutes the result of an order is unknown, until it is reported ($refused)', async trial => {
	const {refused, late} = trial;
	let aheadMs = 0;
	const hub = await openHub({clock: {...systemClock, now: () => systemClock.now() + aheadMs}});
	const {nodeId, token} = await hub.addNode();
	const connected = [hello, {type: 'server', server}, complete];
	const agent = await connect(hub.url, token);
	agent.send(...connected, {type: 'caughtUp'});
	await hub.nodeIs(nodeId, 'ONLINE');
	await hub.act(id, 'restart');
	const [order] = await agent.got('order');
	const second = await connect(hub.url, token);
	second.send(...connected);
	await second.got('order');
	aheadMs = 11 * 60_000;
	const third = await connect(hub.url, token);
	third.send(...connected, {type: 'caughtUp'});
	await third.got('welcome');
	const unknown =
		'It is not known whether the restart of far was carried out: the agent of machine did not confirm it ' +
		'within 10 minutes. Check the server before you repeat it. It will not be sent again.';
	await waitFor(() => expect(hub.notifications()).toEqual([unknown]));
	expect(third.messages.map(({type}) => type)).toEqual(['welcome']);
	third.send({type: 'report', sequence: 1, fact: {kind: 'result', orderId: order?.['id'], refused}});
	await third.got('stored');
	expect(hub.notifications()).toEqual([unknown, late]);
	expect(await hub.stored.orders(nodeId)).toEqual([]);
});

testEngines(
	'an old order whose result is among the reports of an agent that is back is not given up',
	async ({makePlace}) => {
		let aheadMs = 0;
		const hub = await openHub({
			...(await makePlace()),
			clock: {...systemClock, now: () => systemClock.now() + aheadMs},
		});
		const {nodeId, token} = await hub.addNode();
		const connected = [hello, {type: 'server', server}, complete];
		const agent = await connect(hub.url, token);
		agent.send(...connected);
		await hub.nodeIs(nodeId, 'ONLINE');
		await hub.act(id, 'restart');
		const [order] = await agent.got('order');
		aheadMs = 11 * 60_000;
		const again = await connect(hub.url, token);
		const fact = {kind: 'result', orderId: order?.['id']};
		again.send(...connected, {type: 'report', sequence: 1, fact}, {type: 'caughtUp'});
		await again.got('stored');
		expect(await hub.stored.orders(nodeId)).toEqual([]);
		again.send({type: 'report', sequence: 2, fact});
		await waitFor(async () => expect(await again.got('stored')).toHaveLength(2));
		expect(await hub.stored.notifications()).toEqual([]);
		expect(again.messages.map(({type}) => type)).not.toContain('order');
	},
);

test('an agent says when its reports are stored', async () => {
	const machine = await openMachine();
	const {context} = machine.service;
	const team = context.store.teams.all()[0]?.id ?? '';
	notify(context, team, {type: 'X', title: 'x', message: 'kept'});
	const fake = await aFakeService((message, send) => {
		if (message['type'] === 'hello') send(welcome);
		if (message['type'] === 'report') send({type: 'stored', sequence: message['sequence']});
	});
	link(machine.service, {url: fake.url, token: 't'});
	await waitFor(() =>
		expect(fake.messages.map(({type}) => type)).toEqual(['hello', 'complete', 'report', 'caughtUp']),
	);
});

testEngines(
	'a backup that is being deleted does not come back, and is not announced if the deletion is refused',
	async ({makePlace}) => {
		const backup = {backupId: 'gmc-back-1', name: 'b', createdAt: 5, autoBackup: false, size: 1};
		const {agent, service, post, stored} = await aFarServer({backups: [backup]}, await makePlace());
		const packets: string[] = [];
		service.broker.broadcast = vi.fn(
			(_topic: string, packet: object) => void packets.push(JSON.stringify(packet)),
		);
		expect(await post(`/server/${id}/delete-backup`, {backupId: 'gmc-back-1'})).toMatchObject({status: 200});
		const [order] = await agent.got('order');
		const listed = {type: 'server', server: {...server, map: 'm', backups: [backup]}};
		const fact = {kind: 'result', orderId: order?.['id'], refused: 'It is locked.'};
		agent.send(listed, {
			type: 'report',
			sequence: 1,
			fact: {kind: 'notification', type: 'X', title: 't', message: 'm'},
		});
		await agent.got('stored');
		expect((await stored.server(id))?.backups).toEqual([]);
		agent.send({type: 'report', sequence: 2, fact}, listed);
		await waitFor(async () => expect((await stored.server(id))?.backups).toHaveLength(1));
		expect(packets.filter(packet => packet.includes('gmc-back-1'))).toEqual([]);
	},
);
