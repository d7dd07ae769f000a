import type {GameServer} from '../../contract/models/server.ts';
import type {Node} from '../../contract/models/node.ts';
import {nameOf, nodeLabel} from '../../actions/names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {readState} from '../../contract/states.ts';
import {printableLine} from '../../lib/text.ts';
import type {Condition, Sight} from './conditions.ts';

/** `isExpected`: whether that a server is down is the work of this session. */
export const sightOfServers = (
	servers: readonly GameServer[],
	isExpected: (serverId: string) => boolean = () => false,
): Sight => ({
	kind: 'server',
	seen: servers.map(server => ({
		kind: 'server',
		id: server.id,
		name: printableLine(nameOf(server)),
		state: server.state === undefined ? undefined : printableLine(server.state),
		node: server.nodeId,
		condition: conditionOf(server.state),
		isExpected: isExpected(server.id),
	})),
});

export const sightOfNodes = (nodes: readonly Node[]): Sight => ({
	kind: 'node',
	seen: nodes.map(node => ({
		kind: 'node',
		id: node.id,
		name: printableLine(nodeLabel(node)),
		state: node.status === undefined ? undefined : printableLine(node.status),
		node: undefined,
		condition: conditionOf(node.status),
	})),
});

export const sightOfService = (name: string, isAnswering: boolean): Sight => ({
	kind: 'service',
	seen: [
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

/** Of a server whose state is UNKNOWN nobody knows that it is up; other words that are not known say nothing. */
function conditionOf(state: string | undefined): Condition {
	if (readState(state) === 'UNKNOWN') return 'down';
	const phase = phaseOf(state);
	if (phase === 'online') return 'up';
	return phase === 'offline' ? 'down' : 'between';
}
