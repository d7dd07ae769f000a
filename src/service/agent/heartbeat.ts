import {repeat} from '../../lib/clock.ts';
import {visibleState} from '../preconditions.ts';
import type {Node} from './node.ts';
import {publish} from '../publish.ts';

/** The node says at intervals that it is alive, with the states of its servers and who plays. */
export function startHeartbeat(node: Node): () => void {
	const {clock, timings} = node.service;
	return repeat(
		clock,
		() => timings.heartbeatMs,
		() => sendHeartbeat(node),
	);
}

export function sendHeartbeat(node: Node): void {
	const {service, id} = node;
	const record = service.store.nodes.get(id);
	if (record?.status !== 'ONLINE' || node.isSilent()) return;
	service.store.nodes.put({...record, lastAlive: service.clock.now()});
	const servers = service.store.servers.all().filter(({nodeId}) => nodeId === id);
	publish(service, record.teamId, {
		// MiB, whatever the name says, and -1 for what is not measured: so does the public agent.
		resourceUsage: {ramBytes: 2048 + 3072 * servers.length, cpuPercentage: -1, diskBytes: -1},
		gameServers: servers.map(server => ({
			id: server.id,
			state: visibleState(service, server),
			playerCount: service.agentOf(id).players(server.id),
			resourceUsage: {},
		})),
	});
}
