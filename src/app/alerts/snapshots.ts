import type {GameServer} from '../../contract/models/server.ts';
import type {Node} from '../../contract/models/node.ts';
import {nameOf, nodeLabel} from '../../actions/names.ts';
import {phaseOf, readState} from '../../contract/states.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {Condition, Snapshot} from './conditions.ts';

/** `isExpected` returns whether someone stopped a server, so that it is down. `hung`: servers that have been in transition for too long. */
export const serversSnapshot = (
	servers: readonly GameServer[],
	isExpected: (serverId: string) => boolean,
	hung: ReadonlySet<string>,
): Snapshot => ({
	kind: 'server',
	observations: servers.map(server => ({
		kind: 'server',
		id: server.id,
		name: printableLine(nameOf(server)),
		state: server.state === undefined ? undefined : printableLine(server.state),
		node: server.nodeId,
		condition: hung.has(server.id) ? 'down' : conditionOf(server.state),
		isExpected: isExpected(server.id),
	})),
});

export const nodesSnapshot = (nodes: readonly Node[]): Snapshot => ({
	kind: 'node',
	observations: nodes.map(node => ({
		kind: 'node',
		id: node.id,
		name: printableLine(nodeLabel(node)),
		state: node.status === undefined ? undefined : printableLine(node.status),
		node: undefined,
		condition: conditionOf(node.status),
	})),
});

export const serviceSnapshot = (name: string, isAnswering: boolean): Snapshot => ({
	kind: 'service',
	observations: [
		{
			kind: 'service',
			id: 'service',
			name: printableLine(name),
			state: undefined,
			node: undefined,
			condition: isAnswering ? 'up' : 'down',
		},
	],
});

/** UNKNOWN counts as down. States that we do not know count as a transition. */
function conditionOf(state: string | undefined): Condition {
	if (readState(state) === 'UNKNOWN') return 'down';
	const phase = phaseOf(state);
	if (phase === 'online') return 'up';
	return phase === 'offline' ? 'down' : 'between';
}
