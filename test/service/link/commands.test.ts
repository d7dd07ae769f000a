import {expect, test} from 'vitest';
import {openLinkCommands} from '../../../src/service/link/commands.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {complete, connect, hello, id, server} from './bare-agent.ts';
import {openHub} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** Sends commands of an instance that waits for one at most. Returns whether the command is accepted. */
function aSender({isConnected = true, clock = manualClock()} = {}) {
	const bus = {isConnected: () => isConnected, send: () => {}};
	const service = {limits: {maxWaitingCommands: 1}, bus, clock};
	const commands = openLinkCommands(
		() => service as never,
		() => false,
	);
	const records = {afterCommit: (effect: () => void) => effect()};
	const linked = {service, records, node: {id: 'node', link: {connection: 1}}};
	let count = 0;
	return (signal?: AbortSignal) => {
		const order = {serverId: 'game', commandId: `${++count}`, command: 'list'};
		void commands.send(linked as never, order, signal);
		return true;
	};
}

/** A node with one server, for which one command at most waits. */
async function aBusyServer() {
	const hub = await openHub({limits: {maxWaitingCommands: 1}});
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	return {...hub, agent};
}

test('refuses a command that the broker cannot deliver, with the reason', () => {
	const send = aSender({isConnected: false});
	expect(send).toThrow('The message broker cannot be reached, so the command was not sent. Try again later.');
});

test('an unawaited command occupies its place for at most a minute', async () => {
	const clock = manualClock();
	const send = aSender({clock});
	expect(send()).toBe(true);
	await clock.advance(50_000);
	expect(send).toThrow('Too many commands');
	await clock.advance(10_000);
	expect(send()).toBe(true);
});

test('a command frees its place when its caller stops waiting', () => {
	const send = aSender();
	const over = new AbortController();
	expect(send(over.signal)).toBe(true);
	expect(send).toThrow('Too many commands');
	over.abort();
	expect(send()).toBe(true);
});

test('a command that ends with 408 makes room for the next one, and its late answer is shown', async () => {
	const {agent, post, service} = await aBusyServer();
	for (const command of ['first', 'second']) {
		const sent = post(`/server/${id}/rcon?await=true&timeoutMs=1`, {command});
		expect(await sent).toMatchObject({status: 408});
	}
	const [first] = await agent.got('command');
	const fact = {kind: 'answer', serverId: id, command: 'first', commandId: first?.['commandId']};
	agent.send({type: 'report', sequence: 1, fact: {...fact, response: 'late', timestamp: 1}});
	await agent.got('stored');
	expect(service.context.store.commands.of(id).commands).toMatchObject([
		{command: 'first', response: 'late'},
	]);
});

test.each([
	[{key: 'server.console_refused', message: 'Why.'}, 424, 'server.console_refused', 'Why.'],
	[{key: 'server.console_lost', message: 'Why.'}, 502, 'server.console_lost', 'Why.'],
	[{key: 'server.answer_cut', message: 'Why.'}, 502, 'server.answer_cut', 'Why.'],
	[undefined, 502, 'server.console_lost', expect.any(String)],
	[{key: 'something new', message: 'Why.'}, 502, 'server.console_lost', expect.any(String)],
])('the caller gets the failure of the console on the machine: %j', async (failure, status, key, message) => {
	const {agent, post, service} = await aBusyServer();
	const sent = post(`/server/${id}/rcon?await=true`, {command: 'save'});
	const [order] = await agent.got('command');
	const fact = {kind: 'answer', serverId: id, command: 'save', commandId: order?.['commandId']};
	agent.send({type: 'report', sequence: 1, fact: {...fact, response: null, failure, timestamp: 1}});
	expect(await sent).toMatchObject({status, body: {key, message}});
	expect(service.context.store.commands.of(id).commands).toMatchObject([
		{response: null, failure: {key, message}},
	]);
});

test('a command whose caller has gone makes room for the next one', async () => {
	const {agent, url, post, service} = await aBusyServer();
	const caller = new AbortController();
	const waits = fetch(new URL(`/server/${id}/rcon?await=true&timeoutMs=600000`, url), {
		method: 'POST',
		headers: {'Application-Token': service.credentials.token, 'Content-Type': 'application/json'},
		body: JSON.stringify({command: 'lost'}),
		signal: caller.signal,
	});
	await agent.got('command');
	expect(await post(`/server/${id}/rcon`, {command: 'next'})).toMatchObject({status: 429});
	caller.abort();
	await expect(waits).rejects.toThrow('abort');
	const next = async () =>
		expect(await post(`/server/${id}/rcon`, {command: 'next'})).toMatchObject({status: 200});
	await waitFor(next);
});
