/**
Runs our feed on RabbitMQ's web-stomp using only configuration: what it delivers, also from an instance of the service and
with the permissions of the page on RabbitMQ, what ends the access of a user, and how it handles a broker that is
killed, closes connections, freezes, or refuses. Installs RabbitMQ from Debian if it is missing. Prints figures; exits
with 1 on a failure.
*/
import {Client} from '@stomp/stompjs';
import {followFeed, type FollowedFeed} from './followed-feed.ts';
import {need} from './need.ts';
import {rabbitBroker, type RabbitBroker} from './rabbit-broker.ts';
import {
	forbiddenThatWork,
	openInstanceBus,
	runPageCommands,
	sendFromInstance,
	wrongAboutRevocation,
	teamLogin,
} from './rabbit-permissions.ts';

const teamId = 'team-7';
const destination = `/topic/team.${teamId}`;
/** Two and a half of our heart-beats, plus tolerance. */
const noticeMs = 25_000 + 500;
const steadyMs = 10_500;
const [burst, single] = [20_000, 200];

const missing = await need('/usr/sbin/rabbitmq-server');
if (missing !== undefined) throw new Error(missing);
const broker = await rabbitBroker();
// Cleans up when interrupted.
process.once('exit', broker.killNow);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
	const startedAt = performance.now();
	await broker.start();
	say('broker up', since(startedAt));
	await runPageCommands(broker, teamId);
	// For the other trials. The virtual host is that of the page.
	await broker.control('set_permissions', '-p', 'rcondeck', 'guest', '.*', '.*', '.*');
	await tryInstance(broker);
	await tryFeed(broker);
	await tryRefusals(broker);
	await tryRefusedAmongOthers(broker);
} finally {
	await broker.remove();
}

/** An instance of the service publishes, and a team's user reads. */
async function tryInstance(broker: RabbitBroker): Promise<void> {
	const bus = await openInstanceBus(broker);
	const {login, passcode} = teamLogin(teamId);
	const feed = followFeed(
		{...environment(broker.url), RCONDECK_FEED_LOGIN: login, RCONDECK_FEED_PASSCODE: passcode},
		teamId,
	);
	try {
		await feed.becomes('live');
		const {rate, disorder: misplaced} = await sendFromInstance(bus, teamId, feed, burst);
		say(`instance to client, ${burst}`, `${Math.round(rate)} messages a second, ${misplaced} out of order`);
		if (misplaced > 0) fault('messages of an instance are out of order');
		const forbidden = await forbiddenThatWork(broker, bus, teamId);
		say('what the user of a team must not do', forbidden.length === 0 ? 'refused' : forbidden.join(', '));
		if (forbidden.length > 0) fault(`the user of a team may ${forbidden.join(', ')}`);
		feed.feed.close();
		const wrong = await wrongAboutRevocation(broker, bus, teamId);
		say('revocation as on the page', wrong.length === 0 ? 'yes' : 'no');
		for (const problem of wrong) fault(problem);
	} finally {
		feed.feed.close();
		await bus.close();
	}
}

async function tryFeed(broker: RabbitBroker): Promise<void> {
	const openedAt = performance.now();
	const feed = followFeed(environment(broker.url), teamId);
	try {
		const live = await feed.becomes('live');
		say('from opening to live', `${Math.round(live.at - openedAt)} ms`);
		await tryDelivery(broker, feed);
		await tryFailure(broker, feed, 'kill -9', {fail: broker.kill9, mend: broker.start, within: 1000});
		await tryFailure(broker, feed, 'stop in good order', {
			fail: broker.stop,
			mend: broker.start,
			within: 5000,
		});
		await tryFailure(broker, feed, 'connections closed by an administrator', {
			fail: broker.dropConnections,
			mend: async () => {},
			within: 5000,
		});
		await tryFailure(broker, feed, 'freeze', {
			fail: async () => broker.freeze(),
			mend: async () => broker.thaw(),
			within: noticeMs,
		});
		await tryFailure(broker, feed, 'freeze for a minute', {
			fail: async () => broker.freeze(),
			mend: async () => {
				await new Promise(resolve => setTimeout(resolve, 35_000));
				broker.thaw();
			},
			within: noticeMs,
		});
	} finally {
		feed.feed.close();
	}
}

async function tryDelivery(broker: RabbitBroker, feed: FollowedFeed): Promise<void> {
	const publisher = await publish(broker.url);
	const waits: number[] = [];
	for (let count = 1; count <= single; count++) {
		const sentAt = performance.now();
		publisher.send(1);
		await feed.has(count);
		waits.push(performance.now() - sentAt);
	}
	waits.sort((a, b) => a - b);
	say('one message, median', `${(waits[single / 2] ?? 0).toFixed(2)} ms`);
	feed.events.length = 0;
	const beganAt = performance.now();
	publisher.send(burst);
	await feed.has(burst);
	const rate = Math.round(burst / ((performance.now() - beganAt) / 1000));
	say(`burst of ${burst}`, `${rate} messages a second, ${disorder(feed)} out of order`);
	feed.events.length = 0;
	await publisher.close();
}

type Failure = {fail: () => Promise<void>; mend: () => Promise<void>; within: number};

/**
Causes a failure, waits until the feed reports it, repairs it, waits until the feed is live, and checks that it
delivers.
*/
async function tryFailure(
	broker: RabbitBroker,
	feed: FollowedFeed,
	name: string,
	{fail, mend, within}: Failure,
): Promise<void> {
	// A connection that ends earlier counts as part of the previous failure, and is retried more slowly.
	await new Promise(resolve => setTimeout(resolve, steadyMs));
	const before = feed.statuses.length;
	const failedAt = performance.now();
	const failing = fail();
	await feed.becomes('lost', within + 5000);
	const lost = feed.statuses.slice(before).find(({status}) => status.status === 'lost');
	const noticedMs = Math.round((lost?.at ?? Infinity) - failedAt);
	const reason = lost?.status.status === 'lost' ? lost.status.reason : '';
	await failing;
	await mend();
	const mendedAt = performance.now();
	const live = await feed.becomes('live', 45_000);
	const publisher = await publish(broker.url);
	feed.events.length = 0;
	publisher.send(10);
	await feed.has(10);
	feed.events.length = 0;
	await publisher.close();
	say(
		name,
		`LOST after ${noticedMs} ms (${reason}), live ${Math.round(live.at - mendedAt)} ms after it was mended`,
	);
	if (noticedMs > within) fault(`${name}: noticed after ${noticedMs} ms, more than ${within}`);
	if (reason === '') fault(`${name}: lost without a reason`);
}

async function tryRefusals({url}: RabbitBroker): Promise<void> {
	for (const [name, more] of [
		['wrong passcode', {RCONDECK_FEED_PASSCODE: 'guess'}],
		['a destination that it does not have', {RCONDECK_FEED_DESTINATIONS: '/topic/team/{teamId}'}],
	] as const) {
		const feed = followFeed({...environment(url), ...more}, teamId);
		const ends = () => feed.statuses.find(({status}) => 'reason' in status && status.reason !== undefined);
		for (let turn = 0; turn < 100 && !ends(); turn++) await new Promise(resolve => setTimeout(resolve, 50));
		const status = ends()?.status;
		feed.feed.close();
		say(name, status && 'reason' in status ? `${status.status} (${status.reason})` : 'nothing said');
		if (!status) fault(`${name}: the feed says nothing`);
	}
}

/** The broker names no receipt in its ERROR, and for a missing queue it closes without one. */
async function tryRefusedAmongOthers(broker: RabbitBroker): Promise<void> {
	for (const bad of ['/topic/team/{teamId}', '/amq/queue/nobody-made-it']) {
		const wanted = `${bad},/topic/team.{teamId},/topic/elsewhere`;
		const openedAt = performance.now();
		const feed = followFeed({...environment(broker.url), RCONDECK_FEED_DESTINATIONS: wanted}, teamId);
		try {
			const {status, at} = await feed.becomes('live');
			const refused = (status.status === 'live' ? status.refused : undefined) ?? [];
			const words = refused.map(({destination, reason}) => `${destination} refused (${reason})`);
			say(`${bad} among others`, `live after ${Math.round(at - openedAt)} ms, ${words.join(', ')}`);
			const expected = bad.replaceAll('{teamId}', teamId);
			if (refused.length !== 1 || refused[0]?.destination !== expected)
				fault(`${bad} is not the one that counts as refused`);
			if (feed.statuses.some(({status: one}) => one.status === 'lost'))
				fault(`${bad}: the others were live and lost meanwhile`);
			const publisher = await publish(broker.url);
			publisher.send(10);
			await feed.has(10);
			await publisher.close();
		} finally {
			feed.feed.close();
		}
	}
}

function environment(url: string): Record<string, string> {
	return {
		RCONDECK_URL: 'http://127.0.0.1:9',
		RCONDECK_TOKEN: 'nobody-asks-for-it-here',
		RCONDECK_FEED_URL: url,
		RCONDECK_FEED_DESTINATIONS: '/topic/team.{teamId}',
		RCONDECK_FEED_LOGIN: 'guest',
		RCONDECK_FEED_PASSCODE: 'guest',
		RCONDECK_CONFIG_DIR: '/nonexistent',
		RCONDECK_STATE_DIR: '/nonexistent',
	};
}

/** A plain STOMP client. With heart-beats enabled, the broker drops a publisher that bursts. */
async function publish(url: string) {
	const client = new Client({
		brokerURL: url,
		connectHeaders: {login: 'guest', passcode: 'guest'},
		heartbeatIncoming: 0,
		heartbeatOutgoing: 0,
		reconnectDelay: 0,
	});
	await new Promise<void>((resolve, reject) => {
		client.onConnect = () => resolve();
		client.onStompError = frame => reject(new Error(frame.headers['message']));
		client.onWebSocketError = () => reject(new Error('no connection'));
		client.activate();
	});
	return {
		send: (count: number) => {
			for (let number = 0; number < count; number++) {
				const command = {command: 'ListPlayers', response: `${number}`, commandId: `c-${number}`};
				client.publish({destination, body: JSON.stringify({serverId: 'server-1', command})});
			}
		},
		close: () => client.deactivate(),
	};
}

function disorder({events}: FollowedFeed): number {
	const numbers = events.map(event => (event.kind === 'rcon' ? Number(event.packet.command.response) : -1));
	return numbers.filter((number, index) => number !== index).length;
}

function say(what: string, figure: string): void {
	process.stdout.write(`${what.padEnd(42)} ${figure}\n`);
}

function since(at: number): string {
	return `${Math.round(performance.now() - at)} ms`;
}

function fault(text: string): void {
	process.stdout.write(`NOT AS IT SHOULD BE: ${text}\n`);
	process.exitCode = 1;
}
