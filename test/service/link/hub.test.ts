import {expect, test, vi} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {aFarServer, complete, connect, hello, id, server} from './bare-agent.ts';
import {openHub} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('a node that could not be logged out is logged out as soon as the disk has space', async () => {
	const clock = {
		...systemClock,
		after: (ms: number, task: () => void) => systemClock.after(ms / 300, task),
	};
	const bugs: unknown[] = [];
	const hub = await openHub({clock, onBug: bug => void bugs.push(bug)});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const put = vi.spyOn(hub.service.context.store.nodes, 'put').mockImplementation(() => {
		throw new Error('database or disk is full');
	});
	agent.leave();
	await waitFor(() => expect(bugs.length).toBeGreaterThan(1));
	put.mockRestore();
	await hub.nodeIs(nodeId, 'OFFLINE');
	expect(hub.notifications()).toEqual(['The node machine does not answer.']);
});

test('counts connected agents', async () => {
	const hub = await openHub();
	const {nodeId, token} = await hub.addNode();
	const {links} = hub.service;
	expect(links.connections()).toBe(0);
	const agent = await connect(hub.url, token);
	agent.send(hello, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	expect(links.connections()).toBe(1);
	agent.leave();
	await hub.nodeIs(nodeId, 'OFFLINE');
	expect(links.connections()).toBe(0);
});

testEngines(
	'the run of a state change of another machine is stored in the same commit',
	async ({makePlace}) => {
		const hub = await openHub(await makePlace());
		const {context} = hub.service;
		const {nodeId, token} = await hub.addNode();
		for (const to of ['ONLINE', 'UNKNOWN']) {
			const trigger = {type: 'STATE_CHANGE', to};
			const workflow = [{type: 'NOTIFY', message: to}];
			await hub.post('/automation/create', {
				teamId: hub.service.teamId,
				name: to,
				trigger,
				workflow,
				targets: {triggerSource: true},
			});
		}
		const runs = hub.stored.runs;
		const agent = await connect(hub.url, token);
		agent.send(hello, {type: 'server', server: {...server, state: 'ONLINE'}}, complete);
		await hub.nodeIs(nodeId, 'ONLINE');
		expect(await runs()).toHaveLength(1);
		agent.leave();
		await hub.nodeIs(nodeId, 'OFFLINE');
		expect(await runs()).toHaveLength(2);
		expect((await runs()).map(({targetIds}) => Object.keys(targetIds))).toEqual([[id], [id]]);
		await context.runner.idle();
		expect(await hub.stored.notifications()).toEqual(expect.arrayContaining(['ONLINE', 'UNKNOWN']));
	},
);

testEngines(
	'a machine cannot name the sender of a command, or change one that was sent',
	async ({makePlace}) => {
		const {agent, post, stored} = await aFarServer({}, await makePlace());
		const answer = {kind: 'answer', serverId: id, response: 'r', timestamp: 1, by: 'Ana'};
		const waits = post(`/server/${id}/rcon?await=true`, {command: 'list'});
		const [sent] = await agent.got('command');
		agent.send(
			{type: 'report', sequence: 1, fact: {...answer, command: 'op mallory', commandId: 'forged'}},
			{type: 'report', sequence: 2, fact: {...answer, command: 'op eve', commandId: sent?.['commandId']}},
		);
		expect(await waits).toMatchObject({status: 200, body: {command: {command: 'list', response: 'r'}}});
		const commands = await stored.commands(id);
		expect(commands.map(({command, by}) => ({command, by}))).toEqual([
			{command: 'op mallory', by: undefined},
			{command: 'list', by: sent?.['by']},
		]);
	},
);

testEngines('a removed node leaves nothing behind', async ({makePlace}) => {
	const {agent, call, act, nodeId, service, stored} = await aFarServer({}, await makePlace());
	const {context} = service;
	await act(id, 'restart');
	const profileId = (await stored.server(id))?.settingProfileId ?? '';
	expect(await call('DELETE', `/node/${nodeId}`)).toMatchObject({status: 204});
	await agent.closed;
	expect(await stored.server(id)).toBeUndefined();
	expect(await stored.orders(nodeId)).toEqual([]);
	const {profile, applications} = await context.records.read(async reading => ({
		profile: await reading.profiles.get(profileId),
		applications: await reading.applications.ofTeam(service.teamId),
	}));
	expect(profile).toBeUndefined();
	expect(applications.filter(application => application.nodeId === nodeId)).toEqual([]);
});

test('a long message that arrives slowly does not count as silence', async () => {
	const clock = {
		now: systemClock.now,
		monotonic: () => 10 * systemClock.monotonic(),
		after: (ms: number, task: () => void) => systemClock.after(ms / 10, task),
	};
	const hub = await openHub({clock});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const answer = {kind: 'answer', serverId: id, command: 'c', commandId: 'x', response: 'r', timestamp: 1};
	const text = JSON.stringify({type: 'report', sequence: 1, fact: answer});
	// The service sends something every 0.5 s, and waits for 1.5 s.
	const parts = [...text.slice(0, 6), text.slice(6)];
	for (const [index, part] of parts.entries()) {
		const alive = agent.messages.length;
		agent.sendPart(part, index === parts.length - 1);
		await waitFor(() => expect(agent.messages.length).toBeGreaterThan(alive));
	}
	await agent.got('stored');
});

testEngines(
	'an agent that was logged out only because it was slow may connect again at once',
	async ({makePlace}) => {
		const {service, nodeId, agent} = await aFarServer({}, await makePlace());
		await service.context.records.transact(async ({nodes}) => {
			const node = await nodes.get(nodeId);
			if (!node?.link) throw new TypeError('The node is not linked.');
			await nodes.put({...node, status: 'OFFLINE', link: {...node.link, connection: 2, isOpen: false}});
		});
		agent.send({type: 'alive'});
		expect(await agent.refused()).toBe(undefined);
	},
);

testEngines('a connection whose commit is known late does not hide the one after it', async ({makePlace}) => {
	const {service, url, addNode, nodeIs, post, stored} = await openHub(await makePlace());
	const {nodeId, token} = await addNode();
	const {records} = service.context;
	const {transact} = records;
	const gate = Promise.withResolvers<void>();
	vi.spyOn(records, 'transact').mockImplementationOnce(async work => {
		const result = await transact(work);
		await gate.promise;
		return result;
	});
	const former = await connect(url, token);
	former.send(hello);
	await waitFor(async () => expect((await stored.node(nodeId))?.link?.connection).toBe(1));
	const agent = await connect(url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await nodeIs(nodeId, 'ONLINE');
	gate.resolve();
	await former.closed;
	void post(`/server/${id}/rcon`, {command: 'status'});
	expect(await agent.got('command')).toHaveLength(1);
});

test('closing links first store that their agents will reconnect', async () => {
	const {service, port, nodeId, stored} = await aFarServer();
	const {records} = service.context;
	const {transact} = records;
	const gate = Promise.withResolvers<void>();
	const stores = vi.spyOn(records, 'transact').mockImplementationOnce(async work => {
		await gate.promise;
		return transact(work);
	});
	await port.drain(5000);
	await waitFor(() => expect(stores).toHaveBeenCalled());
	let isClosed = false;
	const closed = service.links.close().then(() => (isClosed = true));
	await new Promise(resolve => setImmediate(resolve));
	expect(isClosed).toBe(false);
	gate.resolve();
	await closed;
	expect(await stored.node(nodeId)).toMatchObject({status: 'ONLINE', link: {isLost: true}});
});
