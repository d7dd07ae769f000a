import fc from 'fast-check';
import {expect, onTestFinished, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {serveRaw, type Served} from './raw-client.ts';
import {waitFor} from '../helpers/wait-for.ts';

const connectFrame = ({demo}: Served, beats = '0,0') =>
	`CONNECT\naccept-version:1.2\nheart-beat:${beats}\npasscode:${demo.credentials.token}\n\n\0`;

/** A feed client that sends what the test says, whatever the broker responds. */
async function dial({served}: Served) {
	const socket = new WebSocket(served.feedUrl, ['v12.stomp']);
	onTestFinished(() => socket.terminate());
	const heard: string[] = [];
	socket.on('message', data => heard.push(Buffer.from(data as Buffer).toString())); // ws passes one buffer
	socket.on('error', () => {});
	const closed = new Promise<number>(resolve => socket.on('close', resolve));
	await new Promise(resolve => socket.on('open', resolve));
	return {
		socket,
		heard,
		closed,
		send: (...frames: (string | Uint8Array)[]) => {
			for (const frame of frames) socket.send(frame);
		},
		hears: (text: string) => waitFor(() => expect(heard.join('\n')).toContain(text)),
	};
}

async function expectUnharmed(served: Served): Promise<void> {
	expect(await served.isAlive()).toBe(200);
	expect(served.uncaught).toEqual([]);
	const client = await dial(served);
	client.send(connectFrame(served));
	await client.hears('CONNECTED');
}

test.each(['abc', '-5,-5', '5', '1,2,3', '1.5,0', '', '0x10,0', 'NaN,Infinity', '9'.repeat(400)])(
	'rejects heartbeats of %s',
	async beats => {
		const served = await serveRaw();
		const client = await dial(served);
		client.send(connectFrame(served, beats));
		expect(await client.closed).toBe(1002);
		expect(client.heard.join()).toContain('ERROR\nmessage:Invalid heart-beat');
		await expectUnharmed(served);
	},
);

test('heartbeats beyond the timer limit count as none', async () => {
	const served = await serveRaw({cutSilentFeeds: true});
	const client = await dial(served);
	client.send(connectFrame(served, '9999999999,9999999999'));
	await client.hears('CONNECTED');
	await served.clock.advance(60 * 60_000);
	await expectUnharmed(served);
	expect(client.heard).toHaveLength(1);
	expect(client.socket.readyState).toBe(WebSocket.OPEN);
});

test('disconnects a client that sends no CONNECT in time', async () => {
	const served = await serveRaw({cutSilentFeeds: true});
	const [silent, beating, connected] = [await dial(served), await dial(served), await dial(served)];
	connected.send(connectFrame(served));
	await connected.hears('CONNECTED');
	await served.clock.advance(6000);
	beating.send('\n');
	await served.clock.advance(1000);
	expect(await Promise.all([silent.closed, beating.closed])).toEqual([1002, 1002]);
	expect(connected.socket.readyState).toBe(WebSocket.OPEN);
});

test('refuses a handshake without valid credentials before the upgrade', async () => {
	const served = await serveRaw({refusesFeedsEarly: true});
	const statusWith = (headers: Record<string, string>) =>
		new Promise<number | undefined>(resolve => {
			const socket = new WebSocket(served.served.feedUrl, ['v12.stomp'], {headers});
			onTestFinished(() => socket.terminate());
			socket.on('unexpected-response', (_request, {statusCode}) => resolve(statusCode));
			socket.on('upgrade', ({statusCode}) => resolve(statusCode));
			socket.on('error', () => {});
		});
	expect(await statusWith({})).toBe(401);
	expect(await statusWith({'Application-Token': 'wrong'})).toBe(401);
	expect(served.demo.broker.connections()).toBe(0);
	expect(await statusWith({'Application-Token': served.demo.credentials.token})).toBe(101);
});

test('rejects a second CONNECT', async () => {
	const served = await serveRaw();
	const client = await dial(served);
	client.send(connectFrame(served, '0,10000'), connectFrame(served, '0,10000'));
	expect(await client.closed).toBe(1002);
	expect(client.heard.join()).toContain('already connected');
});

test.each([
	['a subscription before CONNECT', ['SUBSCRIBE\nid:1\ndestination:/topic/team/team\n\n\0']],
	['an unknown command', ['BREW\n\n\0']],
	['a frame that never ends', Array.from({length: 80}, () => 'x'.repeat(1024))],
	['a header that never ends', ['CONNECT\na:', ...Array.from({length: 80}, () => 'x'.repeat(1024))]],
	['too many headers', ['CONNECT\n', ...Array.from({length: 80}, () => 'a:b\n'.repeat(256))]],
	['one huge message', ['x'.repeat(900_000)]],
	['a message that the socket does not accept', ['x'.repeat(2_000_000)]],
])('%s ends only the connection', async (_what, frames) => {
	const served = await serveRaw();
	const client = await dial(served);
	client.send(...frames);
	expect(await client.closed).toBeGreaterThanOrEqual(1002);
	await expectUnharmed(served);
});

test.each(['-5', 'abc', '99999999999', '1e3', ''])(
	'a frame with length %j ends at most the connection',
	async length => {
		const served = await serveRaw();
		const client = await dial(served);
		client.send(connectFrame(served), `ACK\ncontent-length:${length}\n\n`, 'x'.repeat(70_000));
		expect(await client.closed).toBe(1002);
		await expectUnharmed(served);
	},
);

test('rejects a destination that is too long for a close frame', async () => {
	const served = await serveRaw();
	const client = await dial(served);
	const destination = `/topic/${'é'.repeat(20_000)}`;
	client.send(connectFrame(served), `SUBSCRIBE\nid:1\nreceipt:r\ndestination:${destination}\n\n\0`);
	expect(await client.closed).toBe(1002);
	await expectUnharmed(served);
});

test('limits the number of subscriptions', async () => {
	const served = await serveRaw();
	const client = await dial(served);
	client.send(connectFrame(served));
	for (let id = 0; id < 300; id++) client.send(`SUBSCRIBE\nid:${id}\ndestination:/topic/team/team\n\n\0`);
	expect(await client.closed).toBe(1002);
	expect(client.heard.join()).toContain('Too many subscriptions');
	await expectUnharmed(served);
});

test.each([
	['an id', 'i'.repeat(60_000), '/topic/team/team'],
	['a destination', '1', `/user/queue/${'d'.repeat(60_000)}`],
])('a subscription with %s of 60 kB is refused', async (_what, id, destination) => {
	const served = await serveRaw();
	const client = await dial(served);
	client.send(connectFrame(served));
	await client.hears('CONNECTED');
	client.send(`SUBSCRIBE\nid:${id}\ndestination:${destination}\n\n\0`);
	expect(await client.closed).toBe(1002);
	expect(client.heard.join()).toContain('longer than 1024 bytes');
	await expectUnharmed(served);
});

test('the subscriptions of a token have a budget over all its connections, which its end frees', async () => {
	const events: unknown[] = [];
	const onEvent = (event: {kind: string}) => void (event.kind === 'budget' && events.push(event));
	const served = await serveRaw({onEvent});
	const destination = `/user/queue/${'d'.repeat(900)}`;
	const subscribe = async () => {
		const client = await dial(served);
		client.send(connectFrame(served));
		for (let id = 0; id < 100; id++)
			client.send(`SUBSCRIBE\nid:${id}\nreceipt:r${id}\ndestination:${destination}\n\n\0`);
		await client.hears('receipt-id:r99');
		return client;
	};
	const clients = [];
	for (let count = 0; count < 10; count++) clients.push(await subscribe());
	const one = await dial(served);
	one.send(connectFrame(served));
	for (let id = 0; id < 100; id++) one.send(`SUBSCRIBE\nid:${id}\ndestination:${destination}\n\n\0`);
	expect(await one.closed).toBe(1002);
	expect(one.heard.join()).toContain('too many connections or subscriptions');
	expect(events).toEqual([{kind: 'budget', budget: 'subscription', who: expect.any(String)}]);
	clients[0]?.socket.close();
	await clients[0]?.closed;
	await subscribe();
	await expectUnharmed(served);
});

test('the connections of a token have a limit, also on loopback', async () => {
	const served = await serveRaw();
	const clients = [];
	for (let count = 0; count < 200; count++) clients.push(await dial(served));
	for (const client of clients) client.send(connectFrame(served));
	await Promise.all(clients.map(client => client.hears('CONNECTED')));
	const other = await dial(served);
	other.send(connectFrame(served));
	expect(await other.closed).toBe(1002);
	clients[0]?.socket.close();
	await clients[0]?.closed;
	await expectUnharmed(served);
});

test("subscription IDs may be JavaScript's own names", async () => {
	const served = await serveRaw();
	const client = await dial(served);
	const ids = ['__proto__', 'constructor', 'toString'];
	client.send(connectFrame(served));
	for (const id of ids)
		client.send(`SUBSCRIBE\nid:${id}\n__proto__:x\nconstructor:y\ndestination:/topic/team/team\n\n\0`);
	await served.post('/server/cs/rcon', {command: 'status'});
	await served.until(() => ids.every(id => client.heard.join().includes(`subscription:${id}\n`)));
	await expectUnharmed(served);
});

test('disconnects a client that requests receipts and never reads them', async () => {
	const served = await serveRaw();
	const client = await dial(served);
	client.send(connectFrame(served));
	await client.hears('CONNECTED');
	client.socket.pause();
	const receipt = 'r'.repeat(60_000);
	for (let time = 0; time < 500; time++)
		client.send(`SUBSCRIBE\nid:1\nreceipt:${receipt}\ndestination:/topic/team/team\n\n\0`);
	await waitFor(() => expect(client.socket.bufferedAmount).toBe(0));
	client.socket.resume();
	// The service ends the connection if the client does not read its close within two seconds.
	expect([4500, 1006]).toContain(await client.closed);
	expect(client.heard.length).toBeLessThan(400);
	await expectUnharmed(served);
});

const piece = fc.oneof(
	fc.constantFrom(
		'CONNECT\n',
		'STOMP\n',
		'SUBSCRIBE\n',
		'UNSUBSCRIBE\n',
		'SEND\n',
		'ACK\n',
		'BEGIN\n',
		'DISCONNECT\n',
		'id:1\n',
		'destination:/topic/team/team\n',
		'accept-version:1.2\n',
		'heart-beat:',
		'content-length:',
		'receipt:x\n',
		'\0',
		'\n',
		'\r\n',
		':',
		'\\',
	),
	fc.string({maxLength: 20}),
);

test('frames of any shape end at most their own connection, and nothing is printed', async () => {
	const served = await serveRaw();
	const printed = vi.spyOn(console, 'log');
	onTestFinished(() => printed.mockRestore());
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.array(piece, {maxLength: 15}), async (isKnown, pieces) => {
			const client = await dial(served);
			if (isKnown) client.send(connectFrame(served));
			client.send(pieces.join(''), Buffer.from(pieces.join(''), 'latin1'));
			client.socket.close();
			await client.closed;
			return served.uncaught.length === 0;
		}),
		{numRuns: 150, interruptAfterTimeLimit: 10_000},
	);
	expect(printed).not.toHaveBeenCalled();
	await expectUnharmed(served);
});
