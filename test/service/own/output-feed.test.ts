import {expect, onTestFinished, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import type {ServiceOptions} from '../../../src/service/index.ts';
import {createOutputFeed, type OutputPacket} from '../../../src/service/own/output-feed.ts';
import {localNodeId} from '../../../src/service/own/local-node.ts';
import {registerServer} from '../../../src/service/own/register.ts';
import {publishOutput} from '../../../src/service/records/publish.ts';
import {follow} from '../../client/feed/follow.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {openEconServer} from '../console/servers/econ-server.ts';
import {openTelnetServer} from '../console/servers/telnet-server.ts';
import {openWebRconServer} from '../console/servers/web-rcon-server.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

function aFeed() {
	const clock = manualClock();
	const packets: OutputPacket[] = [];
	const feed = createOutputFeed({clock, publish: packet => packets.push(packet)});
	const print = (count: number, serverId = 's1', text = 'tick') => {
		for (let line = 0; line < count; line++) feed.add(serverId, {kind: 'output', text: `${text} ${line}`});
	};
	return {
		...feed,
		clock,
		packets,
		print,
		sizes: () => packets.map(({output}) => output.lines?.length ?? 0),
		omitted: () => packets.map(({output}) => output.omitted),
	};
}

test('lines of 200 ms are one packet with the time of the first, and 50 lines are sent at once', async () => {
	const {clock, packets, print, sizes, add} = aFeed();
	add('s1', {kind: 'chat', text: 'Joe: hi'});
	await clock.advance(150);
	add('s1', {kind: 'output', text: 'saved'});
	expect(packets).toEqual([]);
	await clock.advance(50);
	expect(packets).toEqual([
		{
			serverId: 's1',
			output: {
				timestamp: '2026-11-21T03:00:00.000Z',
				lines: [
					{kind: 'chat', text: 'Joe: hi'},
					{kind: 'output', text: 'saved'},
				],
				omitted: 0,
			},
		},
	]);
	print(120);
	expect(sizes()).toEqual([2, 50, 50]);
	await clock.advance(200);
	expect(sizes()).toEqual([2, 50, 50, 20]);
});

test('a server sends at most 200 lines a second, counts the others, and does not limit another server', async () => {
	const {clock, packets, print, sizes, omitted} = aFeed();
	print(1000);
	print(1, 's2');
	await clock.advance(999);
	expect(sizes()).toEqual([50, 50, 50, 50, 1]);
	await clock.advance(1);
	expect(packets.at(-1)).toMatchObject({serverId: 's1', output: {lines: [], omitted: 800}});
	print(1, 's1', 'later');
	await clock.advance(200);
	expect(packets.at(-1)).toMatchObject({output: {lines: [{text: 'later 0'}], omitted: 0}});
	for (let tenth = 0; tenth < 100; tenth++) {
		print(100);
		await clock.advance(100);
	}
	await clock.advance(2000);
	const sent = sizes().reduce((sum, size) => sum + size, 0);
	expect(sent).toBeLessThanOrEqual(4 + 200 * 12);
	expect(sent + omitted().reduce((sum: number, count) => sum + Number(count), 0)).toBe(1000 + 1 + 1 + 10_000);
});

test('a line is cut after 1,000 characters, and a second of long lines is limited by its size', async () => {
	const {clock, packets, add, sizes} = aFeed();
	add('s1', {kind: 'output', text: `${'x'.repeat(999)}\u{1f600}${'y'.repeat(1_000_000)}`});
	await clock.advance(200);
	expect(packets[0]?.output.lines).toEqual([{kind: 'output', text: `${'x'.repeat(999)}…`}]);
	for (let line = 0; line < 200; line++) add('s1', {kind: 'output', text: 'z'.repeat(1000)});
	await clock.advance(1000);
	expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(65);
	expect(packets.at(-1)?.output.omitted).toBe(136);
	expect(Math.max(...packets.map(packet => JSON.stringify(packet).length))).toBeLessThan(20_000);
});

test('after the close nothing is sent', async () => {
	const {clock, packets, print, close} = aFeed();
	print(10);
	close();
	await clock.advance(5000);
	expect(packets).toEqual([]);
});

const observed = (kind: 'econ' | 'telnet' | 'web-rcon', port: number): OwnSettings => ({
	console: {kind, host: '127.0.0.1', port, password: {env: 'WORD'}},
	power: {kind: 'none'},
	stopMs: 2000,
	readyMs: 2000,
});

const game = {password: 'secret', answer: (command: string) => (command === 'nothing' ? '' : 'answer')};

async function aFollowedService(more: Partial<ServiceOptions> = {}) {
	const own = await openOwnService({env: {WORD: 'secret'}, ...more});
	const {service} = own;
	const feed = follow('ws://service/websocket', {
		teamId: service.teamId,
		credentials: {kind: 'token', token: new Secret(service.credentials.token)},
		openSocket: (_url, {headers}) => service.openSocket(headers),
	});
	await feed.is('live');
	const printed = () => feed.events().flatMap(event => (event.kind === 'output' ? [event] : []));
	const texts = () => printed().flatMap(({output}) => output.lines.map(({kind, text}) => `${kind}: ${text}`));
	return {...own, feed, printed, texts};
}

test('the output of game consoles reaches the team, without the answers to commands', async () => {
	const {add, becomes, rcon, printed, texts} = await aFollowedService();
	const servers = [
		['econ', await openEconServer(game)],
		['telnet', await openTelnetServer(game)],
		['web-rcon', await openWebRconServer(game)],
	] as const;
	for (const [kind, server] of servers) {
		onTestFinished(server.close);
		const id = await add(observed(kind, server.port), {displayName: kind});
		await becomes(id, 'RUNNING');
		expect(await rcon(id, 'ask')).toMatchObject({status: 200});
		server.say?.(`hello from ${kind} \u001b[31m日本`);
		await waitFor(() => expect(texts().join('\n')).toContain(`hello from ${kind} \u001b[31m日本`));
		expect(printed().at(-1)).toMatchObject({serverId: id, output: {omitted: 0}});
		expect(Number(printed().at(-1)?.output.timestamp)).toBeCloseTo(Date.now(), -5);
	}
	expect(texts()).toContain('chat: [12:00:00][chat]: 0:-2:nameless tee: hello from econ \u001b[31m日本');
	expect(texts().join('\n')).not.toMatch(/answer|end-/);
});

test('with the specification only, output is on no feed', async () => {
	const server = await openEconServer(game);
	onTestFinished(server.close);
	const {becomes, rcon, feed, service} = await aFollowedService({strictSpec: true});
	const own = observed('econ', server.port);
	const added = {displayName: 'econ', gameType: 'OTHER', own, isWanted: true};
	const {context} = service;
	const {id} = await context.records.transact(records => registerServer(context, records, added));
	service.context.agentOf(localNodeId).reopen(id);
	await becomes(id, 'RUNNING');
	publishOutput(service.context, {serverId: id, output: {lines: [{kind: 'output', text: 'hello'}]}});
	await rcon(id, 'one');
	await waitFor(() => expect(feed.events().length).toBeGreaterThan(0));
	expect(feed.events().map(({kind}) => kind)).toEqual(['rcon']);
});
