import {expect, onTestFinished, test} from 'vitest';
import type {FeedSignal, FeedStatus} from '../../../src/contract/packets.ts';
import {openTeamFeed} from '../../../src/client/feed/team-feed.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {openService, type Service} from '../../service/open-service.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/**
 * Connects a feed to the service's broker over a real port, with both on the same clock. Faults of the demo
 * switch on the broker's quirks.
 */
async function follow(service: Service, token = service.demo.credentials.token) {
	const {demo, clock} = service;
	const served = await listen(demo, {port: 0});
	onTestFinished(served.close);
	const signals: FeedSignal[] = [];
	const feed = openTeamFeed({
		url: served.feedUrl,
		destinations: ['/topic/team/{teamId}', '/user/queue/rcon'],
		credentials: {kind: 'token', token: new Secret(token)},
		clock,
		random: () => 0,
		teamId: demo.teamId,
		on: signal => signals.push(signal),
	});
	onTestFinished(feed.close);
	const statuses = (): FeedStatus[] =>
		signals.flatMap(signal => (signal.type === 'status' ? signal.status : []));
	const events = () => signals.flatMap(signal => (signal.type === 'events' ? signal.events : []));
	const is = (status: FeedStatus['status']) =>
		service.until(() => statuses().at(-1)?.status === status && demo.broker.connections() < 2);
	/** The feed subscribes after its CONNECT; until then nothing arrives. */
	const delivers = async () => {
		const before = events().length;
		await service.until(() => {
			demo.broker.broadcast(demo.teamId, {serverId: 'cs', state: 'ONLINE'});
			return events().length > before;
		});
	};
	return {
		...service,
		signals,
		statuses,
		events,
		is,
		delivers,
		lost: () => statuses().findLast(({status}) => status === 'lost'),
	};
}

const quiet = {timings: {heartbeatMs: 3_600_000}};

test('follows a broker without a receipt for SUBSCRIBE and without names in CONNECTED', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({receipts: false});
	const {is, delivers, statuses} = await follow(service);
	await is('live');
	await delivers();
	expect(statuses()).toEqual([{status: 'connecting', attempt: 1}, {status: 'live'}]);
});

test('follows a broker that sends receipts and introduces itself', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({introduces: true});
	const {is, delivers, statuses} = await follow(service);
	await is('live');
	await delivers();
	expect(statuses()).toEqual([{status: 'connecting', attempt: 1}, {status: 'live'}]);
});

test('a burst out of order arrives completely', async () => {
	let seed = 7;
	const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
	const {demo, is, delivers, events, until} = await follow(await openService({...quiet, random}));
	await is('live');
	await delivers();
	demo.faults.reorderFeed(true);
	for (let number = 0; number < 200; number++) {
		const command = {command: 'ListPlayers', response: String(number), commandId: `c-${number}`};
		demo.broker.broadcast(demo.teamId, {serverId: 'cs', command});
	}
	const numbersHeard = () =>
		events().flatMap(event => (event.kind === 'rcon' ? Number(event.packet.command.response) : []));
	await until(() => numbersHeard().length === 200);
	const numbers = numbersHeard();
	expect(numbers).not.toEqual([...numbers].sort((a, b) => a - b));
	expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({length: 200}, (_, number) => number));
});

test('a consumer that the broker disconnects as too slow says so and reconnects', async () => {
	const {demo, is, delivers, lost} = await follow(await openService(quiet));
	await is('live');
	await delivers();
	demo.faults.feedQuirks({maxWaitingBytes: 0, maxWaitingMs: 0});
	demo.broker.broadcast(demo.teamId, {serverId: 'cs', state: 'ONLINE'});
	await is('lost');
	expect(lost()).toMatchObject({reason: 'The consumer is too slow.'});
	demo.faults.feedQuirks({maxWaitingBytes: 512 * 1024, maxWaitingMs: 5000});
	await is('live');
	await delivers();
});

test('reports the words of an ERROR frame with an empty body that rejects the token', async () => {
	const {statuses, until} = await follow(await openService(quiet), 'wrong');
	await until(() => statuses().length > 1);
	expect(statuses()[1]).toMatchObject({
		status: 'connecting',
		reason: 'The credentials are missing or wrong.',
	});
});

test('a token that is rejected in the handshake turns the feed off for a while', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({refusesEarly: true});
	const {statuses, until} = await follow(service, 'wrong');
	await until(() => statuses().at(-1)?.status === 'off');
	const reason = expect.stringContaining('401');
	expect(statuses().at(-1)).toMatchObject({reason, retryAt: expect.any(Number)});
});

test('missing heartbeats end the connection after two and a half intervals, whatever arrived before', async () => {
	const {demo, is, delivers, pass, lost, statuses} = await follow(await openService(quiet));
	await is('live');
	await delivers();
	await pass(60_000);
	expect(statuses().at(-1)).toEqual({status: 'live'});
	demo.faults.muteBeats(true);
	await is('lost');
	expect(lost()).toMatchObject({reason: 'no heart-beat'});
	demo.faults.muteBeats(false);
	await is('live');
	await delivers();
});

test('packets keep a connection alive when heartbeats stop', async () => {
	const {demo, is, delivers, pass, statuses} = await follow(await openService(quiet));
	await is('live');
	demo.faults.muteBeats(true);
	for (let minute = 0; minute < 6; minute++) {
		await delivers();
		await pass(10_000);
	}
	expect(statuses().at(-1)).toEqual({status: 'live'});
});

test('disconnects from an unresponsive peer in time, and reconnects when it responds again', async () => {
	const {demo, clock, is, delivers, lost, statuses, until} = await follow(await openService(quiet));
	await is('live');
	await delivers();
	const frozenAt = clock.now();
	demo.faults.freezeFeed(true);
	await until(() => lost() !== undefined);
	expect(lost()).toMatchObject({reason: 'no heart-beat'});
	expect(clock.now() - frozenAt).toBeLessThanOrEqual(25_000);
	// Redials without success: nothing responds to the handshake.
	await until(() => statuses().some(status => 'reason' in status && status.reason === 'no answer within 5s'));
	demo.faults.freezeFeed(false);
	await is('live');
	await delivers();
	await waitFor(() => expect(demo.broker.connections()).toBe(1));
});

test.each([1000, 1006, 4500])('reconnects after close code %i', async code => {
	const {demo, is, delivers, statuses} = await follow(await openService(quiet));
	await is('live');
	demo.faults.dropFeed(code);
	await is('lost');
	await is('live');
	await delivers();
	expect(statuses().map(({status}) => status)).toEqual(['connecting', 'live', 'lost', 'live']);
});
