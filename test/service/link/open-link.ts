import {expect, onTestFinished} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import type {Service, ServiceOptions} from '../../../src/service/index.ts';
import {runAgentLink, type LinkEvent} from '../../../src/service/link/agent-link.ts';
import type {Links} from '../../../src/service/link/links.ts';
import {listen} from '../../../src/service/http/listen.ts';
import {openOwnService} from '../own/open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const env = {WORD: 'secret'};

/** Where a service has its records. One that is opened there again has the same. */
export type Place = Partial<Pick<ServiceOptions, 'data' | 'database' | 'ownerTokenFile'>>;

/** What a service has stored, whatever its engine. */
const storedAt = ({context: {records}, teamId}: Service) => ({
	notifications: () =>
		records.read(async ({notifications}) => (await notifications.ofTeam(teamId)).map(({message}) => message)),
	orders: (nodeId: string) => records.read(({orders}) => orders.ofNode(nodeId)),
	node: (nodeId: string) => records.read(({nodes}) => nodes.get(nodeId)),
	server: (serverId: string) => records.read(({servers}) => servers.get(serverId)),
	tasks: (nodeId: string) => records.read(({tasks}) => tasks.ofNode(nodeId)),
	runs: () => records.read(({runs}) => runs.ofTeam(teamId)),
	commands: (serverId: string) =>
		records.read(async ({commands}) => (await commands.ofServers([serverId])).get(serverId)?.commands ?? []),
});

/** A message and whether the connection ends before or after it arrives. */
type Cut = {at: string; when: 'before' | 'after'};

/** Cuts connections at messages, in this order. `heard` is called with each message before it arrives. */
function cutting(links: Links, cuts: Cut[], heard: (text: string) => void): Links {
	return {
		...links,
		accept: (peer, header) => {
			const pass = (text: string, deliver: () => void) => {
				heard(text);
				const [next] = cuts;
				const isCut = next !== undefined && text.includes(`"type":"${next.at}"`);
				if (!isCut || next.when === 'after') deliver();
				if (!isCut) return;
				cuts.shift();
				// What was sent arrives.
				if (next.when === 'after') peer.close();
				else peer.terminate();
			};
			const accepted = links.accept({...peer, send: text => pass(text, () => peer.send(text))}, header);
			return {...accepted, receive: text => pass(text, () => accepted.receive(text))};
		},
	};
}

/** A service for linked nodes, on a port. `number`: the number of the port. */
export async function openHub(options: Partial<ServiceOptions> = {}, number = 0) {
	const hub = await openOwnService(options);
	const {fetch, broker, links} = hub.service;
	const cuts: Cut[] = [];
	let listener: ((text: string) => void) | undefined;
	const between = cutting(links, cuts, text => listener?.(text));
	const port = await listen({fetch, broker, links: between}, {port: number});
	onTestFinished(() => port.close());
	const addNode = async (name = 'machine') => {
		const {status, body} = await hub.post('/node/add', {name});
		expect(status).toBe(200);
		return {nodeId: String(body['nodeId']), token: String(body['token'])};
	};
	const nodeIs = (nodeId: string, status: string) =>
		waitFor(async () => expect((await hub.call('GET', `/node/${nodeId}`)).body).toMatchObject({status}));
	const onMessage = (next: typeof listener) => {
		listener = next;
	};
	const stored = storedAt(hub.service);
	return {...hub, stored, url: new URL(port.url), port, addNode, nodeIs, cuts, onMessage};
}

/** The service of a machine, which can be linked. */
export const openMachine = (options: Partial<ServiceOptions> = {}) =>
	openOwnService({env, isLinked: true, ...options});

type Linked = {url: URL; token: string; clock?: Clock; name?: string};

/** Links a machine until the end of the test. */
export function link({context}: Service, {url, token, clock = systemClock, name}: Linked) {
	const events: LinkEvent[] = [];
	const bugs: unknown[] = [];
	const ending = new AbortController();
	const ended = runAgentLink({
		context,
		url,
		token,
		name,
		version: '1.2.3',
		clock,
		random: () => 0,
		onEvent: event => void events.push(event),
		onBug: bug => void bugs.push(bug),
		signal: ending.signal,
	});
	const close = async () => {
		ending.abort();
		await ended;
		if (bugs.length > 0) throw bugs[0];
	};
	onTestFinished(close);
	return {events, ended, close};
}

/** A game whose console answers. */
export async function aGame(answer: (command: string) => string = command => `did ${command}`) {
	const commands: string[] = [];
	const game = await openRconServer({
		password: 'secret',
		answer: command => {
			commands.push(command);
			return answer(command);
		},
	});
	onTestFinished(() => game.close());
	return {port: game.port, commands};
}

/** A server that is only observed. */
export const observed = (port: number): OwnSettings => ({
	console: {kind: 'source', host: '127.0.0.1', port, password: {env: 'WORD'}},
	power: {kind: 'none'},
	stopMs: 2000,
	readyMs: 2000,
});

/** A server that is a process. */
export const aProcess = (more: Partial<OwnSettings> = {}): OwnSettings => ({
	power: {kind: 'process', command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], directory: '/'},
	stopMs: 2000,
	readyMs: 5000,
	...more,
});

/** Five times as fast, so that a lost connection is soon opened again. */
export const fastClock: Clock = {
	now: systemClock.now,
	monotonic: () => 5 * systemClock.monotonic(),
	after: (delayMs, task) => systemClock.after(delayMs / 5, task),
};
