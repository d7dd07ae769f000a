import type {Fact} from '../../contract/models/link.ts';
import {keepAnswer} from '../agent/keep-answer.ts';
import {notify} from '../history.ts';
import {endOrder, type LinkedNode} from './linked-node.ts';

/** Stores a report of a machine once, with its number in the same transaction of the caller, and confirms it. */
export function storeReport(node: LinkedNode, sequence: number, fact: Fact | undefined): void {
	const {store} = node.service;
	const record = store.nodes.get(node.id);
	if (!record?.link) return;
	if (sequence > record.link.applied) {
		if (fact) apply(node, record.teamId, fact);
		store.nodes.put({...record, link: {...record.link, applied: sequence}});
	}
	store.afterCommit(() => node.connection?.send({type: 'stored', sequence}));
}

function apply(node: LinkedNode, teamId: string, fact: Fact): void {
	const {service, id} = node;
	switch (fact.kind) {
		case 'answer': {
			const {serverId, commandId, command, response, timestamp} = fact;
			const isKnown = service.store.commands.of(serverId).some(known => known.commandId === commandId);
			if (isKnown || service.store.servers.get(serverId)?.nodeId !== id) return;
			const sent = node.sent.get(commandId);
			// Of the sender and the command, the machine's word does not count.
			const order = sent?.serverId === serverId ? sent : {serverId, command, commandId};
			const kept = keepAnswer(service, order, response, timestamp);
			service.store.afterCommit(() => {
				node.sent.delete(commandId);
				node.waiting.get(commandId)?.(kept);
			});
			return;
		}
		case 'notification': {
			const {type, title, message} = fact;
			return notify(service, teamId, {type, title, message});
		}
		case 'result': {
			const record = service.store.orders.get(fact.orderId);
			if (record?.nodeId === id) endOrder(node, record, fact.refused);
		}
	}
}
