import {Client} from '@stomp/stompjs';
import {afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openService, type Service, type ServiceOptions} from '../../../src/service/index.ts';
import {openCutProxy} from '../../peers/cluster/cut-proxy.ts';
import {need, needMs} from '../../peers/need.ts';
import {rabbitBroker, type RabbitBroker} from '../../peers/rabbit-broker.ts';
import {readAnswer} from '../open-service.ts';
import {emptyDatabase, missing as noDatabase} from '../postgres/database.ts';

let missing: string | undefined;
let broker: RabbitBroker;
let databaseUrl: string;
/** RabbitMQ takes a few seconds to start, and more on a busy machine. */
const startMs = 60_000;

beforeAll(async () => {
	missing = noDatabase ?? (await need('/usr/sbin/rabbitmq-server'));
	if (missing !== undefined) return;
	broker = await rabbitBroker({hasStomp: false});
	await broker.start();
}, needMs + startMs);
afterAll(() => broker?.remove());
beforeEach(async ({skip}) => {
	skip(missing !== undefined, missing);
	databaseUrl = await emptyDatabase();
});

async function openInstance(url = broker.amqpUrl, options: Partial<ServiceOptions> = {}): Promise<Service> {
	const bugs: unknown[] = [];
	const service = await openService({
		clock: systemClock,
		database: databaseUrl,
		broker: url,
		refusesFeedsEarly: true,
		onBug: bug => bugs.push(bug),
		...options,
	});
	onTestFinished(async () => {
		await service.close();
		expect(bugs).toEqual([]);
	});
	return service;
}

const callerOf =
	({fetch}: Service, token: string) =>
	async (method: string, path: string, body?: object) => {
		const init = {
			method,
			headers: {'Application-Token': token},
			...(body && {body: JSON.stringify(body)}),
		};
		return readAnswer(await fetch(new Request(`http://service${path}`, init)));
	};

/** Follows the feed of an instance, without reconnecting. */
async function follow({openSocket}: Service, token: string) {
	const packets: Record<string, unknown>[] = [];
	const ends: {code: number; reason: string}[] = [];
	const client = new Client({
		webSocketFactory: () => openSocket({'Application-Token': token}),
		reconnectDelay: 0,
		onWebSocketClose: ({code, reason}) => ends.push({code, reason}),
	});
	onTestFinished(() => client.deactivate({force: true}));
	await new Promise<void>((resolve, reject) => {
		client.onConnect = () => {
			client.subscribe(`/topic/team/${teamId}`, ({body}) => packets.push(JSON.parse(body)));
			resolve();
		};
		client.onStompError = ({headers}) => reject(new Error(headers['message']));
		client.activate();
	});
	return {packets, ends};
}

const notesIn = (packets: Record<string, unknown>[]) =>
	packets.flatMap(({journalEntry}) => (journalEntry as {text?: string} | undefined)?.text ?? []);

const note = (text: string) => ({entries: [{id: `entry-${text}`, kind: 'note', text}]});

const isRefused = async ({broker: feed}: Service, token: string) =>
	(await feed.refusal(name => (name === 'application-token' ? token : undefined)))?.status;

const waiting = {timeout: startMs};
const teamId = 'team-local';

describe('RabbitMQ', () => {
	test('events at one instance arrive at the feed of the other in order, and revoked tokens end both feeds', async () => {
		const one = await openInstance();
		const other = await openInstance();
		const {token} = one.credentials;
		const [atOne, atOther] = [await follow(one, token), await follow(other, token)];
		const texts = Array.from({length: 20}, (_, index) => `note-${index}`);
		for (const text of texts)
			expect(await callerOf(one, token)('POST', '/journal', note(text))).toMatchObject({status: 200});
		expect(notesIn(atOne.packets)).toEqual(texts);
		await expect.poll(() => notesIn(atOther.packets), waiting).toEqual(texts);

		const path = `/team/${teamId}/application-user`;
		const issued = await callerOf(one, token)('POST', path, {name: 'bot', permissions: ['ACCESS_SERVERS']});
		const bot = String(issued.body['token']);
		const feeds = [await follow(one, bot), await follow(other, bot)];
		await callerOf(one, token)('DELETE', `${path}/${String(issued.body['id'])}`);
		await expect.poll(() => feeds.map(({ends}) => ends.length), waiting).toEqual([1, 1]);
		expect([atOne.ends, atOther.ends]).toEqual([[], []]);
	});

	test('an instance without RabbitMQ ends its feeds, answers requests, and sends its events afterward', async () => {
		const wire = await openCutProxy({host: '127.0.0.1', port: Number(new URL(broker.amqpUrl).port)});
		onTestFinished(wire.close);
		const url = new URL(broker.amqpUrl);
		url.port = String(wire.port);
		const [one, other] = [await openInstance(url.href), await openInstance()];
		const {token} = one.credentials;
		const [atOne, atOther] = [await follow(one, token), await follow(other, token)];
		wire.cut();
		await expect
			.poll(() => atOne.ends, waiting)
			.toEqual([{code: 1013, reason: 'Events may be missing. Reconnect.'}]);
		expect([await isRefused(one, token), await isRefused(other, token)]).toEqual([503, undefined]);
		for (const text of ['during-1', 'during-2'])
			expect(await callerOf(one, token)('POST', '/journal', note(text))).toMatchObject({status: 200});
		wire.mend();
		await expect.poll(() => isRefused(one, token), waiting).toBe(undefined);
		await expect.poll(() => notesIn(atOther.packets), waiting).toEqual(['during-1', 'during-2']);
		const again = await follow(one, token);
		await callerOf(other, token)('POST', '/journal', note('after'));
		await expect.poll(() => notesIn(again.packets), waiting).toEqual(['after']);
		expect(atOther.ends).toEqual([]);
	});

	test('all feeds end when RabbitMQ is killed, and work again when it is back', async () => {
		const instances = [await openInstance(), await openInstance()] as const;
		const [one, other] = instances;
		const {token} = one.credentials;
		const feeds = [await follow(one, token), await follow(other, token)];
		await broker.kill9();
		await expect
			.poll(() => feeds.map(({ends}) => ends.map(({code}) => code)), waiting)
			.toEqual([[1013], [1013]]);
		expect(await callerOf(one, token)('POST', '/journal', note('meanwhile'))).toMatchObject({status: 200});
		await broker.start();
		for (const instance of instances)
			await expect.poll(() => isRefused(instance, token), waiting).toBe(undefined);
		const again = await follow(other, token);
		await callerOf(one, token)('POST', '/journal', note('again'));
		await expect.poll(() => notesIn(again.packets).at(-1), waiting).toBe('again');
	});

	test('a wrong password is reported without it', async () => {
		const wrong = openInstance(broker.amqpUrl.replace('guest:guest', 'guest:another-password'));
		await expect(wrong).rejects.toThrow('The message broker cannot be used');
		await expect(wrong).rejects.not.toThrow('another-password');
	});
});
