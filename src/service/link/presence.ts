import {nodeAgentMessages} from '../../messages/service.ts';
import {addNotification} from '../records/history.ts';
import {publishState} from '../records/publish.ts';
import {type LinkedNode, nameOf} from './linked-node.ts';

/*
Whether the agent of a linked node is connected, in the record of the node: any instance can notice that it is not.
*/

/** Stores that the connection of a node has ended, but that its agent is expected at another instance or soon. */
export const expectAgain = async ({records, node}: LinkedNode): Promise<void> =>
	void (await records.nodes.put({...node, link: {...node.link, isLost: true}}));

/** Stores that the connection of a node has ended. Its games keep running, but their state is unknown. */
export async function goOffline({service, records, node}: LinkedNode): Promise<void> {
	const link = {...node.link, isOpen: false};
	const name = nameOf(node);
	records.afterCommit(() => service.onEvent({kind: 'agent', node: name, isConnected: false}));
	if (node.status !== 'ONLINE') return void (await records.nodes.put({...node, link}));
	const logoutReason = nodeAgentMessages.lostConnection;
	await records.nodes.put({...node, link, status: 'OFFLINE', logoutReason});
	const servers = await records.servers.ofNode(node.id);
	const {title, message} = nodeAgentMessages.nodeOffline;
	await addNotification(service, records, node.teamId, {type: 'NODE_OFFLINE', title, message: message(name)});
	records.afterCommit(() => {
		for (const server of servers) publishState(service, server, 'UNKNOWN');
	});
	const changes = servers.map(server => ({server, from: server.state, to: 'UNKNOWN'}));
	await service.runner.onChangedStates(records, changes);
}
