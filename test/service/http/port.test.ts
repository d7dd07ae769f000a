import {EventEmitter} from 'node:events';
import {connect, Server, type Socket} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {openPort} from '../../../src/service/http/listen.ts';
import {
	limitConnections,
	type PortLimits,
	serverOptions,
} from '../../../src/service/http/connection-limits.ts';
import {openService} from '../open-service.ts';
import {serveRaw, statusesIn} from '../raw-client.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** A connection that reads and waits; `ended` resolves to all that it received. */
function openConnection(port: number, ...chunks: string[]) {
	const socket = connect({host: '127.0.0.1', port});
	onTestFinished(() => void socket.destroy());
	let text = '';
	socket.setEncoding('latin1').on('data', chunk => (text += String(chunk)));
	socket.on('error', () => {});
	for (const chunk of chunks) socket.write(chunk);
	const ended = new Promise<string>(resolve => socket.on('close', () => resolve(text)));
	const connected = new Promise<void>(resolve => socket.once('connect', () => resolve()));
	return {socket, ended, connected, text: () => text};
}

const served = (limits: PortLimits) => serveRaw({}, {limits});

test('a client that does not finish its header or body in time is disconnected', async () => {
	const {port, isAlive, demo} = await served({maxHeaderMs: 500, maxRequestMs: 1000});
	const silent = openConnection(port);
	const slowHeader = openConnection(port, 'GET /team/my HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n');
	const post = 'POST /server/cs/stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n';
	const slowBody = openConnection(
		port,
		`${post}Application-Token: ${demo.credentials.token}\r\n\r\n{"forceStop"`,
	);
	const stranger = openConnection(port, `${post}\r\n{"forceStop"`);
	await silent.ended;
	expect(statusesIn(await slowHeader.ended)).toEqual([408]);
	expect(statusesIn(await slowBody.ended)).toEqual([408]);
	// The router refuses the missing credentials without waiting for the body.
	expect(statusesIn(await stranger.ended)).toEqual([401]);
	expect(await isAlive()).toBe(200);
	expect(serverOptions({})).toMatchObject({headersTimeout: 10_000, requestTimeout: 60_000});
});

test('a body beyond the limit is 413, announced or not', async () => {
	const {raw, demo, isAlive} = await served({maxBodyBytes: 1000, maxUploadBytes: 1000});
	const head = `POST /server/cs/stop HTTP/1.1\r\nHost: localhost\r\nApplication-Token: ${demo.credentials.token}\r\n`;
	const announced = await raw(`${head}Content-Length: 100000000\r\n\r\n`);
	expect(statusesIn(announced)).toEqual([413]);
	expect(announced).toMatch(/Connection: close/i);
	expect(announced).toContain('"key":"general.payload_too_large"');
	const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
	const unannounced = await raw(
		`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
		chunk.repeat(20),
		'0\r\n\r\n',
	);
	expect(statusesIn(unannounced)).toEqual([413]);
	expect(await isAlive()).toBe(200);
});

test('connections beyond the total are closed, and there is room again when one ends', async () => {
	const {port} = await served({maxConnections: 2});
	const [first, second] = [openConnection(port), openConnection(port)];
	await Promise.all([first.connected, second.connected]);
	expect(await openConnection(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n').ended).toBe('');
	first.socket.destroy();
	await first.ended;
	const ask = async (): Promise<string> => {
		const text = await openConnection(port, 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n').ended;
		return text === '' ? ask() : text;
	};
	expect(statusesIn(await ask())).toEqual([401]);
});

test('one address or IPv6 network cannot take all connections, but a proxy on this machine can', () => {
	const server = new Server();
	const refused: string[] = [];
	limitConnections(server, {maxConnectionsPerAddress: 2}, why => void refused.push(why));
	const arrive = (remoteAddress: string) => {
		let isOpen = true;
		const socket = Object.assign(new EventEmitter(), {remoteAddress, destroy: () => (isOpen = false)});
		server.emit('connection', socket as unknown as Socket);
		return {isOpen: () => isOpen, leave: () => void socket.emit('close')};
	};
	const arriveAll = (...addresses: string[]) => addresses.map(address => arrive(address).isOpen());
	expect(
		arriveAll('127.0.0.1', '127.0.0.1', '127.0.0.1', '::1', '::1', '::1', '::ffff:127.0.0.1'),
	).not.toContain(false);
	expect(arriveAll('203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2')).toEqual([
		true,
		true,
		false,
		true,
	]);
	expect(arriveAll('2001:db8::1', '2001:db8:0:0:9::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
		true,
		true,
		false,
		true,
	]);
	const {leave} = arrive('203.0.113.2');
	expect(arriveAll('203.0.113.2')).toEqual([false]);
	leave();
	expect(arriveAll('203.0.113.2')).toEqual([true]);
	expect(refused).toEqual(['address', 'address', 'address']);
});

test('a feed client that sends no CONNECT is disconnected within ten seconds', async () => {
	const {port, clock, demo} = await serveRaw({cutSilentFeeds: true});
	const upgrade = `GET /websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nApplication-Token: ${demo.credentials.token}\r\n\r\n`;
	const silent = openConnection(port, upgrade);
	await new Promise(resolve => silent.socket.once('data', resolve));
	expect(demo.broker.connections()).toBe(1);
	await clock.advance(6999);
	expect(demo.broker.connections()).toBe(1);
	await clock.advance(1);
	await waitFor(() => expect(silent.text()).toMatch(/No CONNECT frame was received\.$/));
	// It does not answer the closing handshake, and is cut off 2 s later.
	await silent.ended;
	await waitFor(() => expect(demo.broker.connections()).toBe(0));
});

test('the port answers 503 until the service is ready, and finishes requests in progress while it closes', async () => {
	const {demo} = await openService();
	let finish = () => {};
	const slow = new Promise<void>(resolve => (finish = resolve));
	const fetch: typeof demo.fetch = async (request, facts) => {
		if (new URL(request.url).pathname === '/team/my') await slow;
		return demo.fetch(request, facts);
	};
	const port = await openPort({port: 0});
	onTestFinished(() => port.close());
	const number = Number(new URL(port.url).port);
	const ask = (path: string) =>
		openConnection(
			number,
			`GET ${path} HTTP/1.1\r\nHost: localhost\r\nApplication-Token: ${demo.credentials.token}\r\n\r\n`,
		);
	expect(statusesIn(await ask('/team/my').ended)).toEqual([503]);
	port.serve({fetch, broker: demo.broker, links: demo.links});
	const [running, idle] = [ask('/team/my'), ask('/info/version')];
	await new Promise(resolve => idle.socket.once('data', resolve));
	const {WebSocket} = await import('ws');
	const feed = new WebSocket(port.feedUrl, 'v12.stomp');
	const goodbye = new Promise(resolve => feed.once('close', code => resolve(code)));
	await new Promise(resolve => feed.once('open', resolve));
	const drained = port.drain(60_000);
	expect(statusesIn(await idle.ended)).toEqual([200]);
	expect(await goodbye).toBe(1001);
	const late = openConnection(number);
	await late.ended;
	finish();
	expect(statusesIn(await running.ended)).toEqual([200]);
	await drained;
});

test('a request that does not finish within the limit is cut off', async () => {
	const {demo, clock} = await openService();
	const port = await openPort({port: 0, clock});
	const arrived = new Promise<void>(resolve => {
		const fetch = () => {
			resolve();
			return new Promise<Response>(() => {});
		};
		port.serve({fetch, broker: demo.broker, links: demo.links});
	});
	const running = openConnection(
		Number(new URL(port.url).port),
		'GET /team/my HTTP/1.1\r\nHost: localhost\r\n\r\n',
	);
	await arrived;
	const drained = port.drain(10_000);
	await clock.advance(10_000);
	await drained;
	expect(await running.ended).toBe('');
});
