import {Client} from '@stomp/stompjs';
import {systemClock} from '../../src/lib/time/clock.ts';
import type {Bus} from '../../src/service/bus.ts';
import {openRabbitBus} from '../../src/service/rabbitmq/open-bus.ts';
import {codeBlocks, docPage} from '../readme/pages.ts';
import type {FollowedFeed} from './followed-feed.ts';
import type {RabbitBroker} from './rabbit-broker.ts';

const password = 'of-the-peers';

type Control = RabbitBroker['control'];

const pageCommands = () =>
	codeBlocks(docPage('rabbitmq.md')).flatMap(({text}) =>
		text
			.split('\n')
			.map(line => line.trim())
			.filter(line => line.startsWith('rabbitmqctl ')),
	);

/** Runs the commands of the page on RabbitMQ for a team. */
export async function runPageCommands({control}: RabbitBroker, teamId: string): Promise<void> {
	const commands = pageCommands();
	for (const command of commands.filter(line => !isRevocation(line)))
		await runPageCommand(control, command, teamId);
}

const isRevocation = (line: string) => line.includes(' delete_user ');

async function runPageCommand(control: Control, command: string, teamId: string, secret = password) {
	const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
	await control(...words.slice(1).map(word => word.replace('PASSWORD', secret).replaceAll('TEAM', teamId)));
}

/** What an administrator might take for a revocation, although a client goes on reading. */
const noRevocations = (user: string): string[][] => [
	['close_all_user_connections', user, 'revoked'],
	['change_password', user, password],
	['clear_topic_permissions', '-p', 'rcondeck', user],
	['clear_permissions', '-p', 'rcondeck', user],
];

/**
Revokes the access of a team's user as the page says, and creates it again with another password. Returns what is not as
the page says.
*/
export async function wrongAboutRevocation(
	broker: RabbitBroker,
	bus: Bus,
	teamId: string,
): Promise<string[]> {
	const found: string[] = [];
	const {control} = broker;
	const {login} = teamLogin(teamId);
	const reader = await openReader(broker, teamId, password);
	if (!reader) return ['the user cannot read'];
	for (const words of noRevocations(login)) {
		await control(...words);
		if (!(await reader.getsNext(bus))) found.push(`${words[0]} ends a reader: the page can name it`);
	}
	const all = pageCommands();
	for (const command of all.filter(isRevocation)) await runPageCommand(control, command, teamId);
	if (await reader.getsNext(bus)) found.push('a reader goes on after its user was deleted');
	reader.close();
	const ofTeam = all.filter(line => line.includes('feed-TEAM') && !isRevocation(line));
	for (const command of ofTeam) await runPageCommand(control, command, teamId, 'another');
	if (await openReader(broker, teamId, password)) found.push('the old password works');
	const next = await openReader(broker, teamId, 'another');
	if (!(await next?.getsNext(bus))) found.push('the new password does not work');
	next?.close();
	return found;
}

/** Long enough for a packet, which takes a millisecond. */
const quietMs = 3000;
let sent = 0;

/** Reads the packets of a team; undefined if the broker refuses the user. */
async function openReader({url}: RabbitBroker, teamId: string, passcode: string) {
	let [isOver, bodies] = [false, ''];
	let heard = () => {};
	const {login} = teamLogin(teamId);
	const client = new Client({brokerURL: url, connectHeaders: {login, passcode}, reconnectDelay: 0});
	const isOpen = await new Promise<boolean>(resolve => {
		client.onConnect = () => {
			client.watchForReceipt('read', () => resolve(true));
			client.subscribe(
				`/topic/team.${teamId}`,
				({body}) => {
					bodies += body;
					heard();
				},
				{receipt: 'read'},
			);
		};
		client.onStompError = () => resolve(false);
		client.onWebSocketClose = () => {
			isOver = true;
			resolve(false);
			heard();
		};
		client.activate();
	});
	if (!isOpen) {
		await client.deactivate();
		return undefined;
	}
	/** Resolves to whether a packet that is sent now arrives. */
	const getsNext = (bus: Bus) =>
		new Promise<boolean>(resolve => {
			const text = `revocation-${++sent}`;
			const timer = setTimeout(() => resolve(false), quietMs);
			heard = () => {
				if (!isOver && !bodies.includes(`"${text}"`)) return;
				clearTimeout(timer);
				resolve(bodies.includes(`"${text}"`));
			};
			bus.send({kind: 'packet', teamId, packet: packet(text)});
			heard();
		});
	return {getsNext, close: () => void client.deactivate()};
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
