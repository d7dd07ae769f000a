import {repeat} from '../../lib/time/clock.ts';
import type {ServiceContext} from '../context.ts';
import type {NodeRecord, ServerRecord} from '../records/records.ts';
import {factsOf} from '../records/preconditions.ts';
import type {Node} from './node.ts';
import {publish} from '../records/publish.ts';
import {stateView} from '../records/views.ts';

type Host = Pick<Node, 'id' | 'service' | 'isSilent'>;
type Reporting = Host & Pick<Node, 'onBug'>;

/** Starts periodic heartbeats with the states and player counts of the node's servers. */
export function startHeartbeat(node: Reporting): () => void {
	const {clock, timings} = node.service;
	return repeat(
		clock,
		() => timings.heartbeatMs,
		() => {
			try {
				sendHeartbeat(node);
			} catch (error) {
				// The disk may be full. The next heartbeat may succeed.
				node.onBug(error);
			}
		},
	);
}

export function sendHeartbeat(node: Host): void {
	const {service, id} = node;
	const record = service.store.nodes.get(id);
	if (record?.status !== 'ONLINE' || node.isSilent()) return;
	const alive = service.store.nodes.put({...record, lastAlive: service.clock.now()});
	const servers = service.store.servers.all().filter(({nodeId}) => nodeId === id);
	publishHeartbeat(service, alive, servers);
}

export function publishHeartbeat(
	service: ServiceContext,
	node: Pick<NodeRecord, 'teamId' | 'status'>,
	servers: readonly ServerRecord[],
): void {
	publish(service, node.teamId, {
		// As in the public agent: MiB despite the name, and -1 for values that are not measured.
		resourceUsage: {ramBytes: 2048 + 3072 * servers.length, cpuPercentage: -1, diskBytes: -1},
		gameServers: servers.map(server => ({
			id: server.id,
			state: stateView(server, node),
			playerCount: factsOf(service, server, node).players,
			resourceUsage: {},
		})),
	});
}
