import {expect, onTestFinished, test} from 'vitest';
import type {FeedSignal, FeedStatus} from '../../../src/contract/packets.ts';
import {openTeamFeed} from '../../../src/client/feed/team-feed.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {openService, type Service} from '../../service/open-service.ts';

const quiet = {timings: {heartbeatMs: 3_600_000}};
const [own, queue, foreign, other] = [
	'/topic/team/{teamId}',
	'/user/queue/rcon',
	'/topic/team/of-others',
	'/topic/elsewhere',
];

/** Follows these destinations of the service's broker and counts the connection attempts. */
function follow({demo, clock, until}: Service, destinations: readonly string[]) {
	const signals: FeedSignal[] = [];
	let dials = 0;
	const {token} = demo.credentials;
	const feed = openTeamFeed({
		url: 'local:/websocket',
		destinations,
		credentials: {kind: 'token', token: new Secret(token)},
		openSocket: () => {
			dials++;
			return demo.openSocket({'Application-Token': token});
		},
		clock,
		random: () => 0,
		teamId: demo.teamId,
		on: signal => signals.push(signal),
	});
	onTestFinished(feed.close);
	const statuses = (): FeedStatus[] =>
		signals.flatMap(signal => (signal.type === 'status' ? signal.status : []));
	const events = () => signals.flatMap(signal => (signal.type === 'events' ? signal.events : []));
	return {
		feed,
		statuses,
		dials: () => dials,
		is: (status: FeedStatus['status']) => until(() => statuses().at(-1)?.status === status),
		delivers: async () => {
			const before = events().length;
			demo.broker.broadcast(demo.teamId, {serverId: 'cs', state: 'ONLINE'});
			await until(() => events().length > before);
		},
	};
}

const refused = (destination: string, reason: unknown = expect.any(String)) => ({destination, reason});

test('drops a destination that the broker rejects by receipt ID, and keeps the others live', async () => {
	const service = await openService(quiet);
	const {is, statuses, dials, delivers} = follow(service, [own, foreign, queue]);
	await is('live');
	await delivers();
	expect(statuses()).toEqual([
		{status: 'connecting', attempt: 1},
		{status: 'live', refused: [refused(foreign, expect.stringContaining('denied'))]},
	]);
	expect(dials()).toBe(2);
});

test.each([{receipts: true}, {receipts: false}])(
	'subscribes one by one when the broker does not say which destination it rejects (%j)',
	async manners => {
		const service = await openService(quiet);
		service.demo.faults.feedQuirks({...manners, refuses: 'vaguely'});
		const {is, statuses, dials, delivers} = follow(service, [own, foreign, queue, other]);
		await is('live');
		await delivers();
		expect(statuses().at(-1)).toEqual({status: 'live', refused: [refused(foreign), refused(other)]});
		expect(statuses().map(({status}) => status)).toEqual(['connecting', 'live']);
		expect(dials()).toBe(4);
	},
);

test('subscribes one by one when the broker hangs up without an error', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({refuses: 'mutely'});
	const {is, statuses} = follow(service, [own, foreign]);
	await is('live');
	expect(statuses().at(-1)).toEqual({
		status: 'live',
		refused: [refused(foreign, 'The session failed.')],
	});
});

test('retries a rejected destination with the next connection, and not before', async () => {
	const service = await openService(quiet);
	const {is, statuses, dials, delivers} = follow(service, [own, foreign]);
	await is('live');
	await service.pass(600_000);
	expect(dials()).toBe(2);
	service.demo.faults.dropFeed(1006);
	await is('lost');
	await is('live');
	await delivers();
	expect(statuses().at(-1)).toMatchObject({refused: [refused(foreign)]});
	expect(dials()).toBe(4);
});

test('a manual reconnect retries a rejected destination', async () => {
	const service = await openService(quiet);
	const {feed, is, statuses, dials} = follow(service, [own, foreign]);
	await is('live');
	feed.redial();
	await is('lost');
	await is('live');
	expect(statuses().at(-1)).toMatchObject({refused: [refused(foreign)]});
	expect(dials()).toBe(4);
});

test('reports no feed when every destination is rejected, and retries with increasing delays', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({refuses: 'vaguely'});
	const {statuses, dials, is} = follow(service, [foreign, other]);
	await service.until(() => statuses().length > 1);
	expect(statuses()[1]).toMatchObject({
		status: 'connecting',
		reason: expect.stringMatching(/^all destinations were refused: /),
	});
	await service.pass(300_000);
	expect(statuses().map(({status}) => status)).not.toContain('live');
	expect(dials()).toBeLessThan(50);
	await is('connecting');
});

test('a single rejected destination never counts as live twice', async () => {
	const service = await openService(quiet);
	service.demo.faults.feedQuirks({refuses: 'vaguely'});
	const {statuses} = follow(service, [foreign]);
	await service.pass(120_000);
	expect(statuses().filter(({status}) => status === 'live').length).toBeLessThan(2);
	expect(statuses().at(-1)).toMatchObject({reason: expect.any(String)});
});

test('a connection that breaks while subscribing blames no destination', async () => {
	const service = await openService(quiet);
	const {is, statuses, dials} = follow(service, [own, queue]);
	await service.until(() => service.demo.broker.connections() === 1 || dials() > 1);
	service.demo.faults.dropFeed(1006);
	await is('live');
	expect(statuses().at(-1)).toEqual({status: 'live'});
});
