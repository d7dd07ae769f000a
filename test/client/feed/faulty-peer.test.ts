import {expect, onTestFinished, test} from 'vitest';
import type {FeedSocket} from '../../../src/contract/socket.ts';
import {openSockets} from '../../../src/client/feed/socket.ts';
import {openTeamFeed} from '../../../src/client/feed/team-feed.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {manualClock, type ManualClock} from '../../helpers/manual-clock.ts';
import {stompService, textOf, type StompPeer} from '../../helpers/stomp-service.ts';
import {openFakeSocket} from '../../helpers/fake-socket.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('a silent connection is pinged after 2s and given up after 5s; the loss dates from the last byte', async () => {
	const clock = manualClock();
	const peer = await stompService();
	const {is, statuses} = follow(peer.url, {clock, openSocket: openSockets({}, clock)});
	await is('live');
	const liveAt = clock.now();
	await clock.advance(1999);
	for (const socket of peer.sockets) socket.pause();
	await clock.advance(3000);
	expect(statuses().at(-1)).toEqual({status: 'live'});
	await clock.advance(1);
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: 'no answer within 5s', since: liveAt});
	await clock.advance(500);
	await is('live');
	expect(peer.handshakes).toHaveLength(2);
});

/** Passes time in which a peer answers pings. The pongs are the only thing that it sends. */
async function answerPings(peer: StompPeer, clock: ManualClock, count: number): Promise<void> {
	let pings = 0;
	for (const socket of peer.sockets)
		socket.on('data', (frames: Buffer) => {
			// Short frames with a mask. (RFC 6455, 5.2)
			for (let at = 0; at < frames.length; at += 6 + ((frames[at + 1] ?? 0) & 0x7f))
				if (frames[at] === 0x89) pings++;
		});
	for (let ping = 1; ping <= count; ping++) {
		await clock.advance(2000);
		await waitFor(() => expect(pings).toBe(ping));
		await new Promise(resolve => void systemClock.after(20, () => resolve(undefined)));
	}
}

test('a quiet peer without heartbeats that answers pings stays live', async () => {
	const clock = manualClock();
	const peer = await stompService({connected: {version: '1.1'}});
	const {is, statuses} = follow(peer.url, {clock, openSocket: openSockets({}, clock)});
	await is('live');
	await answerPings(peer, clock, 5);
	expect(statuses().at(-1)).toEqual({status: 'live'});
});

test('a peer that answers pings but stops its heartbeats is lost after two and a half of them', async () => {
	const clock = manualClock();
	const peer = await stompService();
	const {is, statuses} = follow(peer.url, {clock, openSocket: openSockets({}, clock)});
	await is('live');
	const liveAt = clock.now();
	await answerPings(peer, clock, 12);
	expect(statuses().at(-1)).toEqual({status: 'live'});
	await clock.advance(1000);
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: 'no heart-beat', since: liveAt});
});

test('a version of STOMP that is not supported is reported', async () => {
	const peer = await stompService({connected: {version: '9.9'}});
	const {statuses} = follow(peer.url);
	await waitFor(() =>
		expect(statuses().at(-1)).toMatchObject({
			status: 'connecting',
			reason: 'the feed speaks STOMP 9.9, which is not supported',
		}),
	);
});

test('a redirected handshake is not followed, and names the setting to check', async () => {
	const peer = await stompService({refuse: () => 302});
	const {is, statuses} = follow(peer.url);
	await is('off');
	expect(statuses().at(-1)).toMatchObject({
		reason: 'the feed URL redirects to another address (HTTP 302); check it',
	});
	expect(peer.handshakes).toHaveLength(1);
});

test('a busy service is not redialed before its Retry-After', async () => {
	const clock = manualClock();
	const peer = await stompService({refuse: () => 503, retryAfter: '120'});
	const {statuses} = follow(peer.url, {clock});
	await waitFor(() => expect(statuses()).toHaveLength(2));
	expect(statuses()[1]).toMatchObject({retryAt: clock.now() + 120_000});
});

test('a message that is too large or not UTF-8 ends the connection and says so', async () => {
	const peer = await stompService();
	const {is, statuses} = follow(peer.url);
	for (const harm of [Buffer.alloc(17 * 1024 * 1024, 'x'), Buffer.from([0xff, 0xfe])]) {
		await is('live');
		peer.open()[0]?.send(harm, {binary: false});
		await is('lost');
		expect(statuses().at(-1)).toMatchObject({
			reason: 'the service sent a message that is invalid or larger than 16 MB',
		});
	}
});

test('manual reconnects do not interrupt an attempt on a slow network', async () => {
	const clock = manualClock();
	let answer = () => {};
	const peer = await stompService({
		connected: undefined,
		onFrame: ({command}, socket) => {
			if (command === 'CONNECT') answer = () => socket.send('CONNECTED\nversion:1.2\n\n\0');
		},
	});
	const {is, feed, statuses} = follow(peer.url, {clock});
	await waitFor(() => expect(peer.frames).toHaveLength(1));
	for (let press = 0; press < 4; press++) {
		await clock.advance(1000);
		feed.redial();
	}
	answer();
	await is('live');
	expect(peer.handshakes).toHaveLength(1);
	expect(statuses().map(({status}) => status)).toEqual(['connecting', 'live']);
});

test('an attempt on a slow link is reported after 5s and may take 10s for each of its steps', async () => {
	const clock = manualClock();
	const sockets: ReturnType<typeof openFakeSocket>[] = [];
	const openSocket = () => {
		const opened = openFakeSocket();
		sockets.push(opened);
		return opened.socket;
	};
	const {is, statuses} = follow('ws://far.example/websocket', {clock, openSocket});
	await waitFor(() => expect(sockets).toHaveLength(1));
	await clock.advance(5000);
	await is('connecting');
	expect(statuses()).toMatchObject([{attempt: 1}, {attempt: 1, reason: 'no answer within 5s'}]);
	await clock.advance(4000);
	sockets[0]?.open();
	await clock.advance(9000);
	sockets[0]?.receive(textOf('CONNECTED', {version: '1.2'}, ''));
	sockets[0]?.receive(textOf('RECEIPT', {'receipt-id': 'subscribed-0'}, ''));
	await is('live');
	sockets[0]?.end();
	await is('lost');
	await clock.advance(1000);
	await waitFor(() => expect(sockets).toHaveLength(2));
	await clock.advance(10_000);
	await waitFor(() => expect(statuses().at(-1)).toMatchObject({reason: 'no answer within 10s'}));
	expect(statuses().map(({status}) => status)).toEqual([
		'connecting',
		'connecting',
		'live',
		'lost',
		'lost',
		'lost',
	]);
});

test('a reconnect to another address does not wait for the attempt at the old one', async () => {
	const clock = manualClock();
	const dialed: {address: string; socket: FeedSocket}[] = [];
	let url = 'ws://127.0.0.1:1/websocket';
	const openSocket = (address: string) => {
		const {socket} = openFakeSocket();
		dialed.push({address, socket});
		return socket;
	};
	const feed = openTeamFeed({
		destinations: [],
		credentials: undefined,
		clock,
		random: () => 0,
		teamId: 'team-1',
		on: () => {},
		openSocket,
		get url() {
			return url;
		},
	});
	onTestFinished(feed.close);
	await waitFor(() => expect(dialed).toHaveLength(1));
	feed.redial();
	url = 'ws://127.0.0.1:2/websocket';
	feed.redial();
	await waitFor(() => expect(dialed).toHaveLength(2));
	expect(dialed.map(({address, socket}) => [address, socket.readyState])).toEqual([
		['ws://127.0.0.1:1/websocket', 3],
		['ws://127.0.0.1:2/websocket', 0],
	]);
});
