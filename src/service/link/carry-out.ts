import type {LinkOrder} from '../../contract/models/link.ts';
import {discardArchive} from '../agent/backups.ts';
import {changeServer, type ServiceContext} from '../context.ts';
import {validateMessage, validateName} from '../field-checks.ts';
import {
	checkOffline,
	checkPossible,
	checkRestartable,
	checkStateKnown,
	checkStoppable,
	checkTaskRoom,
} from '../preconditions.ts';
import type {BackupRecord, ServerRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {isLive} from '../task-facts.ts';

/** The orders whose ids are remembered. The service repeats one for 10 minutes at most. */
const maxReceived = 1000;

/**
Carries out an order of the service that this machine is linked to, but none twice: its id is stored with what it changes
and with its result. The machine checks what the service has checked, because the server may have changed.
*/
export function receiveOrder(service: ServiceContext, id: string, order: LinkOrder): void {
	const {store, outbox} = service;
	const known = store.receivedOrders.get(id);
	if (known) return outbox?.add({kind: 'result', orderId: id, ...refusedBecause(known.refused)});
	const end = (refused?: string) => {
		const teamId = service.store.teams.all()[0]?.id ?? '';
		store.receivedOrders.put({id, teamId, ...refusedBecause(refused)});
		store.receivedOrders.dropOldest(teamId, maxReceived);
		outbox?.add({kind: 'result', orderId: id, ...refusedBecause(refused)});
	};
	try {
		store.atomically(() => {
			carryOut(service, order);
			end();
		});
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		store.atomically(() => end(error.message));
	}
}

const refusedBecause = (refused: string | undefined) => (refused === undefined ? {} : {refused});

function carryOut(service: ServiceContext, order: LinkOrder): void {
	const server = service.store.servers.get(order.serverId);
	if (!server?.own) throw new Refusal('general.not_found');
	const {id: serverId, nodeId} = server;
	const agent = service.agentOf(nodeId);
	switch (order.kind) {
		case 'start':
			checkPossible(service, server, 'start');
			checkOffline(service, server);
			return agent.start(serverId);
		case 'stop':
			checkStop(service, server, order.force);
			return agent.stop(serverId, order.force, validateMessage(service, order.message));
		case 'restart':
			checkRestart(service, server);
			return agent.restart(serverId);
		case 'schedule': {
			if (order.act === 'stop') checkStop(service, server, order.force);
			else checkRestart(service, server);
			const {act, force, minutes} = order;
			return agent.schedule({
				serverId,
				act,
				force,
				minutes,
				message: validateMessage(service, order.message),
			});
		}
		case 'cancel':
			return cancel(service, server, order.taskId);
		case 'backUp':
			checkPossible(service, server, 'backup');
			checkStateKnown(service, server);
			checkTaskRoom(service, server);
			return agent.backUp(serverId, validateName(service, order.name));
		case 'rollBack':
			checkPossible(service, server, 'rollback');
			checkOffline(service, server);
			checkTaskRoom(service, server);
			return agent.rollBack(serverId, backupOf(server, order.backupId).backupId);
		case 'deleteBackup':
			return deleteBackup(service, server, backupOf(server, order.backupId));
	}
}

function checkStop(service: ServiceContext, server: ServerRecord, force: boolean): void {
	checkPossible(service, server, force ? 'kill' : 'stop');
	checkStoppable(service, server, force);
}

function checkRestart(service: ServiceContext, server: ServerRecord): void {
	checkPossible(service, server, 'stop', 'start');
	checkRestartable(service, server);
}

function cancel(service: ServiceContext, {id, nodeId}: ServerRecord, taskId: string): void {
	const task = service.store.tasks.get(taskId);
	if (!task?.targetIds.includes(id)) throw new Refusal('general.not_found');
	if (!isLive(task) || !task.cancellable) throw new Refusal('node.task_not_cancelable');
	service.agentOf(nodeId).cancel(task);
}

function backupOf({backups}: ServerRecord, backupId: string): BackupRecord {
	const backup = backups.find(candidate => candidate.backupId === backupId);
	if (!backup) throw new Refusal('general.not_found');
	return backup;
}

function deleteBackup(service: ServiceContext, server: ServerRecord, gone: BackupRecord): void {
	changeServer(service, server.id, {backups: server.backups.filter(backup => backup !== gone)});
	service.store.afterCommit(() => void discardArchive(service, server, gone));
}
