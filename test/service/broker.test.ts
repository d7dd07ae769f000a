import type {Client, IFrame} from '@stomp/stompjs';
import {expect, onTestFinished, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {listen} from '../../src/service/http/listen.ts';
import {openService, stompClient, type Service} from './open-service.ts';
import {waitFor} from '../helpers/wait-for.ts';

const topic = '/topic/team/team';

function connected(client: Client): Promise<IFrame> {
	return new Promise((resolve, reject) => {
		client.onConnect = resolve;
		client.onStompError = ({headers}) => reject(new Error(headers['message']));
		client.onWebSocketClose = () => reject(new Error('closed'));
		client.activate();
	});
}

async function subscribed(service: Service, destination = topic) {
	const client = stompClient(service.demo);
	const bodies: string[] = [];
	const closed = vi.fn<(event: {code: number}) => void>();
	await connected(client);
	client.onWebSocketClose = closed;
	client.subscribe(destination, ({body}) => bodies.push(body));
	return {client, bodies, closed};
}

const states = (bodies: string[]) =>
	bodies.flatMap(body => {
		const packet: {state?: string} = JSON.parse(body);
		return packet.state ?? [];
	});

test("a client on the pipe receives events of its team's servers", async () => {
	const service = await openService();
	const {bodies} = await subscribed(service);
	await service.post('/server/cs/stop', {forceStop: true});
	await service.until(() => states(bodies).includes('STOPPED'));
	expect(states(bodies)).toEqual(['STOPPING', 'STOPPED']);
});

test('a client on a port receives the same, and curl gets the same responses', async () => {
	const service = await openService();
	const {demo} = service;
	const served = await listen(demo, {port: 0});
	onTestFinished(served.close);
	const headers = {'Application-Token': demo.credentials.token};
	const answer = await fetch(`${served.url}/server/by-team/team`, {headers});
	expect(answer.status).toBe(200);
	expect(await answer.json()).toHaveLength(3);
	const client = stompClient(demo);
	client.webSocketFactory = () => new WebSocket(served.feedUrl, ['v12.stomp'], {headers}) as never; // stompjs needs less than this
	const bodies: string[] = [];
	await connected(client);
	client.subscribe(topic, ({body}) => bodies.push(body));
	await waitFor(() => expect(demo.broker.connections()).toBe(1));
	await service.until(async () => {
		await service.post('/server/cs/rcon', {command: 'status'});
		return bodies.some(body => body.includes('"command":"status"'));
	});
	await client.deactivate();
	await waitFor(() => expect(demo.broker.connections()).toBe(0));
});

test('credentials in CONNECT open the feed just like credentials in the handshake', async () => {
	const {demo} = await openService();
	const {token, applicationId, applicationSecret} = demo.credentials;
	for (const connectHeaders of [
		{'Application-Token': token},
		{login: applicationId, passcode: applicationSecret},
		{passcode: token},
	]) {
		const client = stompClient(demo, {});
		client.connectHeaders = connectHeaders;
		// Like the broker that the service most likely runs: no session and no server header.
		expect((await connected(client)).headers).toEqual({version: '1.2', 'heart-beat': '10000,10000'});
	}
});

test('an ERROR frame and a hang-up follow a wrong token', async () => {
	const {demo} = await openService();
	await expect(connected(stompClient(demo, {'Application-Token': 'wrong'}))).rejects.toThrow('credentials');
	const {teamlessToken} = demo.credentials;
	await expect(connected(stompClient(demo, {'Application-Token': teamlessToken}))).rejects.toThrow(
		'TEAM_NOT_FOUND',
	);
});

test("denies another team's topic", async () => {
	const service = await openService();
	const errors: (string | undefined)[] = [];
	const {client, closed} = await subscribed(service, '/user/queue/anything');
	client.onStompError = ({headers}) => errors.push(headers['message']);
	client.subscribe('/topic/team/others', () => {});
	await waitFor(() => expect(closed).toHaveBeenCalledOnce());
	expect(errors).toEqual(['Access to /topic/team/others is denied.']);
});

test('a DISCONNECT gets its receipt', async () => {
	const service = await openService();
	const {client} = await subscribed(service);
	const receipt = vi.fn<() => void>();
	client.onDisconnect = receipt;
	await client.deactivate();
	await waitFor(() => expect(receipt).toHaveBeenCalledOnce());
});

test('a feed that is down refuses connections, and accepts them again afterward', async () => {
	const service = await openService();
	const {closed} = await subscribed(service);
	service.demo.faults.feedDown(true);
	await waitFor(() => expect(closed).toHaveBeenCalledWith(expect.objectContaining({code: 1006})));
	await expect(connected(stompClient(service.demo))).rejects.toThrow('closed');
	service.demo.faults.feedDown(false);
	await expect(connected(stompClient(service.demo))).resolves.toBeDefined();
});

test('a frozen feed sends nothing more and loses the missed events', async () => {
	const service = await openService();
	const {bodies} = await subscribed(service);
	service.demo.faults.freezeFeed(true);
	await service.post('/server/cs/stop', {forceStop: true});
	await service.pass(1000);
	service.demo.faults.freezeFeed(false);
	await service.post('/server/cs/start');
	await service.until(() => bodies.length > 0);
	expect(states(bodies)).toEqual(['INITIALIZING']);
});

test('bursts can arrive in another order, and late', async () => {
	let next = 0.9;
	const service = await openService({random: () => (next = next > 0.2 ? next - 0.1 : 0.9)});
	const {bodies} = await subscribed(service);
	service.demo.faults.reorderFeed(true);
	service.demo.faults.delayFeed(500);
	service.demo.faults.nodeOffline('node', true);
	service.demo.faults.nodeOffline('node', false);
	await service.pass(400);
	expect(bodies).toEqual([]);
	await service.until(() => states(bodies).length === 8);
	expect(states(bodies)).not.toEqual([
		'UNKNOWN',
		'UNKNOWN',
		'UNKNOWN',
		'STOPPED',
		'RUNNING',
		'STOPPED',
		'RUNNING',
		'STOPPED',
	]);
});

test('sends heartbeats every 10s when nothing else is sent', async () => {
	const {demo, clock} = await openService({timings: {heartbeatMs: 3_600_000}});
	const beats = vi.fn<() => void>();
	const socket = demo.openSocket({'Application-Token': demo.credentials.token});
	Object.assign(socket, {
		onopen: () => socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,5000\n\n\0'),
		onmessage: ({data}: {data: unknown}) => data === '\n' && beats(),
	});
	await clock.advance(0);
	await clock.advance(30_000);
	expect(beats).toHaveBeenCalledTimes(3);
});

test('disconnects a client that promised heartbeats and falls silent, if enabled', async () => {
	const {demo, clock} = await openService({cutSilentFeeds: true});
	const closed = vi.fn<() => void>();
	const socket = demo.openSocket({'Application-Token': demo.credentials.token});
	const onopen = () => socket.send('CONNECT\naccept-version:1.2\nheart-beat:10000,0\n\n\0');
	Object.assign(socket, {onopen, onclose: closed});
	await clock.advance(25_000);
	expect(closed).not.toHaveBeenCalled();
	await clock.advance(20_000);
	expect(closed).toHaveBeenCalledOnce();
});

test('a strict service broadcasts only RCON responses', async () => {
	const service = await openService({strictSpec: true});
	const {bodies} = await subscribed(service);
	await service.post('/server/cs/rcon', {command: 'status'});
	await service.post('/server/ark/stop', {forceStop: true});
	await service.until(() => bodies.length > 0);
	await service.pass(10_000);
	expect(bodies.map(body => Object.keys(JSON.parse(body)))).toEqual([['serverId', 'command']]);
});
