import type {LinkOrder} from '../../contract/models/link.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import {discardArchive} from '../agent/backups.ts';
import {changeServer, type ServiceContext} from '../context.ts';
import {validateMessage, validateName} from '../http/field-checks.ts';
import {
	checkLaterRoom,
	checkOffline,
	checkPossible,
	checkRestartable,
	checkStateKnown,
	checkStoppable,
	checkTaskRoom,
} from '../records/preconditions.ts';
import {type BackupRecord, isLive, type ServerRecord} from '../records/records.ts';
import {Refusal} from '../http/refusal.ts';
import type {NodeOrders, Reading} from '../records/repositories.ts';

/** The orders whose ids are remembered. The service repeats one for 10 minutes at most. */
const maxReceived = 1000;

/**
Carries out an order of the service that this machine is linked to, but none twice: its id is stored with what it changes
and with its result. The machine checks what the service has checked, because the server may have changed.
*/
export async function receiveOrder(
	service: ServiceContext,
	id: string,
	order: LinkOrder | undefined,
): Promise<void> {
	const {store, outbox, records} = service;
	const report = (refused: string | undefined) =>
		outbox?.add({kind: 'result', orderId: id, ...refusedBecause(refused)});
	/** Calls `work` unless the order has a result, and stores the result. */
	const once = (refused: string | undefined, work: () => void) => {
		const known = store.receivedOrders.get(id);
		if (known) return report(known.refused);
		work();
		const teamId = store.teams.all()[0]?.id ?? '';
		store.receivedOrders.put({id, teamId, ...refusedBecause(refused)});
		store.receivedOrders.dropOldest(teamId, maxReceived);
		report(refused);
	};
	if (!order) return store.atomically(() => once(messages.unknownOrder, () => {}));
	try {
		await records.transact(async transaction => {
			const server = await transaction.servers.get(order.serverId);
			if (!server?.own) throw new Refusal('general.not_found');
			const give = await check(service, transaction, server, order);
			transaction.order(server.nodeId, agent => once(undefined, () => give(agent)));
		});
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		store.atomically(() => once(error.message, () => {}));
	}
}

const refusedBecause = (refused: string | undefined) => (refused === undefined ? {} : {refused});

/** Resolves to the function that carries out the order. Throws `Refusal`. */
async function check(
	service: ServiceContext,
	records: Reading,
	server: ServerRecord,
	order: LinkOrder,
): Promise<(agent: NodeOrders) => void> {
	const {id: serverId} = server;
	switch (order.kind) {
		case 'start':
			checkPossible(service, server, 'start');
			await checkOffline(records, server);
			return agent => agent.start(serverId);
		case 'stop': {
			await checkStop(service, records, server, order.force);
			const message = validateMessage(service, order.message);
			return agent => agent.stop(serverId, order.force, message);
		}
		case 'restart':
			await checkRestart(service, records, server, order.force);
			return agent => agent.restart(serverId, order.force);
		case 'schedule': {
			const {act, force, minutes} = order;
			if (act === 'stop') await checkStop(service, records, server, force);
			else await checkRestart(service, records, server, force);
			const message = validateMessage(service, order.message);
			return agent => agent.schedule({serverId, act, force, minutes, message});
		}
		case 'later': {
			const {taskId, command, delayMinutes, by} = order;
			await checkLaterRoom(records, server);
			return agent =>
				agent.keepForLater({serverId, taskId, command, delayMinutes, ...(by !== undefined && {by})});
		}
		case 'cancel': {
			const task = await records.tasks.get(order.taskId);
			if (!task?.targetIds.includes(serverId)) throw new Refusal('general.not_found');
			if (!isLive(task) || !task.cancellable) throw new Refusal('node.task_not_cancelable');
			return agent => agent.cancel(task);
		}
		case 'backUp': {
			checkPossible(service, server, 'backup');
			await checkStateKnown(records, server);
			await checkTaskRoom(records, service, server);
			const name = validateName(service, order.name);
			return agent => agent.backUp(serverId, name);
		}
		case 'rollBack': {
			checkPossible(service, server, 'rollback');
			await checkOffline(records, server);
			await checkTaskRoom(records, service, server);
			const {backupId} = backupOf(server, order.backupId);
			return agent => agent.rollBack(serverId, backupId);
		}
		case 'deleteBackup': {
			const gone = backupOf(server, order.backupId);
			return () => deleteBackup(service, server, gone);
		}
	}
}

async function checkStop(
	service: ServiceContext,
	records: Reading,
	server: ServerRecord,
	force: boolean,
): Promise<void> {
	checkPossible(service, server, force ? 'kill' : 'stop');
	await checkStoppable(records, server, force);
}

async function checkRestart(
	service: ServiceContext,
	records: Reading,
	server: ServerRecord,
	force: boolean,
): Promise<void> {
	checkPossible(service, server, force ? 'kill' : 'stop', 'start');
	await checkRestartable(records, server, force);
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
