import {expect, test, vi} from 'vitest';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {complete, connect, hello} from './bare-agent.ts';
import {openHub} from './open-link.ts';

const old = {...hello, protocol: 0, oldest: 0, version: '0.0.1'};
const tooOld = 'Its agent is too old for this service. Update rcondeck on that machine.';

test.each([
	{name: 'too old', refused: old, reason: tooOld},
	{
		name: 'too new',
		refused: {...hello, protocol: 3, oldest: 2, version: '9.9.9'},
		reason: 'This service is too old for its agent. Update rcondeck here.',
	},
])('a node names the remedy while its agent is refused because it is $name', async ({refused, reason}) => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(refused);
	await agent.refused();
	const {version: daemonVersion} = refused;
	const node = async () => (await hub.call('GET', `/node/${nodeId}`)).body;
	expect(await node()).toMatchObject({status: 'CREATION', daemonVersion, logoutReason: reason});
	(await connect(hub.url, token)).send(hello, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	expect(await node()).toMatchObject({daemonVersion: hello.version, logoutReason: null});
});

test('a node whose agent is connected does not show that another one is refused', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	(await connect(hub.url, token)).send(hello, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const others = [old, {...hello, records: 'other'}];
	for (const other of others) {
		const agent = await connect(hub.url, token);
		agent.send(other);
		await agent.refused();
	}
	const {body} = await hub.call('GET', `/node/${nodeId}`);
	expect(body).toMatchObject({status: 'ONLINE', daemonVersion: hello.version, logoutReason: null});
});

test('a node says how to accept an agent with another data directory', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode('cellar');
	const agent = await connect(hub.url, token);
	agent.send(hello, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	agent.leave();
	await hub.nodeIs(nodeId, 'OFFLINE');
	const other = await connect(hub.url, token);
	other.send({...hello, records: 'other', version: '9.9.9'});
	await other.refused();
	const {body} = await hub.call('GET', `/node/${nodeId}`);
	expect(body['logoutReason']).toMatch(/another machine or data directory.*serve node token cellar/);
	expect(body['daemonVersion']).toBe(hello.version);
});

test('an agent gets the reason of its refusal also if the service cannot store it', async () => {
	const hub = await openHub();
	const {token} = await hub.addNode();
	vi.spyOn(hub.service.context.records, 'transact').mockRejectedValue(new Refusal('general.not_carried_out'));
	const agent = await connect(hub.url, token);
	agent.send(old);
	expect(await agent.refused()).toMatch(/too old/);
});
