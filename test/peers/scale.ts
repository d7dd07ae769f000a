/**
Measures instances of the service on PostgreSQL and RabbitMQ behind HAProxy: requests and messages of the feed per second
with one, two and three instances, the CPU time that each process spends per request and message, and memory. Everything
runs on this machine, so the figures of several instances share its cores; the CPU times do not depend on that:
`npm run peers:scale -- [--seconds 8] [--instances 1,2,3] [--signs]`.
*/
import {Agent, request} from 'node:http';
import {availableParallelism, cpus, tmpdir} from 'node:os';
import {chmodSync, mkdtempSync, rmSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {Client} from 'pg';
import {WebSocket} from 'ws';
import {openPostgres} from '../service/postgres/open-postgres.ts';
import {node, server} from '../service/records/some-records.ts';
import {linkTimings} from '../../src/contract/models/link.ts';
import {openBareAgents} from './cluster/bare-agents.ts';
import {openCluster, type Cluster} from './cluster/cluster.ts';
import {cpuMsOf, residentMb} from './cluster/load-cost.ts';

const {values} = parseArgs({
	options: {
		signs: {type: 'boolean', default: false},
		seconds: {type: 'string', default: '8'},
		instances: {type: 'string', default: '1,2,3'},
	},
});
const measureMs = Number(values.seconds) * 1000;
const restMs = 3 * measureMs;
const [teamServers, allServers, concurrent, feedClients] = [100, 10_000, 24, 100];
const print = (text: string) => void process.stdout.write(`${text}\n`);
const ends: (() => void | Promise<void>)[] = [];
const atEnd = (end: () => void | Promise<void>) => void ends.unshift(end);

type Ask = {method: string; path: string; body?: string};

/** Sends a request on a connection that is kept open. Resolves to its status. */
const send = (agent: Agent, url: string, token: string, {method, path: target, body}: Ask) =>
	new Promise<number>((resolve, reject) => {
		const headers = {'Application-Token': token, 'Content-Type': 'application/json'};
		request(url + target, {agent, method, headers}, answer => {
			answer.resume();
			answer.once('end', () => resolve(answer.statusCode ?? 0));
		})
			.once('error', reject)
			.end(body);
	});

const familyOf = ({instances, machines, database, broker, balancer}: Cluster) => ({
	instances: instances.map(({child}) => child.pid()),
	agent: machines.map(({child}) => child.pid()),
	PostgreSQL: [database?.pid() ?? 0],
	RabbitMQ: [broker?.pid() ?? 0],
	HAProxy: [balancer.child.pid()],
});

const cpuOf = (cluster: Cluster) =>
	Object.entries(familyOf(cluster)).map(
		([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)] as const,
	);

/** Runs `work` in parallel for a while. Returns how many units per second, and the CPU time of each process per unit. */
async function measure(
	cluster: Cluster,
	work: (number: number) => Promise<unknown>,
	units: () => number,
	clients = concurrent,
) {
	let number = 0;
	const [before, unitsBefore] = [new Map(cpuOf(cluster)), units()];
	const since = performance.now();
	const repeat = async () => {
		while (performance.now() - since < measureMs) await work(++number);
	};
	await Promise.all(Array.from({length: clients}, repeat));
	const done = units() - unitsBefore;
	const perSecond = (done / (performance.now() - since)) * 1000;
	const costs = cpuOf(cluster).map(
		([name, ms]) => `${name} ${((ms - (before.get(name) ?? 0)) / done).toFixed(3)} ms`,
	);
	return {perSecond, costs: costs.join(', ')};
}

/** Adds servers of many teams. Returns how much the database grew. */
async function fill(cluster: Cluster): Promise<number> {
	const sizeOf = async () => {
		const client = new Client({connectionString: cluster.database?.url});
		await client.connect();
		const {rows} = await client.query<{size: string}>('SELECT pg_database_size(current_database()) AS size');
		await client.end();
		return Number(rows[0]?.size);
	};
	const before = await sizeOf();
	const records = await openPostgres(cluster.database?.url ?? '');
	const team = await records.read(({teams}) => teams.get(cluster.teamId));
	for (let from = 0; from < allServers; from += 500)
		await records.transact(async ({teams, nodes, servers}) => {
			const teamId = from === 0 ? cluster.teamId : `team-${from}`;
			if (from > 0 && team) await teams.put({...team, id: teamId, members: [], invites: []});
			await nodes.put({...node(`node-${from}`), teamId});
			for (let index = from; index < from + (from === 0 ? teamServers : 500); index++)
				await servers.put(server(`server-${index}`, {teamId, nodeId: `node-${from}`}));
		});
	await records.close();
	return (await sizeOf()) - before;
}

/** Opens feeds that count their messages. */
async function openFeeds({url, token, teamId}: Cluster) {
	let messages = 0;
	const sockets = await Promise.all(
		Array.from({length: feedClients}, async () => {
			const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`, 'v12.stomp', {
				headers: {'Application-Token': token},
			});
			await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
			const connected = new Promise(resolve => socket.once('message', resolve));
			socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0');
			await connected;
			socket.send(`SUBSCRIBE\nid:0\ndestination:/topic/team/${teamId}\n\n\0`);
			socket.on('message', data => (messages += String(data).split('MESSAGE\n').length - 1));
			return socket;
		}),
	);
	return {
		messages: () => messages,
		close: () => {
			for (const socket of sockets) socket.terminate();
		},
	};
}

/** What an agent with its games costs when nothing happens. */
async function measureRest(cluster: Cluster, count: number): Promise<void> {
	const before = new Map(cpuOf(cluster));
	await sleep(restMs);
	const costs = cpuOf(cluster).map(([name, ms]) => {
		const perMinute = ((ms - (before.get(name) ?? 0)) / restMs) * 60_000;
		return `${name} ${perMinute.toFixed(0)} ms`;
	});
	print(`${count}  one agent at rest, per minute                      ${costs.join(', ')}`);
}

const [bareAgents, bareServers] = [60, 20];

/** What the signs of life of agents cost. */
async function measureSigns(cluster: Cluster, count: number): Promise<void> {
	const spend = async () => {
		const before = new Map(cpuOf(cluster));
		await sleep(restMs);
		return cpuOf(cluster).map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / restMs] as const);
	};
	const idle = new Map(await spend());
	const agents = await openBareAgents(cluster, {count: bareAgents, servers: bareServers});
	// Their first messages are stored.
	await sleep(linkTimings.aliveMs);
	const perMs = bareAgents / linkTimings.aliveMs;
	const costs = (await spend()).map(([name, share]) => {
		const ms = (share - (idle.get(name) ?? 0)) / perMs;
		return `${name} ${ms.toFixed(3)} ms`;
	});
	agents.close();
	print(`${count}  sign of life of ${bareServers} servers (${bareAgents} agents)       ${costs.join(', ')}`);
}

async function measureInstances(count: number): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-scale-'));
	chmodSync(folder, 0o711);
	atEnd(() => rmSync(folder, {recursive: true, force: true}));
	const cluster = await openCluster({
		folder,
		hasDatabase: true,
		instanceCount: count,
		machineCount: 1,
		atEnd,
		print,
	});
	const {url, token, teamId} = cluster;
	const emptyMb = cluster.instances.map(({child}) => residentMb(child.pid()));
	const bytes = await fill(cluster);
	print(`${count}  database of 1,000 servers, kB: ${Math.round(((bytes / allServers) * 1000) / 1024)}`);
	const agent = new Agent({keepAlive: true, maxSockets: concurrent});
	const row = (what: string, {perSecond, costs}: Awaited<ReturnType<typeof measure>>) =>
		print(`${count}  ${what.padEnd(34)} ${Math.round(perSecond).toString().padStart(6)}/s  ${costs}`);
	const requests = async (what: string, ask: (number: number) => Ask, clients = concurrent) => {
		let answered = 0;
		const work = async (number: number) => {
			const status = await send(agent, url, token, ask(number));
			if (status >= 200 && status < 300) answered++;
		};
		row(what, await measure(cluster, work, () => answered, clients));
	};
	await measureRest(cluster, count);
	await measureSigns(cluster, count);
	if (values.signs) return;
	await requests('read the team', () => ({method: 'GET', path: '/team/my'}));
	await requests(`list ${teamServers} servers`, () => ({method: 'GET', path: `/server/by-team/${teamId}`}));
	const write = (id: string): Ask => ({
		method: 'POST',
		path: '/journal',
		body: JSON.stringify({teamId, entries: [{id, kind: 'note', text: 'x'}]}),
	});
	await requests('write to the journal, one client', number => write(`one-${number}`), 1);
	await requests(`write to the journal, ${concurrent} clients`, number => write(`all-${number}`));
	const {body} = await cluster.api.post('/automation/create', {
		teamId,
		name: 'messages',
		targets: {serverIds: []},
		workflow: [{type: 'WAIT', seconds: 0}],
	});
	const trigger = {method: 'POST', path: `/automation/${String(body['id'])}/trigger/manual`, body: '{}'};
	await requests('run an automation, one client', () => trigger, 1);
	const games = await cluster.api.list(`/server/by-team/${teamId}`);
	const gameIds = games.filter(({state}) => state === 'RUNNING').map(({id}) => String(id));
	const command = (number: number): Ask => ({
		method: 'POST',
		path: `/server/${gameIds[number % gameIds.length]}/rcon?await=true`,
		body: JSON.stringify({command: `say ${number}.`}),
	});
	await requests('await a command, one client', command, 1);
	await requests(`await a command, ${concurrent} clients`, command);
	const feeds = await openFeeds(cluster);
	const sent = (number: number) => send(agent, url, token, command(number));
	row(`messages to ${feedClients} feed clients`, await measure(cluster, sent, feeds.messages));
	feeds.close();
	agent.destroy();
	const mb = cluster.instances.map(
		({child}, index) => `${(emptyMb[index] ?? 0).toFixed(0)} → ${residentMb(child.pid()).toFixed(0)}`,
	);
	print(`${count}  memory of each instance, MB: ${mb.join(', ')}`);
}

const close = async () => {
	for (const end of ends.splice(0)) await end();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void close().then(() => process.exit(1)));
print(
	`${availableParallelism()} cores (${cpus()[0]?.model ?? ''}), shared by everything; ${allServers} servers in all`,
);
try {
	for (const count of values.instances.split(',').map(Number)) {
		await measureInstances(count);
		await close();
	}
} finally {
	await close();
}
