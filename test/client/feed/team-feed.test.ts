import {connect, createServer, type AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {stompService, textOf} from '../../helpers/stomp-service.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const message = (body: unknown) =>
	textOf('MESSAGE', {subscription: 'sub-0', 'message-id': '1', destination: 'd'}, JSON.stringify(body));

test('sends the credentials in the handshake and again in CONNECT, with login and passcode', async () => {
	const peer = await stompService();
	const {is} = follow(peer.url, {login: 'guest', passcode: new Secret('passcode-of-a-test')});
	await is('live');
	expect(peer.handshakes[0]?.headers).toMatchObject({
		'application-token': 't0p',
		'sec-websocket-protocol': 'v12.stomp,v11.stomp',
	});
	expect(peer.frames[0]).toMatchObject({
		command: 'CONNECT',
		headers: {
			'accept-version': '1.2,1.1',
			'heart-beat': '10000,10000',
			host: '127.0.0.1',
			'Application-Token': 't0p',
			login: 'guest',
			passcode: 'passcode-of-a-test',
		},
	});
});

test('retries without a virtual host when the broker does not know it', async () => {
	const peer = await stompService({
		connected: undefined,
		onFrame: ({command, headers}, socket) => {
			if (command !== 'CONNECT') return;
			if (headers['host'] === undefined) socket.send(textOf('CONNECTED', {version: '1.2'}, ''));
			else socket.send(textOf('ERROR', {message: 'Bad CONNECT'}, "Virtual host '127.0.0.1' access denied"));
		},
	});
	const {is, statuses} = follow(peer.url);
	await is('live');
	expect(statuses().map(({status}) => status)).toEqual(['connecting', 'live']);
	const connects = peer.frames.filter(({command}) => command === 'CONNECT');
	expect(connects.map(({headers}) => headers['host'])).toEqual(['127.0.0.1', undefined]);
});

test.each([
	'9999999999,9999999999',
	`${'9'.repeat(400)},${'9'.repeat(400)}`,
	'abc,abc',
	'-5,-5',
	'1e9,1e9',
	'NaN,Infinity',
	'0.1,0.1',
	'',
	',',
])(
	'heartbeats of %j neither flood the broker nor end the connection, and cause no Node warning',
	async beats => {
		const warnings: Error[] = [];
		const hear = (warning: Error) => void warnings.push(warning);
		process.on('warning', hear);
		onTestFinished(() => void process.off('warning', hear));
		const clock = manualClock();
		const peer = await stompService({connected: {version: '1.2', 'heart-beat': beats}});
		const {is, statuses} = follow(peer.url, {clock});
		await is('live');
		await clock.advance(9_999);
		expect(peer.beats()).toBe(0);
		// On the real clock, too: nothing runs on a timer that overflowed.
		await new Promise(resolve => void systemClock.after(50, () => resolve(undefined)));
		await clock.advance(3_600_000);
		await waitFor(() => expect(peer.beats()).toBe(beats.startsWith('99') ? 4 : 0));
		expect(statuses().at(-1)).toEqual({status: 'live'});
		expect(warnings).toEqual([]);
	},
);

test('a wall clock change does not end a connection', async () => {
	const clock = manualClock();
	const peer = await stompService();
	const {is, statuses} = follow(peer.url, {clock});
	await is('live');
	clock.setAhead(86_400_000);
	await clock.advance(20_000);
	expect(statuses().at(-1)).toEqual({status: 'live'});
});

test('subscribes to every destination once per connection', async () => {
	const peer = await stompService();
	const {is, feed, statuses} = follow(peer.url, {
		destinations: ['/topic/team/{teamId}', '/user/queue/server/rcon', '/topic/team/team-1'],
	});
	await is('live');
	await waitFor(() => expect(peer.frames).toHaveLength(3));
	feed.redial();
	await waitFor(() => expect(peer.frames).toHaveLength(6));
	await is('live');
	const subscriptions = peer.frames.filter(({command}) => command === 'SUBSCRIBE');
	expect(subscriptions.map(({headers}) => headers['destination'])).toEqual([
		'/topic/team/team-1',
		'/user/queue/server/rcon',
		'/topic/team/team-1',
		'/user/queue/server/rcon',
	]);
	expect(statuses().map(({status}) => status)).toEqual(['connecting', 'live', 'lost', 'live']);
	expect(peer.open()).toHaveLength(1);
});

test('a burst of packets in one chunk is one batch in order', async () => {
	const peer = await stompService();
	const {is, signals, events} = follow(peer.url);
	await is('live');
	const states = ['STARTING', 'ONLINE', 'STOPPING'];
	const chunk = states.map(state => message({serverId: 's1', state})).join('\n');
	peer.open()[0]?.send(chunk);
	await waitFor(() => expect(events()).toHaveLength(3));
	expect(signals.filter(({type}) => type === 'events')).toHaveLength(1);
	expect(events()).toMatchObject(states.map(state => ({kind: 'state', state})));
});

test('a packet above 2 MiB arrives intact', async () => {
	const peer = await stompService();
	const {is, events} = follow(peer.url);
	await is('live');
	const response = 'x'.repeat(3 * 1024 * 1024);
	peer.open()[0]?.send(message({serverId: 's1', command: {command: 'list', response}}));
	await waitFor(() => expect(events()).toHaveLength(1));
	expect(events()).toMatchObject([{kind: 'rcon', packet: {command: {response}}}]);
});

test.each([1000, 1001, 1011, 4500])(
	'a close with code %i is a lost connection that reconnects',
	async code => {
		const peer = await stompService();
		const {is, statuses} = follow(peer.url, {random: () => -0.9});
		await is('live');
		peer.open()[0]?.close(code);
		await is('lost');
		expect(statuses().at(-1)).toMatchObject({reason: expect.stringContaining(String(code))});
		await is('live');
	},
);

test('an ERROR frame is a lost connection with the words of the service', async () => {
	const peer = await stompService();
	const {is, statuses} = follow(peer.url);
	await is('live');
	peer.say('ERROR', {message: 'Bad token'});
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: 'Bad token', retryAt: expect.any(Number)});
});

test('quotes the first line of the body of an ERROR frame that has more details there', async () => {
	const peer = await stompService();
	const {is, statuses} = follow(peer.url);
	await is('live');
	peer.say('ERROR', {message: 'Bad CONNECT'}, "Access refused for user 'guest'\nand more");
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: "Bad CONNECT: Access refused for user 'guest'"});
});

test.each([401, 403, 404])(
	'a handshake with response %i is redialed slowly, says when, and recovers by itself',
	async status => {
		const clock = manualClock();
		let isRefused = true;
		const peer = await stompService({refuse: () => (isRefused ? status : undefined)});
		const {is, statuses} = follow(peer.url, {clock, random: () => 1});
		const delays: number[] = [];
		for (let attempt = 1; attempt <= 6; attempt++) {
			await waitFor(() => expect(statuses()).toHaveLength(attempt + 1));
			const last = statuses().at(-1);
			expect(last).toMatchObject({status: 'off', reason: expect.stringContaining(String(status))});
			const delayMs = (last?.status === 'off' ? (last.retryAt ?? 0) : 0) - clock.now();
			delays.push(delayMs);
			if (attempt === 6) isRefused = false;
			await clock.advance(delayMs - 1);
			expect(peer.handshakes).toHaveLength(attempt);
			await clock.advance(1);
		}
		expect(delays.map(ms => ms / 60_000)).toEqual([1, 2, 4, 8, 15, 15]);
		await is('live');
	},
);

test('a rejection of a live feed is a loss that says when it is redialed', async () => {
	const clock = manualClock();
	let isRefused = false;
	const peer = await stompService({refuse: () => (isRefused ? 401 : undefined)});
	const {is, statuses} = follow(peer.url, {clock});
	await is('live');
	isRefused = true;
	peer.open()[0]?.close(1001);
	await is('lost');
	await clock.advance(500);
	await waitFor(() => expect(statuses().at(-1)).toMatchObject({reason: expect.stringContaining('401')}));
	expect(statuses().at(-1)).toEqual({
		status: 'lost',
		reason: 'the feed does not accept these credentials (401)',
		retryAt: clock.now() + 48_000,
	});
	isRefused = false;
	await clock.advance(48_000);
	await is('live');
});

test('a manual reconnect does not wait for the retry of a rejected feed', async () => {
	const clock = manualClock();
	let isRefused = true;
	const peer = await stompService({refuse: () => (isRefused ? 404 : undefined)});
	const {is, feed} = follow(peer.url, {clock});
	await is('off');
	isRefused = false;
	feed.redial();
	await is('live');
	expect(peer.handshakes).toHaveLength(2);
});

test('retries a temporarily failing handshake with increasing delays up to 30s', async () => {
	const clock = manualClock();
	const peer = await stompService({refuse: () => 503});
	const {statuses} = follow(peer.url, {clock, random: () => 1});
	const delays: number[] = [];
	for (let attempt = 1; attempt <= 7; attempt++) {
		await waitFor(() => expect(statuses()).toHaveLength(attempt + 1));
		const last = statuses().at(-1);
		expect(last).toMatchObject({status: 'connecting', reason: 'the feed answered with HTTP 503'});
		const delayMs = (last?.status === 'connecting' ? (last.retryAt ?? 0) : 0) - clock.now();
		delays.push(delayMs);
		await clock.advance(delayMs);
	}
	expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('reports and retries an address without a listener', async () => {
	const gone = await stompService();
	gone.stop();
	const {statuses} = follow(gone.url);
	await waitFor(() => expect(statuses().length).toBeGreaterThan(1));
	const reason = expect.stringContaining(`nothing is listening at 127.0.0.1:${gone.port}`);
	expect(statuses()[1]).toMatchObject({status: 'connecting', attempt: 2, reason});
});

test('an invalid address turns the feed off', async () => {
	const {is, statuses} = follow('ws://[nonsense');
	await is('off');
	expect(statuses()).toMatchObject([{status: 'connecting'}, {reason: 'invalid feed URL'}]);
});

test('connects to a peer that accepts no subprotocol', async () => {
	const peer = await stompService({protocols: false});
	const {is} = follow(peer.url);
	await is('live');
	expect(peer.handshakes.map(({headers}) => headers['sec-websocket-protocol'])).toEqual([
		'v12.stomp,v11.stomp',
		undefined,
	]);
});

test('disconnects from a silent peer after two and a half heartbeats, and redials', async () => {
	const clock = manualClock();
	const peer = await stompService();
	const {is, statuses} = follow(peer.url, {clock});
	await is('live');
	for (const socket of peer.sockets) socket.pause();
	await clock.advance(24_900);
	expect(statuses().at(-1)).toEqual({status: 'live'});
	await clock.advance(200);
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: 'no heart-beat'});
	await clock.advance(1000);
	await is('live');
	expect(peer.handshakes).toHaveLength(2);
});

test('sends heartbeats and stays connected while the connection is otherwise quiet', async () => {
	const clock = manualClock();
	const peer = await stompService();
	const {is, statuses, events} = follow(peer.url, {clock});
	await is('live');
	for (let beat = 1; beat <= 6; beat++) {
		await clock.advance(10_000);
		await waitFor(() => expect(peer.beats()).toBe(beat));
		const before = events().length;
		peer.open()[0]?.send(`\n${message({serverId: 's1', state: `BEAT${beat}`})}`);
		await waitFor(() => expect(events().length).toBe(before + 1));
	}
	expect(statuses().at(-1)).toEqual({status: 'live'});
});

test('a STOMP 1.1 peer without heartbeats may stay quiet', async () => {
	const clock = manualClock();
	const peer = await stompService({connected: {version: '1.1'}});
	const {is, statuses} = follow(peer.url, {clock});
	await is('live');
	await clock.advance(600_000);
	expect(statuses().at(-1)).toEqual({status: 'live'});
	expect(peer.beats()).toBe(0);
});

test('gives up after 5s on a peer that never responds to CONNECT', async () => {
	const clock = manualClock();
	const peer = await stompService({connected: undefined});
	const {statuses} = follow(peer.url, {clock});
	await waitFor(() => expect(peer.frames).toHaveLength(1));
	await clock.advance(5000);
	await waitFor(() =>
		expect(statuses().at(-1)).toMatchObject({status: 'connecting', reason: 'no answer within 5s'}),
	);
});

test('data that is not STOMP ends the connection but not the program', async () => {
	const peer = await stompService();
	const {is, events} = follow(peer.url);
	await is('live');
	peer.open()[0]?.send(textOf('MESSAGE', {subscription: 'sub-0'}, '<html>'));
	await waitFor(() => expect(events()).toMatchObject([{kind: 'unreadable', reason: 'not valid JSON'}]));
	peer.open()[0]?.send(Buffer.from([0, 255, 10, 58, 0, 1, 2]));
	peer.open()[0]?.terminate();
	await is('lost');
});

test('a closed feed emits nothing more and ends its connection', async () => {
	const peer = await stompService();
	const {is, feed, signals} = follow(peer.url);
	await is('live');
	feed.close();
	await waitFor(() => expect(peer.open()).toEqual([]));
	expect(signals).toHaveLength(2);
});

test('redials a peer that hangs up after it was live, without probing it for TLS', async () => {
	const peer = await stompService();
	let connections = 0;
	const front = createServer(socket => {
		socket.on('error', () => {});
		if (++connections > 1) return void socket.destroy();
		const onward = connect(peer.port, '127.0.0.1');
		socket.pipe(onward).on('error', () => {});
		onward.pipe(socket);
	});
	await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void front.close());
	const {port} = front.address() as AddressInfo;
	const clock = manualClock();
	const {is, statuses} = follow(`ws://127.0.0.1:${port}/websocket`, {clock});
	await is('live');
	peer.open()[0]?.terminate();
	await is('lost');
	for (const delayMs of [500, 1000, 2000]) {
		const statusCount = statuses().length;
		await clock.advance(delayMs);
		await waitFor(() => expect(statuses()).toHaveLength(statusCount + 1));
	}
	expect(connections).toBe(4);
});
