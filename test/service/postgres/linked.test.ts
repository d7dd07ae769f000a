import {mkdtempSync, rmSync} from 'node:fs';
import {fastClock} from '../../helpers/fast-clock.ts';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {openLocalBus, type Bus, type BusMessage} from '../../../src/service/bus.ts';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {complete, connect, hello, id, server} from '../link/bare-agent.ts';
import {aGame, link, observed, openHub, openMachine} from '../link/open-link.ts';
import {dataFile} from '../open-service.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {emptyDatabase, missing} from './database.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** Connects instances in this process. `loses`: whether a message does not reach the others. */
function connectBuses() {
	const buses = new Set<Bus>();
	let loses = (_message: BusMessage): boolean => false;
	return {
		add: (): Bus => {
			const local = openLocalBus(bug => {
				throw bug;
			});
			const bus: Bus = {
				...local,
				send: message => {
					local.send(message);
					if (loses(message)) return;
					for (const other of buses) if (other !== local) other.send(structuredClone(message));
				},
			};
			buses.add(local);
			return bus;
		},
		lose: (...kinds: BusMessage['kind'][]) => {
			loses = ({kind}) => kinds.includes(kind);
		},
	};
}

/** Two instances on one database, and a node. */
async function twoInstances(clock: Clock = systemClock) {
	const database = await emptyDatabase();
	const folder = mkdtempSync(path.join(tmpdir(), 'owner-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const buses = connectBuses();
	const open = () => openHub({database, clock, ownerTokenFile: path.join(folder, 'token'), bus: buses.add()});
	const one = await open();
	const other = await open();
	const {nodeId, token} = await one.addNode();
	return {one, other, nodeId, token, buses, open};
}

type Hub = Awaited<ReturnType<typeof openHub>>;

/** A bare agent at an instance, with one server, which can be given commands. Its records may be those of an earlier one. */
async function anAgent(hub: Hub, token: string) {
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	const [welcome] = await agent.got('welcome');
	agent.send({type: 'caughtUp'});
	await waitFor(async () =>
		expect(await hub.stored.node(String(welcome?.['nodeId']))).toMatchObject({
			link: {isOpen: true, isCaughtUp: true},
		}),
	);
	await hub.becomes(id, 'RUNNING');
	return agent;
}

const notSent = {status: 503, body: {key: 'general.not_carried_out'}};

/** As if the process had been killed: nothing is stored anymore, and its sockets end. */
async function kill(hub: Hub): Promise<void> {
	vi.spyOn(hub.service.context.records, 'transact').mockRejectedValue(new Refusal('general.not_carried_out'));
	await hub.port.close();
}

describe('agents of instances on one PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	test('a machine that is connected to one instance is used at the other', async () => {
		const {one, other, nodeId, token} = await twoInstances();
		const machine = await openMachine({data: dataFile()});
		const game = await aGame();
		const watched = await machine.add(
			{...observed(game.port), saveCommand: 'save', backup: {directory: tempFolder()}},
			{displayName: 'watched'},
		);
		link(machine.service, {url: one.url, token});
		await other.becomes(watched, 'RUNNING');
		expect(await other.rcon(watched, 'list')).toEqual({status: 200, response: 'did list'});
		await other.act(watched, 'backup', {name: 'kept'});
		await waitFor(async () =>
			expect((await other.shows(watched)).body['backups']).toMatchObject([{name: 'kept'}]),
		);
		const {orders, notifications, commands} = other.stored;
		await waitFor(async () => expect(await orders(nodeId)).toEqual([]));
		expect(await notifications()).toEqual([]);
		const answered = await commands(watched);
		expect(answered.filter(({command}) => command === 'list')).toMatchObject([{by: expect.any(String)}]);
		expect(await other.call('DELETE', `/node/${nodeId}`)).toMatchObject({status: 204});
		expect(await one.shows(watched)).toMatchObject({status: 404});
	});

	test('an order whose message was lost is sent with the next heartbeat', async () => {
		const {one, other, token, buses} = await twoInstances();
		const agent = await anAgent(one, token);
		buses.lose('orders');
		await other.act(id, 'restart');
		agent.send({type: 'alive'});
		expect(await agent.got('order')).toMatchObject([{order: {kind: 'restart', serverId: id}}]);
		agent.send(
			{type: 'alive'},
			{type: 'report', sequence: 1, fact: {kind: 'notification', type: 'X', title: 't', message: 'm'}},
		);
		await agent.got('stored');
		expect(await agent.got('order')).toHaveLength(1);
	});

	test('an answer whose message is lost is found in the records', async () => {
		const {one, other, token, buses} = await twoInstances();
		const agent = await anAgent(one, token);
		buses.lose('answer');
		const waits = other.post(`/server/${id}/rcon?await=true&timeoutMs=20000`, {command: 'list'});
		const [sent] = await agent.got('command');
		const fact = {kind: 'answer', serverId: id, command: 'c', commandId: sent?.['commandId']};
		agent.send({type: 'report', sequence: 1, fact: {...fact, response: 'r', timestamp: 1}});
		expect(await waits).toMatchObject({status: 200, body: {command: {command: 'list', response: 'r'}}});
	});

	test('a command that does not reach the instance with the agent is not sent later', async () => {
		const {one, other, token, buses} = await twoInstances();
		const agent = await anAgent(one, token);
		buses.lose('command');
		const lost = other.post(`/server/${id}/rcon?await=true&timeoutMs=200`, {command: 'lost'});
		expect(await lost).toMatchObject({status: 408});
		buses.lose();
		void one.post(`/server/${id}/rcon`, {command: 'next'});
		expect(await agent.got('command')).toMatchObject([{command: 'next'}]);
	});

	test('an order that a killed instance accepted is carried out once, by the agent at the other one', async () => {
		const {one, other, nodeId, token} = await twoInstances();
		const agent = await anAgent(one, token);
		one.cuts.push({at: 'order', when: 'before'});
		await one.act(id, 'restart');
		await kill(one);
		await agent.closed;
		// No instance has noticed yet.
		expect(await other.stored.node(nodeId)).toMatchObject({status: 'ONLINE'});
		const again = await anAgent(other, token);
		const [order] = await again.got('order');
		expect(order).toMatchObject({order: {kind: 'restart'}});
		again.send({type: 'report', sequence: 1, fact: {kind: 'result', orderId: order?.['id']}});
		await again.got('stored');
		expect(await other.stored.orders(nodeId)).toEqual([]);
		expect(again.messages.filter(({type}) => type === 'order')).toHaveLength(1);
	});

	test('a run at one instance follows the agent of another one', async () => {
		const {one, other, nodeId, token} = await twoInstances();
		const agent = await anAgent(one, token);
		const workflow = [{type: 'RESTART'}];
		const {body} = await other.post('/automation/create', {
			teamId: other.service.teamId,
			name: 'r',
			workflow,
		});
		await other.post(`/automation/${String(body['id'])}/trigger/manual`, {targetIds: [id]});
		const [order] = await agent.got('order');
		agent.leave();
		await other.nodeIs(nodeId, 'OFFLINE');
		const again = await anAgent(one, token);
		again.send({type: 'report', sequence: 1, fact: {kind: 'result', orderId: order?.['id']}});
		const {context} = other.service;
		const run = () => context.records.read(async ({runs}) => (await runs.ofTeam(other.service.teamId))[0]);
		await waitFor(async () => expect(await run()).toMatchObject({status: 'SUCCEEDED'}));
		expect(await one.stored.orders(nodeId)).toEqual([]);
	});

	test('a connection that another instance has replaced changes nothing, and ends', async () => {
		const {one, other, nodeId, token, buses} = await twoInstances();
		const former = await anAgent(one, token);
		buses.lose('linked');
		const agent = await anAgent(other, token);
		former.send({type: 'server', server: {...server, state: 'OFFLINE', name: 'late'}});
		expect(await former.refused()).toMatch(/Another agent/);
		expect((await one.shows(id)).body).toMatchObject({displayName: 'far', state: 'RUNNING'});
		expect(await one.stored.node(nodeId)).toMatchObject({status: 'ONLINE', link: {connection: 2}});
		await one.act(id, 'restart');
		await agent.got('order');
		expect(former.messages.map(({type}) => type)).not.toContain('order');
	});

	test('a connection that another instance replaces ends at once', async () => {
		const {one, other, token} = await twoInstances();
		const former = await anAgent(one, token);
		await anAgent(other, token);
		expect(await former.refused()).toMatch(/Another agent/);
	});

	test('a node whose instance ends stays ONLINE, and orders wait for its agent', async () => {
		const {one, other, nodeId, token} = await twoInstances();
		const agent = await anAgent(one, token);
		await one.port.drain(5000);
		await agent.closed;
		await one.service.close();
		await other.act(id, 'restart');
		expect(await other.post(`/server/${id}/rcon`, {command: 'list'})).toMatchObject(notSent);
		const again = await anAgent(other, token);
		void other.post(`/server/${id}/rcon`, {command: 'again'});
		expect(await again.got('command')).toMatchObject([{command: 'again'}]);
		expect(await again.got('order')).toMatchObject([{order: {kind: 'restart'}}]);
		expect(await other.stored.node(nodeId)).toMatchObject({status: 'ONLINE', link: {connection: 2}});
		expect(await other.stored.notifications()).toEqual([]);
	});

	test('after an outage of the database no command is sent to an agent that has to connect again', async () => {
		const {one, other, nodeId, token} = await twoInstances();
		const agent = await anAgent(one, token);
		const unreachable = () => Promise.reject(new Refusal('general.not_carried_out'));
		const away = vi.spyOn(one.service.context.records, 'transact').mockImplementation(unreachable);
		agent.send({type: 'removed', serverId: id});
		await agent.closed;
		away.mockRestore();
		await waitFor(async () => expect(await other.stored.node(nodeId)).toMatchObject({link: {isLost: true}}));
		expect(await other.post(`/server/${id}/rcon`, {command: 'list'})).toMatchObject(notSent);
		const again = await anAgent(other, token);
		void other.post(`/server/${id}/rcon`, {command: 'again'});
		expect(await again.got('command')).toMatchObject([{command: 'again'}]);
		expect(await other.stored.notifications()).toEqual([]);
	});

	test('a node whose instance was killed is OFFLINE for the others once, until it connects again', async () => {
		const {one, other, nodeId, token, open} = await twoInstances(fastClock);
		const third = await open();
		await anAgent(one, token);
		await kill(one);
		await third.nodeIs(nodeId, 'OFFLINE');
		await other.becomes(id, 'UNKNOWN');
		expect(await other.post(`/server/${id}/restart`)).toMatchObject({status: 409});
		await anAgent(third, token);
		await other.becomes(id, 'RUNNING');
		const told = await other.stored.notifications();
		expect(told).toEqual(['The node machine does not answer.']);
	});

	test('a revoked token ends the connection at another instance, even if the message is lost', async () => {
		const {one, other, nodeId, token, buses} = await twoInstances();
		const agent = await anAgent(one, token);
		buses.lose('revoked');
		expect(await other.post(`/node/${nodeId}/token`)).toMatchObject({status: 200});
		agent.send({type: 'alive'});
		expect(await agent.refused()).toMatch(/revoked/);
		expect((await connect(one.url, token)).status).toBe(401);
	});
});
