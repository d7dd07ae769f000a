import {WebSocket} from 'ws';
import {expect, test, vi} from 'vitest';
import {maxLinked} from '../../../src/contract/models/link.ts';
import {aFakeService, aFarServer, complete, connect, hello, id, server, welcome} from './bare-agent.ts';
import {aProcess, fastClock, link, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const other = '22222222-2222-4222-8222-222222222222';
const backup = {backupId: 'gmc-back-11', name: 'b', createdAt: 5, autoBackup: false, size: 1};

test('only the token of a node connects, and it allows nothing else', async () => {
	const hub = await openHub();
	const {token} = await hub.addNode();
	expect((await connect(hub.url, hub.service.credentials.token)).status).toBe(401);
	expect((await connect(hub.url, `${token}0`)).status).toBe(401);
	expect((await connect(hub.url, token)).status).toBe(101);
	for (const path of ['/team/my', '/info/version', '/node/latest-version', '/own-server/x'])
		expect(await hub.call('GET', path, undefined, token)).toMatchObject({status: 401});
	const feed = new WebSocket(new URL('/websocket', hub.url), 'v12.stomp', {
		headers: {'Application-Token': token},
	});
	feed.on('error', () => {});
	const opened = new Promise(resolve => feed.once('open', resolve));
	await opened;
	const answer = new Promise(resolve => feed.once('message', data => resolve(String(data))));
	feed.send(`CONNECT\naccept-version:1.2\nhost:h\nApplication-Token:${token}\n\n\0`);
	expect(await answer).toMatch(/^ERROR/);
});

const accepted = {type: 'welcome', protocol: 1, applied: 0, node: 'machine'};

test.each([
	{name: 'the same version', more: {}, answer: accepted},
	{name: 'a newer one that also speaks this one', more: {protocol: 2, later: {x: 1}}, answer: accepted},
	{
		name: 'a much newer one',
		more: {protocol: 3, oldest: 2},
		answer: {reason: expect.stringMatching(/service is too old/)},
	},
	{
		name: 'a much older one',
		more: {protocol: 0, oldest: 0},
		answer: {reason: expect.stringMatching(/agent is too old/)},
	},
])('accepts an agent of $name, or names the side to update', async ({more, answer}) => {
	const hub = await openHub();
	const agent = await connect(hub.url, (await hub.addNode()).token);
	agent.send({...hello, ...more});
	await waitFor(() => expect(agent.messages).toMatchObject([answer]));
});

test('a message that this version does not know, and fields of newer ones, are ignored', async () => {
	const {agent, call} = await aFarServer({later: 'x', own: {power: {kind: 'process', command: ['rm']}}});
	agent.send({type: 'later', what: 1}, {type: 'alive', more: true});
	expect((await call('GET', `/server/${id}`)).body).toMatchObject({state: 'RUNNING', displayName: 'far'});
	expect(await call('GET', `/own-server/${id}`)).toMatchObject({status: 400});
});

test.each([
	{name: 'no JSON', message: '{', reason: /\(JSON\)/},
	{name: 'no introduction', message: complete, early: true, reason: /identify itself/},
	{
		name: 'an introduction that does not fit',
		message: {...hello, records: 5},
		early: true,
		reason: /hello\.records/,
	},
])('an agent that sends $name is refused', async ({message, reason, early}) => {
	const hub = await openHub();
	const agent = await connect(hub.url, (await hub.addNode()).token);
	agent.send(...(early ? [] : [hello]), message);
	expect(await agent.refused()).toMatch(reason);
});

test('oversized records are omitted or cut, and hide nothing else', async () => {
	const {agent, call, service, notifications} = await aFarServer({
		name: 'x'.repeat(9999),
		createdAt: 1e300,
		maxPlayers: -1,
		players: 3,
		cpuPercent: 12,
		memoryBytes: -5,
		queryPort: 0,
		blocked: {start: 'y'.repeat(9999), stop: 5},
		backups: [{backupId: '../../etc'}, {...backup, kind: 'later', size: -1}],
		log: [5, 'last'],
	});
	const {store} = service.context;
	expect(store.servers.get(id)).toMatchObject({
		displayName: 'x'.repeat(200),
		state: 'ONLINE',
		backups: [{...backup, size: 0}],
	});
	const {linked} = store.servers.get(id) ?? {};
	expect(linked).toEqual({
		name: 'x'.repeat(200),
		hasConsole: true,
		players: 3,
		cpuPercent: 12,
		blocked: {start: 'y'.repeat(500)},
	});
	const note = {kind: 'notification', type: 'X', title: 't', message: 'after'};
	agent.send(
		{type: 'server', server: {...server, id: '__proto__'}},
		{type: 'task', task: {type: 'LATER'}},
		{type: 'report', sequence: 1, fact: {kind: 'later'}},
		{type: 'report', sequence: 2, fact: note},
		{type: 'server', server: {...server, state: 'LATER'}},
		{...complete, servers: 5},
		{...complete, servers: [5, id]},
	);
	await waitFor(() => expect(store.servers.get(id)?.state).toBe('UNKNOWN'));
	expect(await agent.got('stored')).toMatchObject([{sequence: 1}, {sequence: 2}]);
	expect(notifications()).toEqual(['after']);
	expect((await call('GET', `/server/${id}`)).status).toBe(200);
	expect(agent.messages.map(({type}) => type)).not.toContain('refused');
});

test('ignores servers of a machine above the limit', async () => {
	const {agent, service} = await aFarServer();
	const many = Array.from({length: maxLinked.servers + 1}, (_, number) => ({
		...server,
		id: `33333333-3333-4333-8333-${String(number).padStart(12, '0')}`,
		name: `s${number}`,
	}));
	agent.send(...many.map(each => ({type: 'server', server: each})));
	agent.send({type: 'complete', servers: [id, ...many.map(each => each.id)], tasks: []});
	agent.send({type: 'report', sequence: 1, fact: {kind: 'later'}});
	await waitFor(async () => expect(await agent.got('stored')).toHaveLength(1));
	expect(service.context.store.servers.count()).toBe(maxLinked.servers);
	expect(service.context.store.servers.get(id)).toBeDefined();
});

testEngines(
	'an agent cannot report servers, tasks, answers or results of another node',
	async ({makePlace}) => {
		const hub = await aFarServer({}, await makePlace());
		const {token, nodeId} = await hub.addNode('thief');
		const stolen = await connect(hub.url, token);
		stolen.send(hello, {type: 'server', server: {...server, name: 'mine'}});
		expect(await stolen.refused()).toMatch(/belongs to another node/);
		const thief = await connect(hub.url, token);
		const answer = {kind: 'answer', serverId: id, command: 'c', commandId: 'x', response: 'r', timestamp: 1};
		await hub.act(id, 'restart');
		const [order] = await hub.agent.got('order');
		thief.send(
			hello,
			{type: 'removed', serverId: id},
			{type: 'report', sequence: 1, fact: answer},
			{type: 'report', sequence: 2, fact: {kind: 'result', orderId: order?.['id']}},
			{type: 'output', serverId: id, output: {timestamp: new Date().toISOString(), lines: [], omitted: 0}},
			{...complete, servers: []},
		);
		await hub.nodeIs(nodeId, 'ONLINE');
		expect(await hub.stored.server(id)).toMatchObject({displayName: 'far'});
		expect(await hub.stored.commands(id)).toEqual([]);
		expect(await hub.stored.orders(hub.nodeId)).toHaveLength(1);
	},
);

testEngines(
	'control characters in names become spaces, and a taken name gets a number',
	async ({makePlace}) => {
		const hub = await aFarServer({name: 'bad\u001b[31m\nname'}, await makePlace());
		const nameOf = async (serverId: string) => (await hub.stored.server(serverId))?.displayName;
		expect(await nameOf(id)).toBe('bad [31m name');
		const second = await connect(hub.url, (await hub.addNode('second')).token);
		second.send(
			hello,
			{type: 'server', server: {...server, id: other, name: 'Bad [31m name'}},
			{...complete, servers: [other]},
		);
		await waitFor(async () => expect(await nameOf(other)).toBe('Bad [31m name (2)'));
		// A name that the team gives stays until the machine gives another one.
		expect(await hub.post(`/server/${other}/change-display-name`, {displayName: 'ours'})).toMatchObject({
			status: 204,
		});
		expect(await nameOf(other)).toBe('ours');
		second.send({type: 'server', server: {...server, id: other, name: 'new'}});
		await waitFor(async () => expect(await nameOf(other)).toBe('new'));
	},
);

test('a full disk when an agent leaves is reported, and the service continues', async () => {
	const bugs: unknown[] = [];
	const hub = await openHub({onBug: bug => void bugs.push(bug)});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	const full = new Error('database or disk is full');
	const put = vi.spyOn(hub.service.context.store.nodes, 'put').mockImplementation(() => {
		throw full;
	});
	agent.leave();
	await waitFor(() => expect(bugs).toEqual([full]));
	put.mockRestore();
	const again = await connect(hub.url, token);
	again.send(hello, {type: 'server', server: {...server, state: 'OFFLINE'}}, complete);
	await hub.becomes(id, 'STOPPED');
});

testEngines('a report is stored once, however often it is sent', async ({makePlace}) => {
	const {agent, stored} = await aFarServer({}, await makePlace());
	const fact = {kind: 'notification', type: 'SERVER_CRASHED', title: 't', message: 'crashed'};
	agent.send({type: 'report', sequence: 1, fact}, {type: 'report', sequence: 1, fact});
	await waitFor(async () => expect(await agent.got('stored')).toHaveLength(2));
	expect(await stored.notifications()).toEqual(['crashed']);
});

testEngines('the newer of two agents with the same token wins', async ({makePlace}) => {
	const {agent, token, url, stored, nodeId} = await aFarServer({}, await makePlace());
	const newer = await connect(url, token);
	newer.send(hello);
	expect(await agent.refused()).toMatch(/Another agent/);
	await newer.got('welcome');
	expect((await stored.node(nodeId))?.status).toBe('ONLINE');
});

test('a node that says nothing is offline, its servers are UNKNOWN, and nothing is accepted for them', async () => {
	const hub = await openHub({clock: fastClock});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	await agent.closed;
	await hub.nodeIs(nodeId, 'OFFLINE');
	await hub.becomes(id, 'UNKNOWN');
	expect(await hub.post(`/server/${id}/restart`)).toMatchObject({status: 409});
	expect(await hub.post(`/server/${id}/rcon`, {command: 'list'})).toMatchObject({status: 409});
	expect(hub.notifications()).toEqual(['The node machine does not answer.']);
});

testEngines('what belongs to the machine is refused at the service', async ({makePlace}) => {
	const {post, stored, nodeId} = await aFarServer({}, await makePlace());
	const profileId = (await stored.server(id))?.settingProfileId;
	const refused = {status: 400, body: {key: 'server.operation_not_possible'}};
	expect(await post(`/server/${id}/delete`, {forceDelete: true})).toMatchObject(refused);
	expect(await post(`/server/${id}/update`)).toMatchObject(refused);
	expect(await post(`/server/${id}/reset-settings`)).toMatchObject(refused);
	expect(await post('/setting/profile', {profileId, map: 'x'})).toMatchObject(refused);
	const versionOf = async () => (await stored.node(nodeId))?.daemonVersion;
	const version = await versionOf();
	expect(await post(`/node/${nodeId}/update`)).toMatchObject(refused);
	expect(await versionOf()).toBe(version);
	const settings = {serverBackupsDirectory: '/'};
	expect(await post(`/node/${nodeId}/settings`, settings)).toMatchObject(refused);
	expect(await stored.server(id)).toBeDefined();
});

test('a hostile service can send only known orders and texts', async () => {
	const machine = await openMachine();
	const serverId = await machine.add(aProcess());
	await machine.becomes(serverId, 'STOPPED');
	const before = machine.service.context.store.servers.get(serverId);
	const orders = [
		{type: 'order', id: 'a', order: {kind: 'run', serverId, command: 'rm'}},
		{type: 'order', id: 'b', order: {kind: 'start', serverId: '__proto__'}},
		{type: 'order', id: 'c', order: {kind: 'rollBack', serverId, backupId: '../../etc'}},
		{type: 'order', id: 'd', order: {kind: 'stop', serverId, force: false, message: 'x', own: {power: 'rm'}}},
	];
	const fake = await aFakeService((message, send) => {
		if (message['type'] === 'hello') send(welcome);
		if (message['type'] === 'complete') send({type: 'later'}, ...orders);
	});
	const {events} = link(machine.service, {url: fake.url, token: 't'});
	const results = () => machine.service.context.store.reports.all().map(({fact}) => fact);
	await waitFor(() => expect(results()).toHaveLength(4));
	expect(events).toMatchObject([{kind: 'linked'}]);
	expect(results()).toMatchObject([
		{orderId: 'a', refused: expect.stringMatching(/does not know this action/)},
		{orderId: 'b', refused: expect.any(String)},
		{orderId: 'c', refused: expect.any(String)},
		{orderId: 'd', refused: expect.any(String)},
	]);
	expect(machine.service.context.store.servers.get(serverId)).toEqual(before);
});

test.each([
	{name: 'a giant message', answer: {...welcome, node: 'x'.repeat(100_000)}, reason: /./},
	{name: 'no JSON', answer: 'nonsense', reason: /JSON/},
	{name: 'a protocol that is too old', answer: {...welcome, protocol: 0}, reason: /service is too old/},
	{name: 'a refusal', answer: {type: 'refused', reason: 'Not today.'}, reason: /^Not today\.$/},
])('disconnects from a service that answers with $name, and retries later', async ({answer, reason}) => {
	const machine = await openMachine();
	const fake = await aFakeService((_message, send) => send(answer));
	const {events} = link(machine.service, {url: fake.url, token: 't'});
	await waitFor(() => expect(events).toMatchObject([{kind: 'lost', reason: expect.stringMatching(reason)}]));
});

test('gives up on a silent service', async () => {
	const machine = await openMachine();
	const fake = await aFakeService(() => {});
	const {events} = link(machine.service, {url: fake.url, token: 't', clock: fastClock});
	await waitFor(() => expect(events).toMatchObject([{kind: 'lost', reason: 'The service does not answer.'}]));
});
