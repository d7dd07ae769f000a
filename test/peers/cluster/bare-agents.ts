import {randomUUID} from 'node:crypto';
import {WebSocket} from 'ws';
import {linkPath, linkTimings, protocols} from '../../../src/contract/models/link.ts';
import {until} from './child.ts';
import type {Cluster} from './cluster.ts';

/** Connects agents of machines on which nothing happens: they only show that they are connected. */
export async function openBareAgents(
	{api, url, teamId}: Cluster,
	{count, servers}: {count: number; servers: number},
): Promise<{close: () => void}> {
	const ends: (() => void)[] = [];
	const nodeIds = new Set<string>();
	for (let number = 0; number < count; number++) {
		const {body} = await api.post('/node/add', {name: `bare-${number}`});
		nodeIds.add(String(body['nodeId']));
		const socket = new WebSocket(url.replace('http', 'ws') + linkPath, {
			headers: {Authorization: `Bearer ${String(body['token'])}`},
		});
		await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
		const send = (message: object) => socket.send(JSON.stringify(message));
		send({
			type: 'hello',
			protocol: protocols.newest,
			oldest: protocols.oldest,
			records: randomUUID(),
			version: '0',
			machine: {os: 'linux', hostname: `bare-${number}`, ram: 1},
		});
		const ids = Array.from({length: servers}, () => randomUUID());
		for (const [index, id] of ids.entries())
			send({type: 'server', server: aServer(id, `bare-${number}-${index}`)});
		send({type: 'complete', servers: ids, tasks: []});
		send({type: 'caughtUp'});
		const timer = setInterval(() => send({type: 'alive'}), linkTimings.aliveMs);
		ends.push(() => {
			clearInterval(timer);
			socket.terminate();
		});
	}
	const isConnected = ({id, status}: Record<string, unknown>) =>
		nodeIds.has(String(id)) && status === 'ONLINE';
	await until('all bare agents are connected', async () => {
		const nodes = await api.list(`/node/by-team/${teamId}`);
		return nodes.filter(isConnected).length === count;
	});
	return {
		close: () => {
			for (const end of ends) end();
		},
	};
}

const aServer = (id: string, name: string) => ({
	id,
	name,
	gameType: 'OTHER',
	createdAt: 1,
	state: 'ONLINE',
	stateSince: 2,
	hasConsole: true,
	blocked: {},
	backups: [],
	log: [],
});
