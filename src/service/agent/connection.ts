import {pause} from '../../lib/clock.ts';
import {nodeAgentMessages} from '../../messages/service-servers.ts';
import {notify} from '../history.ts';
import {visibleState} from '../preconditions.ts';
import type {NodeRecord, ServerRecord} from '../records.ts';
import type {Node} from './node.ts';
import {liveTasksOfNode} from './tasks.ts';
import {setTask, publishState, reportStateChange} from '../publish.ts';

type Host = Pick<Node, 'id' | 'service'>;

/** How long a node takes to check its processes after it logs in again. */
const recheckMs = 1500;

/** Disconnects the node from the service. Its games keep running, but their state is unknown. */
export function disconnect(node: Host): void {
	node.service.store.atomically(() => goOffline(node));
}

function goOffline(node: Host): void {
	const record = change(node, {status: 'OFFLINE', logoutReason: nodeAgentMessages.lostConnection});
	if (!record) return;
	for (const server of serversOf(node)) {
		publishState(node.service, server, 'UNKNOWN');
		reportStateChange(node.service, {server, from: server.state, to: 'UNKNOWN'});
	}
	const name = String(record.settings['name'] ?? record.id);
	const {title, message} = nodeAgentMessages.nodeOffline;
	notify(node.service, record.teamId, {type: 'NODE_OFFLINE', title, message: message(name)});
}

/**
Logs the node in again although it was not away. It announces running servers as OFFLINE, checks them and corrects that.
Listeners see a flicker; the records do not change. (public documentation: agent re-login)
*/
export function logInAgain(node: Node): void {
	const {service} = node;
	const record = service.store.nodes.get(node.id);
	if (record?.status !== 'ONLINE') return;
	service.store.nodes.put({...record, lastAlive: service.clock.now(), lastLogin: service.clock.now()});
	for (const server of serversOf(node))
		if (server.state === 'ONLINE') publishState(service, server, 'OFFLINE');
	void pause(service.clock, recheckMs, node.closed).then(
		() => {
			const present = service.store.nodes.get(node.id);
			for (const server of serversOf(node)) publishState(service, server, visibleState(server, present));
		},
		() => {},
	);
}

/** Reconnects a node that was disconnected when the service closed. */
export function reconnectAfterRestart(node: Node): void {
	if (node.service.store.nodes.get(node.id)?.logoutReason !== undefined) reconnect(node);
}

/** Logs the node in again and announces all states again, OFFLINE first. (public documentation: agent re-login) */
export function reconnect(node: Node): void {
	const {service} = node;
	const record = service.store.nodes.get(node.id);
	if (!record || record.status === 'ONLINE') return;
	const now = service.clock.now();
	const {logoutReason: _, ...rest} = record;
	service.store.atomically(() => {
		service.store.nodes.put({...rest, status: 'ONLINE', lastAlive: now, lastLogin: now});
		for (const server of serversOf(node)) {
			if (server.state === 'ONLINE') publishState(service, server, 'OFFLINE');
			publishState(service, server, server.state);
			reportStateChange(service, {server, from: 'UNKNOWN', to: server.state});
		}
		for (const task of liveTasksOfNode(node)) setTask(service, task);
	});
}

function change({id, service}: Host, changes: Partial<NodeRecord>): NodeRecord | undefined {
	const record = service.store.nodes.get(id);
	return record?.status === 'ONLINE' ? service.store.nodes.put({...record, ...changes}) : undefined;
}

function serversOf({id, service}: Host): ServerRecord[] {
	return service.store.servers.all().filter(({nodeId}) => nodeId === id);
}
