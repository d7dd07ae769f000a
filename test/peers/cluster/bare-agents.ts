import {randomUUID} from 'node:crypto';
import {WebSocket} from 'ws';
import {linkPath, linkTimings, protocols} from '../../../src/contract/models/link.ts';
import {farServer} from '../../helpers/far-server.ts';
import type {Cluster} from './cluster.ts';

/** Connects agents of machines on which nothing happens: they only show that they are connected. */
export async function openBareAgents(
	{api, url}: Cluster,
	{count, servers}: {count: number; servers: number},
): Promise<{close: () => void}> {
	const ends: (() => void)[] = [];
	for (let number = 0; number < count; number++) {
		const {body} = await api.post('/node/add', {name: `bare-${number}`});
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
			send({type: 'server', server: farServer(id, `bare-${number}-${index}`)});
		send({type: 'complete', servers: ids, tasks: []});
		// Its confirmation shows that everything before is stored. Many at once would meet in the records of their team.
		const stored = new Promise<void>(resolve => {
			socket.on('message', data => {
				if (String(data).includes('"stored"')) resolve();
			});
		});
		send({type: 'report', sequence: 1});
		await stored;
		const timer = setInterval(() => send({type: 'alive'}), linkTimings.aliveMs);
		ends.push(() => {
			clearInterval(timer);
			socket.terminate();
		});
	}
	return {
		close: () => {
			for (const end of ends) end();
		},
	};
}
