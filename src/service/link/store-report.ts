import type {Fact} from '../../contract/models/link.ts';
import {putAnswer} from '../agent/keep-answer.ts';
import {addNotification} from '../history.ts';
import type {LinkCommands} from './commands.ts';
import type {LinkedNode} from './linked-node.ts';
import {endOrder} from './orders.ts';

/** Stores a report of a machine once, with its number in the same transaction of the caller. */
export async function storeReport(
	linked: LinkedNode,
	commands: LinkCommands,
	{sequence, fact}: {sequence: number; fact?: Fact | undefined},
): Promise<void> {
	const {records, node} = linked;
	if (sequence <= node.link.applied) return;
	if (fact) await apply(linked, commands, fact);
	await records.nodes.put({...node, link: {...node.link, applied: sequence}});
}

async function apply(linked: LinkedNode, commands: LinkCommands, fact: Fact): Promise<void> {
	const {service, records, node} = linked;
	const {teamId} = node;
	switch (fact.kind) {
		case 'answer': {
			const {serverId, commandId, command, response, timestamp} = fact;
			if ((await records.servers.get(serverId))?.nodeId !== node.id) return;
			if (await records.commands.find(serverId, commandId)) return;
			// Of the sender and the command, the machine's word does not count.
			const order = commands.sent(serverId, commandId) ?? {serverId, command, commandId};
			await putAnswer(service, records, {order, teamId, response, timestamp});
			return records.afterCommit(() => service.bus.send({kind: 'answer', serverId, commandId}));
		}
		case 'notification': {
			const {type, title, message} = fact;
			return addNotification(service, records, teamId, {type, title, message});
		}
		case 'result': {
			const record = await records.orders.get(fact.orderId);
			const isWaiting = record?.nodeId === node.id && !record.result;
			if (isWaiting) await endOrder(linked, record, {refused: fact.refused});
		}
	}
}
