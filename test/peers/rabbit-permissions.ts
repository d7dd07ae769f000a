import {Client} from '@stomp/stompjs';
import {systemClock} from '../../src/lib/clock.ts';
import type {Bus} from '../../src/service/bus.ts';
import {openRabbitBus} from '../../src/service/rabbitmq/open-bus.ts';
import {codeBlocks, docPage} from '../readme/pages.ts';
import type {FollowedFeed} from './followed-feed.ts';
import type {RabbitBroker} from './rabbit-broker.ts';

const password = 'of-the-peers';

/** Runs the commands of the page on RabbitMQ for a team. */
export async function runPageCommands({control}: RabbitBroker, teamId: string): Promise<void> {
	const commands = codeBlocks(docPage('rabbitmq.md')).flatMap(({text}) =>
		text.split('\n').filter(line => line.startsWith('rabbitmqctl ')),
	);
	for (const command of commands) {
		const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
		await control(
			...words.slice(1).map(word => word.replace('PASSWORD', password).replaceAll('TEAM', teamId)),
		);
	}
}

export const teamLogin = (teamId: string) => ({login: `feed-${teamId}`, passcode: password});

/** Opens the bus of an instance with the permissions of the page. */
export function openInstanceBus({amqpUrl}: RabbitBroker): Promise<Bus> {
	const url = new URL(amqpUrl);
	Object.assign(url, {username: 'rcondeck', password, pathname: '/rcondeck'});
	return openRabbitBus(url.href, {
		clock: systemClock,
		random: Math.random,
		onEvent: () => {},
		onBug: bug => {
			throw bug;
		},
	});
}

const packet = (response: string) => ({
	serverId: 'server-1',
	command: {command: 'ListPlayers', response, commandId: response},
});

/** Returns the texts of a burst that an instance sends and a feed receives, and its rate. */
export async function sendFromInstance(bus: Bus, teamId: string, feed: FollowedFeed, count: number) {
	feed.events.length = 0;
	const startedAt = performance.now();
	for (let number = 0; number < count; number++) {
		bus.send({kind: 'packet', teamId, packet: packet(`${number}`)});
		// As between the requests of a service.
		if (number % 100 === 99) await new Promise(resolve => setImmediate(resolve));
	}
	await feed.has(count);
	const rate = count / ((performance.now() - startedAt) / 1000);
	return {rate, disorder: feed.events.filter((event, at) => !isNumber(event, at)).length};
}

const isNumber = (event: FollowedFeed['events'][number], number: number) =>
	event.kind === 'rcon' && event.packet.command.response === `${number}`;

/** What a team's user tries, and must not get. */
export async function forbiddenThatWork({url}: RabbitBroker, bus: Bus, teamId: string): Promise<string[]> {
	const found: string[] = [];
	for (const destination of [
		'/topic/team.another',
		'/topic/team.*',
		'/topic/#',
		'/exchange/rcondeck',
		'/exchange/amq.topic/#',
		'/queue/stolen',
	]) {
		const isGranted = await tryFrame(url, teamId, client =>
			client.subscribe(destination, () => {}, {receipt: 'done'}),
		);
		if (isGranted) found.push(`SUBSCRIBE ${destination}`);
	}
	for (const destination of [`/topic/team.${teamId}`, '/topic/team.another', '/exchange/rcondeck']) {
		const isGranted = await tryFrame(url, teamId, client =>
			client.publish({destination, body: '{}', headers: {receipt: 'done'}}),
		);
		if (isGranted) found.push(`SEND ${destination}`);
	}
	if (!bus.isConnected()) found.push('ending the connection of the instance');
	return found;
}

/** Returns whether the broker confirms a frame instead of ending the connection. */
function tryFrame(brokerURL: string, teamId: string, send: (client: Client) => void): Promise<boolean> {
	return new Promise(resolve => {
		const client = new Client({brokerURL, connectHeaders: teamLogin(teamId), reconnectDelay: 0});
		const end = (isGranted: boolean) => {
			resolve(isGranted);
			void client.deactivate();
		};
		client.onConnect = () => {
			client.watchForReceipt('done', () => end(true));
			send(client);
		};
		client.onStompError = () => end(false);
		client.onWebSocketClose = () => end(false);
		client.activate();
	});
}
