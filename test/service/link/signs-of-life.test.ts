import {expect, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {complete, connect, hello, id, server} from './bare-agent.ts';
import {openHub} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('stores every second heartbeat, and updates the servers with each', async () => {
	let aheadMs = 0;
	// No time passes meanwhile, however slow the test is.
	const startedAt = systemClock.monotonic();
	const monotonic = () => startedAt + aheadMs;
	const hub = await openHub({clock: {...systemClock, monotonic}});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server: {...server, players: 3}}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const {broker, context} = hub.service;
	const shown: object[] = [];
	broker.broadcast = (_team, packet) => void shown.push(packet);
	const keepsAlive = vi.spyOn(context.records, 'transact');
	for (let count = 1; count <= 4; count++) {
		agent.send({type: 'alive'});
		await waitFor(() => expect(shown).toHaveLength(count));
		aheadMs += 5000;
	}
	expect(keepsAlive).toHaveBeenCalledTimes(2);
	expect(shown[3]).toMatchObject({gameServers: [{id, state: 'RUNNING', playerCount: 3}]});
});

test('the next heartbeat removes a server that its machine no longer has', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const shown: object[] = [];
	hub.service.broker.broadcast = (_team, packet) => void shown.push(packet);
	agent.send({type: 'removed', serverId: id}, {type: 'alive'});
	await waitFor(() => expect(shown.at(-1)).toMatchObject({gameServers: []}));
});
