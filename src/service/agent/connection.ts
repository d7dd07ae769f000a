import {pause} from '../../lib/clock.ts';
import {notify} from '../history.ts';
import {visibleState} from '../preconditions.ts';
import type {NodeRecord, ServerRecord} from '../records.ts';
import type {Node} from './node.ts';
import {liveTasksOfNode} from './tasks.ts';
import {setTask, tellState} from '../publish.ts';

/** What a node is away for when its connection breaks. */
const lostConnection = 'Connection lost';
/** How long a node that only logs in again takes to see what runs. */
const lookAgainMs = 1500;

/** The service loses sight of the node: its games go on, but nobody knows. */
export function goAway(node: Node): void {
	const record = change(node, {status: 'OFFLINE', logoutReason: lostConnection});
	if (!record) return;
	for (const server of serversOf(node)) {
		tellState(node.plane, server, 'UNKNOWN');
		node.plane.runner.stateChanged({server, from: server.state, to: 'UNKNOWN'});
	}
	const name = String(record.settings['name'] ?? record.id);
	const message = `The node ${name} does not answer.`;
	notify(node.plane, record.teamId, {type: 'NODE_OFFLINE', title: 'Node offline', message});
}

/**
The node logs in again without having been away: it announces what runs as OFFLINE, looks, and takes that back. Who
listens sees a flicker; the records stay as they are. (service-facts: agent re-login)
*/
export function logInAgain(node: Node): void {
	const {plane} = node;
	const record = plane.store.nodes.get(node.id);
	if (record?.status !== 'ONLINE') return;
	plane.store.nodes.put({...record, lastAlive: plane.clock.now(), lastLogin: plane.clock.now()});
	for (const server of serversOf(node)) if (server.state === 'ONLINE') tellState(plane, server, 'OFFLINE');
	void pause(plane.clock, lookAgainMs, node.closed).then(
		() => {
			for (const server of serversOf(node)) tellState(plane, server, visibleState(plane, server));
		},
		() => {},
	);
}

/** A node that the sandbox left behind without its connection has it again when the sandbox is opened anew. */
export function findAgain(node: Node): void {
	if (node.plane.store.nodes.get(node.id)?.logoutReason === lostConnection) comeBack(node);
}

/** The node logs in again and announces everything anew, OFFLINE first. (service-facts: agent re-login) */
export function comeBack(node: Node): void {
	const {plane} = node;
	const record = plane.store.nodes.get(node.id);
	if (!record || record.status === 'ONLINE') return;
	const now = plane.clock.now();
	const {logoutReason: _, ...rest} = record;
	plane.store.nodes.put({...rest, status: 'ONLINE', lastAlive: now, lastLogin: now});
	for (const server of serversOf(node)) {
		if (server.state === 'ONLINE') tellState(plane, server, 'OFFLINE');
		tellState(plane, server, server.state);
		plane.runner.stateChanged({server, from: 'UNKNOWN', to: server.state});
	}
	for (const task of liveTasksOfNode(node)) setTask(plane, task);
}

function change({id, plane}: Node, changes: Partial<NodeRecord>): NodeRecord | undefined {
	const record = plane.store.nodes.get(id);
	return record?.status === 'ONLINE' ? plane.store.nodes.put({...record, ...changes}) : undefined;
}

function serversOf({id, plane}: Node): ServerRecord[] {
	return plane.store.servers.all().filter(({nodeId}) => nodeId === id);
}
